// What a person does with the page, in either shell.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { explore, folderServer, perlane, proxy } from "./harness.mjs";

const NOISE = ["--seed", "0", "--cell-size", "256", "--fractal", "fbm", "--octaves", "6"];

/** The bits of the command line's sample at a place, of the plane with that number. */
function sample(x, y, noise = NOISE, plane = 0) {
  return perlane(["generate", "-q", "-o", "-", "--size", "1x1", "--start", `${x},${y}`, ...noise]).readFloatLE(4 * plane);
}

// What the dialogs "Copy" and "Download" say of the view.
async function dialogNotes({ page, key }) {
  const notes = [];
  for (const [open, note] of [["c", "#copy-note"], ["d", "#save-note"]]) {
    await key(open);
    notes.push(await page.locator(note).textContent());
    await page.keyboard.press("Escape");
  }
  return notes;
}

/** Waits until there are so many requests that a test has held. */
async function heldUp(held, count) {
  for (let wait = 0; held.length < count; wait++) {
    if (wait === 500) throw new Error(`${held.length} of ${count} requests`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * `shells` are those that have what is tested, if not both. `pageAlone`: what is tested is the page's own, and the same in both shells.
 * @type {{ name: string, shells?: string[], pageAlone?: boolean, run: (tools: any) => Promise<void> }[]}
 */
export const tests = [
  { name: "draws", async run({ open, assert, shot }) {
    const { page, picture } = await open();
    assert.ok((await picture()).colors > 50);
    assert.equal(await page.title(), "perlane explore");
    // docs/explore.png shows them, and is this picture: who changes them renews it.
    assert.deepEqual(await page.locator("#panel details:visible > summary").allTextContents(), ["Noise", "Fractal", "Lattice", "Warp", "Output", "Quantity", "Colour", "Slice"]);
    await shot(page);
  } },

  { name: "a slider changes the picture in time", async run({ open, assert, shell }) {
    const { page, picture, set, measures } = await open();
    const before = await picture();
    // The first changes compile shaders and scripts.
    for (const gain of [0.4, 0.41, 0.42]) {
      await set("Gain", gain);
      await page.waitForTimeout(600);
    }
    const round = async () => {
      const times = { "perlane-coarse": [], "perlane-full": [] };
      for (let change = 0; change < 9; change++) {
        await page.evaluate(() => performance.clearMeasures());
        await set("Gain", 0.44 + change / 50);
        await page.waitForFunction(() => performance.getEntriesByName("perlane-full").length > 0, undefined, { timeout: 20000 });
        await page.waitForTimeout(100);
        for (const [name, duration] of await measures()) times[name].push(Math.round(duration));
      }
      return [times["perlane-coarse"], times["perlane-full"]];
    };
    const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
    // 100 and 300 ms are what two idle cores should take. Machines differ, so that only ten times as much is an error.
    const [coarse, full] = await round();
    console.log(`      ${shell}: coarse picture after ${coarse.join(" ")} ms, median ${median(coarse)}; full after ${full.join(" ")} ms, median ${median(full)}; wanted on two idle cores: 100 and 300`);
    assert.ok(coarse.length === 9 && full.length === 9);
    const inTime = median(coarse) <= 1000 && median(full) <= 3000;
    assert.notEqual((await picture()).digest, before.digest);
    assert.ok(inTime, "a second to the coarse picture, three to the full one");
  } },

  { name: "a colormap, levels, light and contours send no request", async run({ open, assert, shot }) {
    const { page, picture, another, asked, quiet } = await open();
    await quiet();
    const count = (await asked()).length;
    let before = await picture();
    const changes = [
      () => page.getByRole("radio", { name: "viridis", exact: true }).check({ force: true }),
      () => page.getByLabel("Levels, high").fill("0.2"),
      () => page.getByLabel("Hillshade").check(),
      () => page.getByLabel("Light from", { exact: true }).fill("90"),
      () => page.getByLabel("Contours").check(),
    ];
    for (const change of changes) {
      await change();
      before = await another(before);
    }
    assert.deepEqual((await asked()).slice(count), []);
    await shot(page);
  } },

  { name: "drag, wheel, double click and pinch move the world", async run({ open, assert }) {
    const { page, readout, settled } = await open();
    await page.mouse.move(800, 400);
    const start = await readout();
    await page.mouse.down();
    await page.mouse.move(700, 350, { steps: 5 });
    await page.mouse.up();
    assert.deepEqual([(await readout()).x, (await readout()).y], [start.x, start.y], "the world sticks to the pointer");
    await page.mouse.move(800, 400);
    assert.equal(Number((await readout()).x), Number(start.x) + 100);
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, 1 / 0.0018 / 4);
    await settled();
    assert.match(await page.locator("#zoom-text").textContent(), /^1 px = 2 samples$/);
    assert.ok(Math.abs(Number((await readout()).x) - Number(start.x) - 100) <= 2, "the place under the pointer stays");
    await page.mouse.dblclick(800, 400);
    await settled();
    assert.match(await page.locator("#zoom-text").textContent(), /^1 px = 1 sample$/);
    const box = await page.locator("#canvas").boundingBox();
    const client = await page.context().newCDPSession(page);
    const fingers = (apart) => [-1, 1].map((side) => ({ x: box.x + 500 + side * apart, y: 400, id: side + 1 }));
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(50) });
    for (const apart of [60, 80, 100]) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await settled();
    assert.match(await page.locator("#zoom-text").textContent(), /^1 sample = (1\.9\d?|2(\.0\d?)?) px$/);
    // Two fingers that move alike take the world with them; one that a browser has taken away is no second finger of the next drag.
    const touched = async (steps) => {
      const [before, zoom] = [await readout(), await page.locator("#zoom-text").textContent()];
      for (const [type, touchPoints] of steps) await client.send("Input.dispatchTouchEvent", { type, touchPoints });
      await settled();
      assert.equal(await page.locator("#zoom-text").textContent(), zoom);
      return Number((await readout()).x) - Number(before.x);
    };
    const two = (by) => fingers(50).map(({ x, ...rest }) => ({ x: x + by, ...rest }));
    assert.ok(Math.abs(await touched([["touchStart", two(0)], ["touchMove", two(80)], ["touchEnd", []]]) + 40) <= 3);
    const one = (by) => two(by).slice(0, 1);
    assert.ok(Math.abs(await touched([["touchStart", one(0)], ["touchCancel", []], ["touchStart", one(200)], ["touchMove", one(280)], ["touchEnd", []]]) + 40) <= 3);
  } },

  { name: "a drag ends wherever it is let go, and each way to zoom has its own step", pageAlone: true, async run({ open, assert }) {
    const { page, readout, key } = await open({ viewport: { width: 904, height: 560 } }, "#frequency=0.01&at=300,280");
    const zoom = (text) => page.waitForFunction((text) => document.getElementById("zoom-text").textContent === text, text);
    const middle = async () => {
      await page.mouse.move(604, 280);
      return (await readout()).x;
    };
    assert.equal(await middle(), "300");
    await page.mouse.down({ button: "right" });
    await page.mouse.move(560, 280);
    await page.mouse.up({ button: "right" });
    assert.equal(await middle(), "300", "the right button does not drag");
    await page.mouse.down();
    await page.mouse.move(200, 280, { steps: 2 });
    await page.mouse.up();
    assert.equal(await middle(), "704", "a drag goes on over the panel");
    assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.getElementById("canvas").className]), ["canvas", ""]);
    // Lines of a wheel are 16 pixels, and no turn is more than 240. A pinch on a touch pad comes in small steps, each of which does more.
    const staying = async (does) => {
      const [before, , after] = [await readout(), await does(), await readout()];
      for (const axis of ["x", "y"]) assert.ok(Math.abs(Number(after[axis]) - Number(before[axis])) <= 1, `${axis} under the pointer stays`);
    };
    for (const [wheel, power] of [[{ deltaY: -100 }, 0.18], [{ deltaY: -10, deltaMode: 1 }, 0.288], [{ deltaY: -900 }, 0.432], [{ deltaY: -10, ctrlKey: true }, 0.12]]) {
      await key("0");
      await zoom("1 px = 1 sample");
      await page.mouse.move(504, 100);
      await staying(async () => {
        await page.evaluate((wheel) => document.getElementById("canvas").dispatchEvent(new WheelEvent("wheel", { clientX: 504, clientY: 100, ...wheel })), wheel);
        await zoom(`1 sample = ${Number((2 ** power).toPrecision(3))} px`);
      });
    }
    await key("0");
    await zoom("1 px = 1 sample");
    await page.keyboard.down("Shift");
    await staying(async () => {
      await page.mouse.dblclick(504, 100);
      await zoom("1 px = 2 samples");
    });
    await page.keyboard.up("Shift");
  } },

  { name: "the readout is the command line's sample, also at 2^40 and zoomed out", async run({ open, assert }) {
    const { page, readout, key, settled } = await open();
    const compare = async (px, py) => {
      await page.mouse.move(px, py);
      const { x, y, value } = await readout();
      assert.equal(Math.fround(Number(value)), sample(x, y), `${x}, ${y}`);
    };
    for (const [px, py] of [[400, 300], [700, 555], [1100, 120]]) await compare(px, py);
    await key("g");
    await page.getByLabel("Sample, as x, y").fill("2^40, -77");
    await page.keyboard.press("Enter");
    await settled();
    await page.mouse.move(5, 5);
    const at = await readout();
    assert.deepEqual([at.x, at.y], [String(2n ** 40n), "-77"]);
    assert.equal(Math.fround(Number(at.value)), sample(at.x, at.y));
    await compare(700, 300);
    await key("-");
    await key("-");
    await settled();
    assert.equal(await page.locator("#zoom-text").textContent(), "1 px = 4 samples");
    for (const [px, py] of [[500, 300], [900, 600]]) await compare(px, py);
    // There are no samples to go to beyond these.
    const note = page.locator("#goto-note");
    for (const [typed, said] of [["2^60, 0", "x is 2^60"], ["0, -2^53 - 1", "y is -2^53 - 1"], ["2^70, 0", null], ["9^999999999, 0", null], ["2^53, -2^53", null]]) {
      await key("g");
      await page.getByLabel("Sample, as x, y").fill(typed);
      await page.keyboard.press("Enter");
      if (said) assert.equal(await note.textContent(), `${said}; allowed: whole numbers from -2^53 to 2^53`);
      if (typed !== "2^53, -2^53") await page.keyboard.press("Escape");
    }
    assert.equal(await page.locator("#goto").isHidden(), true);
    // The end of the world, to which one can move, is told in samples of the page, and the world goes on working.
    await page.evaluate(() => (location.hash = `#frequency=1e-9&at=${2n ** 60n},0&zoom=-2`));
    await page.locator("#message").waitFor();
    assert.equal(await page.locator("#message").textContent(), "The world ends here: at this zoom, x and y are from -2^55 to 2^55.");
    await page.evaluate(() => (location.hash = "#frequency=1e-9&at=0,0&zoom=-30"));
    await page.locator("#message").waitFor({ state: "hidden" });
    assert.equal(await page.locator("#zoom-text").textContent(), "1 px = 2^30 samples");
  } },

  { name: "dialogs name the first sample, and what of the window they leave out", async run({ open, assert, shot }) {
    const small = { viewport: { width: 900, height: 560 } };
    const notes = async (explorer) =>
      (await dialogNotes(explorer)).map((note) => note.replaceAll("\u202f", "").replaceAll("−", "-"));
    const noise = "#seed=7&frequency=0.002&fractal.kind=fbm&fractal.octaves=5&at=1001,-77";
    const out = await open(small, `${noise}&zoom=-3`);
    const box = await out.page.locator("#canvas").boundingBox();
    await out.page.mouse.move(box.x, box.y);
    const { x, y } = await out.readout();
    let [copied, saved] = await notes(out);
    assert.match(copied, new RegExp(`samples from \\(${x}, ${y}\\), every 8th; what the window shows\\.$`));
    assert.match(saved, new RegExp(`^From sample \\(${x}, ${y}\\) on; 1 px = 8 samples\\. The file`));
    for (const [more, said] of [
      ["&light=315,2", "what the window shows, without light"],
      ["&light=315,2&contours=0.1&period.x=1", "what the window shows, without light, contours and period lines"],
      ["&field.quantity=normal&field.relief=60&plane=y", "all planes (x, y, z), of which the window shows y"],
      ["&b:seed=4&b:frequency=0.01&compare=difference&light=315,2", "this recipe, not the difference"],
      ["&b:seed=4&b:frequency=0.01&compare=split&contours=0.1", "the whole of this recipe, of which the window shows a part; without contours"],
    ]) {
      const tab = await open(small, noise + more);
      [copied, saved] = await notes(tab);
      assert.ok(copied.endsWith(`; ${said}.`), copied);
      const sentences = said.replace("what the window shows, ", "").split("; ").map((part) => `${part[0].toUpperCase()}${part.slice(1)}. `).join("");
      assert.ok(saved.includes(`sample. ${sentences}The file`), saved);
      if (more.includes("plane")) {
        await tab.key("c");
        await shot(tab.page, "copy-note");
      }
    }
  } },

  { name: "what of a link is not understood is said", async run({ open, assert, shot }) {
    const small = { viewport: { width: 1000, height: 600 } };
    const said = async (hash) => {
      const { page, written } = await open(small, hash);
      const notes = await page.locator("#note-list li").allTextContents();
      assert.equal(await page.locator("#note").isVisible(), notes.length > 0);
      return { page, notes, written };
    };
    const whole = "#seed=4&frequency=0.01&at=5,5";
    const { page, notes } = await said(`${whole}&map=nosuch&levels=1..1&plane=q&zoom=far&contours=-1&light=&part=2,0&contrast=${"9".repeat(50)}`);
    assert.equal(notes.length, 8);
    assert.match(notes[0], /^map is nosuch; allowed: grey, .*terrain.*; taken instead: terrain$/);
    assert.deepEqual(notes.slice(1), [
      "levels is 1..1; allowed: two different numbers, such as -0.5..0.5; taken instead: those of the noise",
      "zoom is far; allowed: a number from -44 to 6; taken instead: 0",
      "contours is -1; allowed: a number above 0; taken instead: 0.1",
      "light is empty; allowed: degrees and a relief, such as 315,1; taken instead: 315,1",
      "part is 2,0; allowed: two numbers from 0 to 1; taken instead: 0,0",
      `contrast is ${"9".repeat(40)}…; allowed: a number from 0.1 to 1000; taken instead: 1`,
      "plane is q; allowed: value; taken instead: value",
    ]);
    await shot(page);
    await page.getByRole("button", { name: "Close" }).click();
    assert.ok(await page.locator("#note").isHidden());
    // It is about a link, which nothing on the page is from then on.
    await page.evaluate((hash) => (location.hash = hash), `${whole}&zoom=near`);
    await page.locator("#note").waitFor();
    await page.getByRole("button", { name: "Reset" }).click();
    assert.ok(await page.locator("#note").isHidden());
    for (const [more, note] of [
      ["&at=0", "at is 0; allowed: two whole numbers, such as 12,-7; taken instead: 5,5"],
      ["&zoom=7", "zoom is 7; allowed: a number from -44 to 6; taken instead: 6"],
      ["&slice=1e400,-3", "slice is 1e400,-3; allowed: an index, then the number of frames from 2 on, then the first one, then loop, such as 0,64,loop; taken instead: 0,64"],
      ["&compare=split", "compare needs a recipe B, such as b:seed=4; the page shows one recipe"],
      ["&b:seed=5", "the keys of recipe B need compare=split or compare=difference; the page shows recipe A"],
      ["&-1:seed=9", "-1:seed is left out; allowed before a key: b: for recipe B, and 1: to 1023: for layers"],
      ["&grid.__proto__.frequency=0.5", "grid.__proto__.frequency is no key of a recipe, and is left out"],
    ]) assert.deepEqual((await said(whole + more)).notes, [note]);
    // What a page writes is understood.
    const all = "&part=0.5,0.25&zoom=3&slice=7,16,2&map=grey&contrast=2&levels=-1..0.5&light=20,3&contours=0.2&periods=false&field.quantity=gradient&plane=dy&1:seed=9&1:frequency=0.2&2:kind=perlin&b:seed=5&b:frequency=0.1&compare=difference";
    const { page: known, notes: none, written } = await said(whole + all);
    assert.deepEqual(none, []);
    await written();
    const sorted = (hash) => decodeURIComponent(hash.slice(1)).split("&").sort();
    assert.deepEqual(sorted(new URL(known.url()).hash), sorted(whole + all));
    // What the library refuses is shown as it was said.
    const tab = await open(small, `${whole}&field.quantity=foo`);
    tab.allowed = ["422"];
    const shown = tab.page.getByLabel("Quantity", { exact: true }).locator("option:checked");
    assert.equal(await shown.textContent(), "foo");
    assert.match(await tab.page.locator("#message").textContent(), /^quantity is foo; allowed: /);
  } },

  { name: "links may be spelled as the command line spells numbers, and misspelt keys get a suggestion", async run({ open, assert }) {
    const small = { viewport: { width: 900, height: 560 } };
    const { page, readout } = await open(small, "#seed=4&frequency=.01&period=8,4&offset=[3.5,1]&at=5,5&contrast=2e+0");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    const shown = (label) => page.getByLabel(label, { exact: true }).inputValue();
    assert.deepEqual([await shown("Cell size"), await shown("Period, x"), await shown("Period, y"), await shown("Contrast")], ["100", "8", "4", "2"]);
    await page.mouse.move(700, 300);
    const { x, y, value } = await readout();
    const noise = ["--seed", "4", "--frequency", ".01", "--fractal", "none", "--period", "8,4", "--origin", "3.5,1"];
    assert.equal(Math.fround(Number(value)), sample(x, y, noise));
    for (const [key, guess] of [["sede", " did you mean `seed`?"], ["frequncy", " did you mean `frequency`?"], ["qqqq", ""]]) {
      const tab = await open(small, `#frequency=0.01&${key}=3`);
      tab.allowed = ["422"];
      const message = await tab.page.locator("#message").textContent();
      assert.ok(message.startsWith(`unknown key \`${key}\`;${guess} expected one of \`kind\`, \`seed\``), message);
    }
  } },

  { name: "a view of one value says so", async run({ open, assert, shot }) {
    const small = { viewport: { width: 900, height: 560 } };
    const note = async (hash) => {
      const { page } = await open(small, hash);
      if (hash === "#seed=3") await shot(page);
      return [await page.locator("#same").isVisible(), await page.locator("#same").textContent()];
    };
    const corner = "All samples of the view are 0: each is at a corner of lattice cells, where Perlin noise is 0.";
    assert.deepEqual(await note("#seed=3"), [true, `${corner} A larger cell size has samples between the corners.`]);
    assert.deepEqual(await note("#seed=3&frequency=0.25&at=0,0&zoom=-2"), [true, `${corner} Zoom in to see samples between the corners.`]);
    assert.deepEqual(await note("#frequency=0.01&output.scale=0&output.bias=0.5&at=0,0"), [true, "All samples of the view are 0.5."]);
    assert.deepEqual(await note("#seed=3&frequency=0.01&at=0,0"), [false, ""]);
  } },

  { name: "changes are undone, and done again", pageAlone: true, async run({ open, assert }) {
    const { page, set, key, settled, written } = await open({ viewport: { width: 1000, height: 700 } });
    const seed = () => page.getByLabel("Seed", { exact: true }).inputValue();
    const octaves = () => page.getByLabel("Octaves", { exact: true }).inputValue();
    const length = () => page.evaluate(() => history.length);
    const arrive = async (press) => {
      await key(press);
      await written();
      await settled();
    };
    const first = [await seed(), await length()];
    await key("s");
    const second = await seed();
    // At once, before the address is written.
    await key("s");
    const third = await seed();
    assert.equal(new Set([first[0], second, third]).size, 3);
    await arrive("Control+z");
    assert.equal(await seed(), second);
    await arrive("Control+z");
    assert.equal(await seed(), first[0]);
    await arrive("Control+z");
    assert.equal(await seed(), first[0], "the tab stays on the page");
    await arrive("Control+y");
    assert.equal(await seed(), second);
    await arrive("Control+Shift+Z");
    assert.equal(await seed(), third);
    await page.goBack();
    await settled();
    assert.equal(await seed(), second);
    // A reload forgets neither what was undone nor what may be.
    await page.reload();
    await settled();
    assert.equal(await seed(), second);
    await arrive("Control+y");
    assert.equal(await seed(), third, "done again after a reload");
    await arrive("Control+y");
    assert.equal(await seed(), third, "the tab stays on the page");
    await page.reload();
    await settled();
    await arrive("Control+z");
    assert.equal(await seed(), second);
    // Another page takes the place of what was undone: to do that again would lead there.
    await page.goto("about:blank");
    await page.goBack();
    for (const again of ["back", "reloaded"]) {
      await settled();
      await arrive("Control+y");
      assert.equal(await seed(), second, `the tab stays on the page: ${again}`);
      await page.reload();
    }
    await settled();
    // So it is where the browser has kept this page, which this browser does not do here.
    await key("s");
    await arrive("Control+z");
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    for (const again of ["kept", "reloaded"]) {
      await arrive("Control+y");
      assert.equal(await seed(), second, `the tab stays on the page: ${again}`);
      await page.reload();
      await settled();
    }
    // Looking around is no step, and neither is each number of a slider.
    const before = await length();
    for (const press of ["ArrowRight", "-", "+"]) await key(press);
    await written();
    assert.equal(await length(), before);
    const slider = page.getByLabel("Octaves, slider", { exact: true });
    const box = await slider.boundingBox();
    const start = await octaves();
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
    await page.mouse.down();
    for (const part of [0.4, 0.5, 0.6, 0.8]) {
      await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
      await written();
    }
    await page.mouse.up();
    const dragged = await octaves();
    assert.notEqual(dragged, start);
    // In place of the third seed, which was undone.
    assert.equal(await length(), before);
    // Undone with one key, and the layer that the panel edits stays.
    await page.getByRole("button", { name: "Add a layer" }).click();
    await set("Gain", 0.8);
    await page.getByLabel("Fractal", { exact: true }).selectOption("ridged");
    await written();
    await arrive("Control+z");
    assert.equal(await page.locator("#layers :checked").getAttribute("value"), "1");
    assert.deepEqual([await page.getByLabel("Fractal", { exact: true }).inputValue(), await page.getByLabel("Gain", { exact: true }).inputValue()], ["fbm", "0.8"]);
    await arrive("Control+z");
    await arrive("Control+z");
    assert.deepEqual([await page.locator("#layers label").count(), await octaves()], [1, dragged]);
    await arrive("Control+z");
    assert.equal(await octaves(), start);
    // So is what arrow keys do to a slider, which keeps the focus when it is undone.
    const entries = await length();
    const values = [];
    for (const times of [2, 3]) {
      await slider.focus();
      for (let time = 0; time < times; time++) await slider.press("ArrowRight");
      values.push(await octaves());
      await page.waitForFunction((value) => location.hash.includes(`octaves=${value}`), values.at(-1));
      await slider.press("Control+z");
      await page.waitForFunction(([value, now]) => document.getElementById(now).value === value, [start, await page.getByLabel("Octaves", { exact: true }).getAttribute("id")]);
      assert.ok(await length() <= entries + 1);
    }
    assert.equal(new Set([start, ...values]).size, 3);
    // Going to a place is a step.
    await key("g");
    await page.getByLabel("Sample, as x, y").fill("2^40, -77");
    await page.keyboard.press("Enter");
    await written();
    assert.match(page.url(), /at=1099511627776,-77/);
    await arrive("Control+z");
    assert.doesNotMatch(page.url(), /1099511627776/);
    // In a field, it is the browser's own.
    const at = page.url();
    await page.getByLabel("Gain", { exact: true }).press("Control+z");
    await written();
    assert.equal(page.url(), at);
  } },

  { name: "what is undone leads back to the recipe and the layer that the panel edited", pageAlone: true, async run({ open, assert }) {
    const { page, key, settled } = await open({ viewport: { width: 1000, height: 700 } }, "#seed=1&frequency=0.01&at=0,0&b:seed=2&b:frequency=0.01&b:1:seed=3&compare=split");
    const edited = () => page.evaluate(() => ["side", "layer"].map((name) => document.querySelector(`[name=${name}]:checked`).value));
    const choose = (name) => page.getByRole("radio", { name, exact: true }).check({ force: true });
    const length = () => page.evaluate(() => history.length);
    const arrive = async (press, hash) => {
      await key(press);
      await page.waitForFunction((hash) => location.hash === hash, hash);
      await settled();
    };
    const change = async () => {
      const before = await page.evaluate(() => location.hash);
      await key("s");
      await page.waitForFunction((before) => location.hash !== before, before);
      return [before, await page.evaluate(() => location.hash)];
    };
    await choose("B");
    await choose("Layer 2");
    const [one, two] = await change();
    await choose("A");
    const entries = await length();
    const [, three] = await change();
    assert.equal(await length(), entries + 1, "to choose is no step");
    await arrive("Control+z", two);
    assert.deepEqual(await edited(), ["a", "0"], "A was chosen before it was changed");
    await arrive("Control+z", one);
    assert.deepEqual(await edited(), ["b", "1"], "so were B and its second layer");
    await choose("A");
    await arrive("Control+y", two);
    assert.deepEqual(await edited(), ["a", "0"]);
    await arrive("Control+y", three);
    // A reload shows what was there, and the panel edits it.
    await choose("B");
    await choose("Layer 2");
    await page.waitForFunction(() => history.state.memo.editing === "b" && history.state.memo.b === 1);
    await page.reload();
    await settled();
    assert.deepEqual(await edited(), ["b", "1"], "reloaded");
  } },

  { name: "wrong values are shown beside their control", async run({ open, assert }) {
    const tab = await open();
    tab.allowed = ["422"];
    const { page, set } = tab;
    await set("Octaves", 40);
    await page.locator(".error:visible").waitFor();
    assert.equal(await page.locator(".error:visible").textContent(), "octaves is 40; allowed: 1 to 32");
    assert.equal(await page.getByLabel("Octaves", { exact: true }).getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#busy[hidden]").count(), 1, "nothing is computed");
    assert.equal(await page.locator("body.wrong").count(), 1, "the picture, which is another recipe's, is pale");
    // The group of what is wrong opens.
    await page.locator("summary").filter({ hasText: "Fractal" }).click();
    assert.equal(await page.locator(".error:visible").count(), 0);
    await page.evaluate(() => (location.hash = "#fractal.kind=fbm&fractal.octaves=41&at=0,0"));
    await page.locator(".error:visible").filter({ hasText: "octaves is 41" }).waitFor();
    // A long word is not wider than the panel.
    await set("Seed", "9".repeat(70));
    await page.locator(".error:visible").filter({ hasText: "seed is" }).waitFor();
    assert.equal(await page.locator("#scroll").evaluate((box) => box.scrollWidth - box.clientWidth), 0);
    await set("Seed", 0);
    await set("Octaves", 4);
    await page.locator(".error:visible").waitFor({ state: "detached" });
    assert.equal(await page.locator("body.wrong").count(), 0);
    assert.equal(await page.locator("#message").isHidden(), true);
  } },

  { name: "what is no number changes nothing, and what holds comes back", pageAlone: true, async run({ open, assert }) {
    const { page, settled, picture } = await open({ viewport: { width: 900, height: 560 } });
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    const before = (await picture()).digest;
    const error = page.locator(".error:visible");
    const unsigned = "integers from 0 to 2^32 - 1";
    for (const [label, typed, said] of [
      ["Octaves", "-3", `fractal.octaves is -3; allowed: ${unsigned}`], ["Octaves", "2.5", `fractal.octaves is 2.5; allowed: ${unsigned}`],
      ["Octaves", "", null], ["Gain", "", null], ["Cell size", "0", "cell-size is 0; allowed: finite numbers above 0"],
      ["Period, x", "-3", `period is -3; allowed: ${unsigned}`], ["Period, y", "", null], ["Contrast", "0", null], ["Levels, low", "", null], ["Seed", "", null],
    ]) {
      const field = page.getByLabel(label, { exact: true });
      const held = await field.inputValue();
      await field.fill(typed);
      if (said) assert.equal(await error.textContent(), said);
      if (label !== "Seed" && label !== "Levels, low") assert.equal(await field.getAttribute("aria-invalid"), "true", `${label} ${typed}`);
      await page.locator("#canvas").focus();
      assert.deepEqual([await field.inputValue(), await error.count()], [held, 0], `${label} ${typed}`);
    }
    await settled();
    assert.equal((await picture()).digest, before);
    assert.equal(await page.locator("#message").isHidden(), true);
    // A warp that says no more than its amplitude has the noise's cells, and one octave.
    await page.getByLabel("Warp amplitude", { exact: true }).fill("60");
    const shown = (label) => page.getByLabel(label, { exact: true }).inputValue();
    assert.deepEqual([await shown("Warp frequency"), await shown("Warp octaves")], ["0.00390625", "1"]);
  } },

  { name: "an answer to an older recipe is not the last word", shells: ["server"], async run({ open, assert }) {
    const tab = await open();
    tab.allowed = ["422"];
    const { page, set, quiet, readout, key, picture } = tab;
    // The refusal comes after the recipe that mends it.
    let wait = 800;
    const late = async (route) => {
      const mine = wait;
      wait = 0;
      await new Promise((resolve) => setTimeout(resolve, mine));
      await route.continue().catch(() => {});
    };
    await page.route(/api\/check/, late);
    await page.route(/api\/tiles/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue().catch(() => {});
    });
    await set("Octaves", 40);
    await page.waitForTimeout(100);
    await set("Octaves", 4);
    await quiet();
    assert.equal(await page.locator("#message").isHidden(), true);
    await page.mouse.move(700, 300);
    const { x, y, value } = await readout();
    assert.equal(Math.fround(Number(value)), sample(x, y, [...NOISE.slice(0, -1), "4"]));
    // Nor do its bounds count, or its tiles, which are those of a view from further away. What was there stays until others come.
    const held = [];
    await page.route(/api\/(check|tiles)/, (route) => void held.push(route));
    await page.getByLabel("Scale", { exact: true }).evaluate((field) => field.closest("details").setAttribute("open", ""));
    for (const [label, number] of [["Scale", 20], ["Seed", 9], ["Scale", 1], ["Seed", 0]]) await set(label, number);
    await key("ArrowRight");
    assert.ok((await picture()).colors > 50);
    await page.unroute(/api\/(check|tiles)/);
    // The newest answer is the first one.
    for (const route of held.reverse()) await route.fetch().then((response) => route.fulfill({ response })).catch(() => {});
    await quiet();
    assert.equal(await page.locator("#bound-high").textContent(), "1");
    for (const press of ["-", "-"]) await key(press);
    await page.mouse.move(700, 300);
    const far = await readout();
    assert.equal(Math.fround(Number(far.value)), sample(far.x, far.y, [...NOISE.slice(0, -1), "4"]));
  } },

  { name: "a screen of more tiles than are kept is drawn once", async run({ open, assert, shell }) {
    const tab = await open({ viewport: { width: 3840, height: 2160 } }, "#frequency=0.01&at=0,0&zoom=-0.45");
    const { page, asked, quiet } = tab;
    const count = async () => (await asked()).filter((what) => what.endsWith("tiles")).length;
    const full = () => page.evaluate(() => performance.getEntriesByName("perlane-full").length > 0);
    for (let wait = 0; wait < 100 && !(await full()); wait++) await page.waitForTimeout(200);
    assert.ok(await full(), "the full picture is there");
    // Those around it come, and then nothing more.
    await quiet();
    const before = await count();
    await page.waitForTimeout(1500);
    assert.equal(await count(), before);
    // A request has many tiles, and a call of a worker has one.
    assert.ok(before > 0 && before < (shell === "server" ? 20 : 600), `${before} requests`);
  } },

  { name: "a group of parameters that do not apply is hidden", pageAlone: true, async run({ open, assert, shot }) {
    const { page, settled } = await open();
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    for (const kind of ["value", "cellular", "cell", "perlin"]) {
      await page.getByRole("radio", { name: kind, exact: true }).first().check({ force: true });
      await settled();
      const groups = page.locator("#panel details:visible");
      const empty = await groups.evaluateAll((all) => all.filter((group) => ![...group.querySelectorAll(".rows > *")].some((row) => !row.hidden)).map((group) => group.textContent));
      assert.deepEqual(empty, [], kind);
      assert.equal(await groups.filter({ hasText: "Jitter" }).count(), kind === "cellular" ? 1 : 0, kind);
      assert.equal(await page.getByText("Points", { exact: true }).isVisible(), kind === "cellular", kind);
      if (kind === "cellular") await shot(page);
    }
  } },

  { name: "every parameter changes the picture", async run({ open, assert }) {
    const { page, picture, settled } = await open({ viewport: { width: 800, height: 500 } }, "#frequency=0.02&at=0,0");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    let before = await picture();
    const changes = {
      kind: () => page.getByRole("radio", { name: "value", exact: true }).check({ force: true }),
      seed: () => page.getByRole("button", { name: "Random seed" }).click(),
      cell: () => page.getByLabel("Cell size", { exact: true }).fill("77"),
      fractal: () => page.getByLabel("Fractal", { exact: true }).selectOption("ridged"),
      octaves: () => page.getByLabel("Octaves", { exact: true }).fill("3"),
      lacunarity: () => page.getByLabel("Lacunarity", { exact: true }).fill("2.7"),
      gain: () => page.getByLabel("Gain", { exact: true }).fill("0.8"),
      fade: () => page.getByRole("radio", { name: "linear", exact: true }).check({ force: true }),
      back: () => page.getByRole("radio", { name: "perlin", exact: true }).first().check({ force: true }),
      gradients: () => page.getByLabel("Gradients", { exact: true }).selectOption("knight-moves"),
      hash: () => page.getByRole("radio", { name: "permutation", exact: true }).check({ force: true }),
      permutation: () => page.getByRole("radio", { name: "seeded", exact: true }).check({ force: true }),
      period: () => page.getByLabel("Period, x").fill("2"),
      endless: () => page.getByLabel("Period, x").fill("0"),
      warp: () => page.getByLabel("Warp amplitude", { exact: true }).fill("60"),
      "warp's frequency": () => page.getByLabel("Warp frequency", { exact: true }).fill("0.005"),
      "warp's octaves": () => page.getByLabel("Warp octaves", { exact: true }).fill("3"),
      "warp's seed": () => page.getByRole("button", { name: "Random warp seed" }).click(),
      "ping-pong": () => page.getByLabel("Fractal", { exact: true }).selectOption("ping-pong"),
      strength: () => page.getByLabel("Strength", { exact: true }).fill("3"),
      "ridged-multi": () => page.getByLabel("Fractal", { exact: true }).selectOption("ridged-multi"),
      level: () => page.getByLabel("Level", { exact: true }).fill("0.8"),
      feedback: () => page.getByLabel("Feedback", { exact: true }).fill("3"),
      layer: () => page.getByRole("button", { name: "Add a layer" }).click(),
      fixed: () => page.getByLabel("Levels, low").fill("-1"),
      scale: () => page.getByLabel("Scale", { exact: true }).fill("0.5"),
      bias: () => page.getByLabel("Bias", { exact: true }).fill("0.25"),
      raw: () => page.getByLabel("Normalize").uncheck(),
      range: () => page.getByLabel("Range, high").fill("3"),
    };
    for (const [name, change] of Object.entries(changes)) {
      await change();
      await settled();
      const now = await picture();
      assert.notEqual(now.digest, before.digest, name);
      before = now;
    }
    assert.equal(await page.locator("#message").isHidden(), true);
  } },

  { name: "quantities change the picture, and their readout is the command line's sample", async run({ open, assert, shot }) {
    const small = { viewport: { width: 900, height: 560 } };
    const tab = await open(small, "#seed=4&frequency=0.01&fractal.kind=fbm&fractal.octaves=4&at=0,0");
    tab.allowed = ["422"];
    const { page, picture, readout, settled, set, key } = tab;
    const noise = ["--seed", "4", "--frequency", "0.01", "--fractal", "fbm", "--octaves", "4"];
    const choose = async (label, name) => {
      await page.getByLabel(label, { exact: true }).selectOption(name);
      await settled();
    };
    const compare = async (options, plane) => {
      await page.mouse.move(700, 300);
      const { x, y, value } = await readout();
      assert.equal(Math.fround(Number(value)), sample(x, y, [...noise, ...options], plane), `${options.join(" ")}, plane ${plane} at ${x}, ${y}`);
    };
    let before = await picture();
    const changed = async (what) => {
      const now = await picture();
      assert.notEqual(now.digest, before.digest, what);
      assert.ok(now.colors > 20, `${what}: ${now.colors} colours`);
      before = now;
    };
    const relief = () => page.getByLabel("Surface relief", { exact: true });
    assert.equal(await page.getByLabel("Plane", { exact: true }).isVisible(), false);
    for (const [quantity, planes] of Object.entries({ slope: [], normal: ["x", "y", "z"], curl: ["x", "y"], gradient: ["value", "dy", "dx"] })) {
      await choose("Quantity", quantity);
      await changed(quantity);
      const options = ["--quantity", quantity, ...(await relief().isVisible() ? ["--relief", await relief().inputValue()] : [])];
      assert.equal(options.includes("--relief"), ["slope", "normal"].includes(quantity));
      const shown = await page.getByLabel("Plane", { exact: true }).locator("option").allTextContents();
      if (planes.length > 0) assert.deepEqual(shown, planes);
      else assert.equal(await page.getByLabel("Plane", { exact: true }).isVisible(), false);
      await compare(options, 0);
      for (const [number, plane] of planes.entries()) {
        if (number === 0) continue;
        await choose("Plane", plane);
        await changed(`${quantity} ${plane}`);
        await compare(options, number);
      }
      await shot(page, `quantity-${quantity}`);
    }
    // Two levels coarser, the derivative is still that by world units.
    await key("-");
    await key("-");
    await settled();
    await compare(["--quantity", "gradient"], 2);
    await choose("Quantity", "hillshade");
    await changed("hillshade");
    await set("Surface relief", 60);
    await settled();
    await changed("relief");
    await page.getByLabel("Light direction, x").fill("1");
    await settled();
    await changed("light");
    await compare(["--quantity", "hillshade", "--relief", "60", "--light", "1,-1,2"], 0);
    assert.match(await page.locator("#readout").textContent(), /hillshade/);
    assert.deepEqual([await page.locator("#bound-low").textContent(), await page.locator("#bound-high").textContent()], ["0", "1"]);
    await shot(page, "quantity-hillshade");
    await tab.written();
    const other = await open(small, new URL(page.url()).hash);
    assert.equal((await other.picture()).digest, (await picture()).digest, "the address has quantity, relief and light");
    assert.ok(await other.page.locator("#note").isHidden(), "nor has it the plane of an earlier quantity");
    // What the library refuses is said beside the control.
    await page.getByLabel("Fractal", { exact: true }).selectOption("ping-pong");
    await page.locator("#field .error:visible").waitFor();
    assert.match(await page.locator("#field .error:visible").textContent(), /^quantity is hillshade of ping-pong noise; allowed: /);
    await page.getByLabel("Fractal", { exact: true }).selectOption("ridged");
    await page.locator("#field .error:visible").waitFor({ state: "detached" });
  } },

  { name: "the address restores everything", pageAlone: true, async run({ open, assert }) {
    const small = { viewport: { width: 900, height: 560 } };
    const { page, set, picture, settled, written, readout, key } = await open(small);
    await set("Octaves", 3);
    await page.getByRole("button", { name: "Random seed" }).click();
    await page.getByRole("radio", { name: "magma", exact: true }).check({ force: true });
    await page.getByLabel("Hillshade").check();
    await key("ArrowRight");
    await key("-");
    await settled();
    await page.mouse.move(5, 5);
    await written();
    const [before, at, seed] = [await picture(), await readout(), await page.getByLabel("Seed", { exact: true }).inputValue()];
    const other = await open(small, new URL(page.url()).hash);
    await other.page.mouse.move(5, 5);
    assert.deepEqual(await other.readout(), at);
    assert.equal(await other.page.getByLabel("Seed", { exact: true }).inputValue(), seed);
    assert.equal((await other.picture()).digest, before.digest);
    // Parts of a sample are seen where it is many pixels, and those at the edges are in what is copied.
    const near = await open(small, "#frequency=0.1&at=0,0&zoom=6");
    await near.page.mouse.move(700, 300);
    await near.page.mouse.down();
    await near.page.mouse.move(723, 341, { steps: 3 });
    await near.page.mouse.up();
    await near.settled();
    await near.written();
    const again = await open(small, new URL(near.page.url()).hash);
    assert.equal((await again.picture()).digest, (await near.picture()).digest);
    await near.page.mouse.move(899, 558);
    const last = await near.readout();
    await near.key("c");
    await near.page.locator("#copy-text").filter({ hasText: "perlane" }).waitFor();
    const [, wide, high, left, top] = (await near.page.locator("#copy-text").textContent()).match(/--size (\d+)x(\d+) --start (-?\d+),(-?\d+)/).map(Number);
    assert.deepEqual([left + wide - 1, top + high - 1], [Number(last.x), Number(last.y)]);
    await near.page.keyboard.press("Escape");
    await near.key("g");
    await near.page.keyboard.type("3, 4");
    await near.page.keyboard.press("Enter");
    await near.page.waitForFunction(() => location.hash.endsWith("at=3,4&zoom=6"), undefined, { timeout: 5000 });
    const large = await open(small, "#seed=18446744073709551615&fractal.kind=fbm&fractal.octaves=2&frequency=0.01&1:kind=value&1:frequency=0.1");
    assert.equal(await large.page.getByLabel("Seed", { exact: true }).inputValue(), "18446744073709551615");
    const hidden = await large.page.getByLabel("Seed", { exact: true }).evaluate((field) => field.scrollWidth - field.clientWidth);
    assert.equal(hidden, 0, "all digits are seen");
    assert.equal(await large.page.getByText("Layer 2").count(), 1);
  } },

  { name: "an address that is pasted into an open tab says everything", pageAlone: true, async run({ open, assert, shell }) {
    const small = { viewport: { width: 900, height: 560 } };
    const { page, settled, written, readout } = await open(small, "#frequency=0.02&at=0,0&zoom=-3&slice=0,16");
    const paste = async (hash) => {
      await page.evaluate((hash) => (location.hash = hash), hash);
      await settled();
      return [await page.locator("#zoom-text").textContent(), (await readout()).x];
    };
    await page.locator("#slice summary").click({ force: true });
    await page.locator("#canvas").press("p");
    await page.mouse.move(304 + 298, 280);
    assert.deepEqual(await paste("#seed=4&at=5,5"), ["1 px = 1 sample", "5"]);
    assert.equal(await page.getByLabel("Third axis").isChecked(), false);
    await page.waitForTimeout(600);
    assert.doesNotMatch(page.url(), /slice/, "nothing plays on");
    // What cannot be is as if it were not said.
    await paste("#seed=4&at=5,5&map=nothing&contrast=1e400&contours=-1&slice=1e400,-3");
    assert.match(await page.evaluate(() => location.hash), /&contours=0\.1$/);
    assert.match(await page.evaluate(() => location.hash), /&slice=0,64&contours/);
    await written();
    await paste("#seed=4&at=5,5&slice=0,5000");
    await written();
    await page.locator("#canvas").press("l");
    await written();
    assert.match(await page.evaluate(() => location.hash), /&slice=0,5000&light/);
    await page.locator("#canvas").press("l");
    assert.equal(await page.locator("#message").isHidden(), true);
    for (const wrong of ["-1:seed=9", "b:-1:seed=9", "grid.__proto__.frequency=0.5", "grid.constructor.prototype.frequency=0.5", "b:__proto__.frequency=0.5"]) {
      await paste(`#seed=4&at=5,5&${wrong}`);
      await written();
      assert.deepEqual(await page.evaluate(() => [location.hash, {}.frequency]), ["#seed=4&at=5,5", undefined], wrong);
      assert.equal(await page.locator("#message").isHidden(), true, wrong);
    }
    // The address of what is shown is due, and does not replace the one that was just pasted.
    await page.evaluate(() => {
      setTimeout(() => (location.hash = "#seed=77&frequency=0.02&at=5,5"), 250);
      document.getElementById("canvas").dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
      // Both are due, one after the other, before the page hears of the new address.
      const due = performance.now() + 400;
      while (performance.now() < due);
    });
    await written();
    await settled();
    assert.equal(await page.getByLabel("Seed", { exact: true }).inputValue(), "77");
    // The server's world starts in the middle of its grid, the site's at 0.
    assert.deepEqual(await paste("#"), ["1 px = 1 sample", shell === "server" ? "512" : "0"]);
  } },

  { name: "two recipes side by side, and their difference", pageAlone: true, async run({ open, assert, shot }) {
    const { page, set, settled, picture, asked, quiet } = await open();
    const alone = await picture();
    await page.getByRole("button", { name: "Compare" }).click();
    await set("Gain", 0.7);
    await settled();
    const both = await picture();
    assert.notEqual(both.digest, alone.digest);
    await shot(page, "side-by-side");
    await page.getByRole("slider", { name: /Divider/ }).press("Home");
    await settled();
    assert.notEqual((await picture()).digest, both.digest);
    await quiet();
    const count = (await asked()).length;
    await page.getByText("Difference").click();
    await settled();
    await shot(page, "difference");
    assert.deepEqual((await asked()).slice(count).filter((what) => what.endsWith("tiles")), [], "both are there already");
    await page.getByRole("radio", { name: "A", exact: true }).check({ force: true });
    assert.equal(await page.getByLabel("Gain", { exact: true }).inputValue(), "0.5");
    await set("Gain", 0.7);
    await settled();
    assert.ok((await picture()).colors <= 2, "no difference is one colour");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator("#compare-bar").waitFor({ state: "hidden" });
  } },

  { name: "the tiles of a recipe that is not shown any more are let go", pageAlone: true, async run({ open, assert }) {
    const counted = () => {
      globalThis.arrays = [];
      globalThis.Float32Array = class extends Float32Array {
        constructor(...content) {
          super(...content);
          globalThis.arrays.push(new WeakRef(this));
        }
      };
    };
    const { page, set, settled, quiet } = await open({ before: counted, viewport: { width: 904, height: 560 } });
    const client = await page.context().newCDPSession(page);
    /** How many tiles are in memory. */
    const tiles = async () => {
      await quiet();
      await client.send("HeapProfiler.collectGarbage");
      return page.evaluate(() => globalThis.arrays.filter((array) => array.deref()?.length === 258 * 258).length);
    };
    const compare = page.getByRole("button", { name: "Compare", exact: true });
    const one = await tiles();
    assert.ok(one > 0);
    const ways = {
      button: () => compare.click(),
      reset: () => page.getByRole("button", { name: "Reset" }).click(),
      back: () => page.goBack(),
    };
    for (const [way, leave] of Object.entries(ways)) {
      await compare.click();
      assert.equal(await tiles(), 2 * one, `${way}: both are there`);
      await leave();
      await page.locator("#compare-bar").waitFor({ state: "hidden" });
      await settled();
      assert.equal(await tiles(), one, way);
    }
    // Nor do those of an older recipe B stay.
    await compare.click();
    await set("Gain", 0.7);
    assert.equal(await tiles(), 2 * one);
  } },

  { name: "side by side, the same colours are the same values", pageAlone: true, async run({ open, assert, shot }) {
    const { page, picture, settled, key } = await open({ viewport: { width: 1000, height: 600 } }, "#frequency=0.01&at=0,0&b:frequency=0.01&b:output.scale=20&compare=split");
    const divider = page.getByRole("slider", { name: /Divider/ });
    const sides = async () => {
      const both = [];
      for (const end of ["Home", "End"]) {
        await divider.press(end);
        await settled();
        both.push((await picture()).digest);
      }
      return both;
    };
    // Twenty times the value is beyond the levels of A.
    const [b, a] = await sides();
    assert.notEqual(a, b);
    await page.getByRole("radio", { name: "B", exact: true }).check({ force: true });
    await settled();
    assert.ok((await sides()).every((digest) => digest !== a && digest !== b), "B's levels are others");
    for (let step = 0; step < 24; step++) await divider.press("ArrowLeft");
    await shot(page);
    // What dialogs are about is said.
    const notes = async () => {
      const [copied, saved] = await dialogNotes({ page, key });
      await page.getByRole("button", { name: "Seams" }).click();
      await page.locator("#seams-verdict.good").waitFor();
      const compared = await page.locator("#seams-verdict").textContent();
      await page.keyboard.press("Escape");
      return [copied, saved, compared].map((note) => note.match(/^Recipe .: /)?.[0]);
    };
    assert.deepEqual(await notes(), Array(3).fill("Recipe B: "));
    await page.getByRole("radio", { name: "A", exact: true }).check({ force: true });
    assert.deepEqual(await notes(), Array(3).fill("Recipe A: "));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    assert.deepEqual(await notes(), Array(3).fill(undefined));
  } },

  { name: "the figures are those of the samples of the view, also of the recipe that the panel edits", pageAlone: true, async run({ open, assert }) {
    const small = { viewport: { width: 904, height: 560 } };
    const noise = ["--seed", "4", "--frequency", "0.01", "--fractal", "none"];
    const bytes = perlane(["generate", "-q", "-o", "-", "--size", "600x560", "--start", "10,20", ...noise]);
    const samples = new Float32Array(new Uint8Array(bytes).buffer);
    const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
    const deviation = Math.sqrt(samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / samples.length);
    const text = (value) => String(Number(value.toPrecision(4))).replace("-", "−");
    const want = `Histogram of 336000 samples: least ${text(samples.reduce((a, b) => Math.min(a, b)))}, mean ${text(mean)}, `
      + `greatest ${text(samples.reduce((a, b) => Math.max(a, b)))}, deviation ${text(deviation)}`;
    const { page } = await open(small, "#seed=4&frequency=0.01&at=310,300&b:seed=4&b:frequency=0.01&b:output.bias=5&compare=split");
    const histogram = page.locator("#histogram");
    await page.waitForFunction((want) => document.getElementById("histogram").getAttribute("aria-label") === want, want);
    assert.deepEqual(await page.locator("#figures dt").allTextContents(), ["least", "mean", "greatest", "deviation"]);
    assert.equal(await page.locator("#bound-note").textContent(), "proven bounds");
    await page.getByRole("radio", { name: "B", exact: true }).check({ force: true });
    await page.waitForFunction((want) => document.getElementById("histogram").getAttribute("aria-label") !== want, want);
    assert.match(await histogram.getAttribute("aria-label"), / mean [45]\./);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.waitForFunction((want) => document.getElementById("histogram").getAttribute("aria-label") === want, want);
  } },

  { name: "side by side, each place has its own recipe's sample, and the divider is moved by hand and by keys", pageAlone: true, async run({ open, assert }) {
    const { page, readout, picture, settled, color } = await open({ viewport: { width: 904, height: 560 } }, "#seed=4&frequency=0.01&at=300,280&b:seed=5&b:frequency=0.01&compare=split");
    const divider = page.getByRole("slider", { name: /Divider/ });
    const now = () => divider.getAttribute("aria-valuenow");
    const value = async (px) => {
      await page.mouse.move(px, 200);
      const { x, y, value } = await readout();
      return { x, y, value: Math.fround(Number(value)) };
    };
    const noise = (seed) => ["--seed", seed, "--frequency", "0.01", "--fractal", "none"];
    for (const [px, seed] of [[450, "4"], [750, "5"]]) {
      const there = await value(px);
      assert.equal(there.value, sample(there.x, there.y, noise(seed)), seed);
    }
    const pressed = () => page.locator("#compare").getAttribute("aria-pressed");
    assert.deepEqual([await pressed(), await page.locator("#badges").isVisible(), await page.locator("[name=compare-mode]:checked").getAttribute("value")], ["true", true, "split"]);
    for (const [press, at] of [["Home", "2"], ["ArrowLeft", "2"], ["End", "98"]]) {
      await divider.press(press);
      await page.waitForFunction((at) => document.getElementById("divider").getAttribute("aria-valuenow") === at, at);
    }
    const { x, y, width } = await divider.boundingBox();
    await page.mouse.move(x + width / 2, y + 40);
    await page.mouse.down();
    await page.mouse.move(304 + 150, y + 40, { steps: 2 });
    await page.mouse.up();
    await page.waitForFunction(() => document.getElementById("divider").getAttribute("aria-valuenow") === "25");
    assert.equal((await value(460)).value, sample((await readout()).x, (await readout()).y, noise("5")), "B begins at the divider");
    // Light would say which recipe is steeper, and the picture is of neither.
    await page.getByText("Difference").click();
    await settled();
    assert.deepEqual([await page.locator("#badges").isVisible(), await divider.isVisible(), await page.locator("[name=compare-mode]:checked").getAttribute("value")], [false, false, "difference"]);
    await page.mouse.move(500, 200);
    const [a, b, difference] = (await page.locator("#readout strong").textContent()).replaceAll(/−(?=\d)/g, "-").split(/ [−=] /).map(Number);
    const place = await readout();
    const [of4, of5] = ["4", "5"].map((seed) => sample(place.x, place.y, noise(seed)));
    assert.deepEqual([a, b, difference].map(Math.fround), [of4, of5, Math.fround(of4 - of5)]);
    const [red, , blue] = await color(500, 200);
    assert.equal(red > blue, difference > 0, "red is more, blue is less");
    const { digest, colors } = await picture();
    assert.ok(colors > 50);
    await page.getByRole("radio", { name: "B", exact: true }).check({ force: true });
    await page.getByLabel("Hillshade").check();
    await settled();
    assert.equal((await picture()).digest, digest);
    await page.locator("#compare").click();
    await settled();
    assert.deepEqual([await pressed(), await page.locator("#badges").isVisible()], ["false", false]);
    // Undone, it is there again, and the panel edits what it did.
    await page.goBack();
    await settled();
    assert.deepEqual([await pressed(), await page.locator("[name=side]:checked").getAttribute("value")], ["true", "b"]);
  } },

  { name: "side by side, what is left of the divider is painted from A, and what is right of it from B", pageAlone: true, async run({ open, assert }) {
    const screen = { viewport: { width: 904, height: 560 } };
    // Each recipe alone, and both, with the same colours.
    const [noise, other] = [{ seed: 4, frequency: 0.01, kind: "perlin" }, { seed: 5, frequency: 0.023, kind: "value" }];
    const keys = (noise, mark = "") => Object.entries(noise).map(([key, value]) => `${mark}${key}=${value}`).join("&");
    // A pixel is the fourth sample, or a part of one.
    for (const view of ["at=300,280&zoom=-2", "at=300,280&zoom=0.3"]) {
      const look = `${view}&levels=-1..1`;
      const alone = [];
      // On both sides of all dividers, and where none of them is.
      const places = [430, 570, 700];
      const colors = async (tab) => {
        await tab.quiet();
        const all = [];
        for (const x of places) all.push(String(await tab.color(x, 200)));
        return all;
      };
      for (const one of [noise, other]) alone.push(await colors(await open(screen, `#${keys(one)}&${look}`)));
      assert.ok(places.every((_, place) => alone[0][place] !== alone[1][place]), `places that tell both apart: ${alone.join(" and ")}`);
      const both = await open(screen, `#${keys(noise)}&${keys(other, "b:")}&${look}&compare=split`);
      const divider = both.page.getByRole("slider", { name: /Divider/ });
      const now = () => divider.getAttribute("aria-valuenow").then(Number);
      for (const [press, times] of [["ArrowLeft", 0], ["ArrowLeft", 12], ["End", 1], ["Home", 1]]) {
        for (let time = 0; time < times; time++) await divider.press(press);
        const painted = await colors(both);
        const at = 304 + 6 * (await now());
        const want = places.map((x, place) => alone[x < at ? 0 : 1][place]);
        assert.deepEqual(painted, want, `${view}, divider at ${at}`);
      }
    }
  } },

  { name: "light comes from where it is said, and period lines are at the periods", pageAlone: true, async run({ open, assert }) {
    const { page, color, set, settled } = await open({ viewport: { width: 904, height: 560 } }, "#seed=4&frequency=0.03125&at=300,200&period.y=8&light=0,1&map=grey");
    // The first sample of the window is (0, -80), and periods are 256 samples.
    const [on, beside] = [await color(604, 336), await color(604, 341)];
    assert.ok(on[0] > on[2] + 60, `a line is red: ${on}`);
    assert.equal(beside[0], beside[2], "what is grey is no line");
    // Places of which the ground rises towards the south, and so faces the north.
    const noise = ["--seed", "4", "--frequency", "0.03125", "--fractal", "none", "--period", "0,8"];
    const rises = (x, y) => sample(x, y + 2, noise) - sample(x, y - 2, noise);
    const place = [[200, 100], [210, 112], [220, 124], [230, 138]].find(([x, y]) => Math.abs(rises(x, y)) > 0.1);
    const lit = async (from) => {
      await set("Light from", from);
      await settled();
      return (await color(304 + place[0], 80 + place[1]))[0];
    };
    assert.equal(await lit(0) > await lit(180), rises(...place) > 0);
    assert.equal(await page.locator("#message").isHidden(), true);
  } },

  { name: "levels in reverse are lit from the same side", pageAlone: true, async run({ open, assert }) {
    const pictures = [];
    // All samples are beyond the first of these levels, and so have its colour: what is seen is light.
    for (const levels of ["1000..1001", "-1000..-1001"]) {
      const { picture } = await open({ viewport: { width: 900, height: 560 } }, `#frequency=0.02&at=0,0&map=viridis&light=315,1&levels=${levels}`);
      pictures.push(await picture());
    }
    assert.ok(pictures[0].colors > 50);
    assert.deepEqual(pictures[1], pictures[0]);
  } },

  { name: "each of two recipes keeps its own error", async run({ open, assert }) {
    const tab = await open({ viewport: { width: 1000, height: 700 } }, "#seed=5&frequency=0.01&at=10,10");
    tab.allowed = ["422"];
    const { page, set, settled } = tab;
    const message = page.locator("#message");
    const choose = async (name) => {
      await page.locator("#panel .segments").getByText(name, { exact: true }).click();
      await settled();
    };
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await settled();
    await choose("cellular");
    await set("Jitter", 5);
    await message.filter({ hasText: /^jitter is 5; / }).waitFor();
    await choose("A");
    await message.filter({ hasText: /^Recipe B: jitter is 5; / }).waitFor();
    assert.equal(await page.locator("#panel .error:visible").count(), 0, "nothing is wrong with A");
    await set("Seed", 9);
    await settled();
    assert.match(await message.textContent(), /^Recipe B: jitter/, "what is wrong with B still is");
    await choose("B");
    assert.match(await message.textContent(), /^jitter is 5; /);
    assert.equal(await page.locator("#panel .error:visible").count(), 1);
    await page.getByRole("button", { name: "Reset" }).click();
    await message.waitFor({ state: "hidden" });
    assert.equal(await page.locator("#panel .error:visible").count(), 0, "nothing of B is left");
  } },

  { name: "what is wrong with a layer is said beside its own controls", pageAlone: true, async run({ open, assert }) {
    const fbm = (mark, octaves) => `${mark}frequency=0.01&${mark}fractal.kind=fbm&${mark}fractal.octaves=${octaves}`;
    const tab = await open({ viewport: { width: 760, height: 420 } }, `#${fbm("", 4)}&${fbm("1:", 40)}&at=0,0`);
    tab.allowed = ["422"];
    const { page } = tab;
    const octaves = page.getByLabel("Octaves", { exact: true });
    const marked = async () => [await octaves.inputValue(), await octaves.getAttribute("aria-invalid"), await page.locator("#panel .error:visible").count()];
    await page.locator("#message").filter({ hasText: "octaves is 40" }).waitFor();
    assert.deepEqual(await marked(), ["4", "false", 0]);
    await page.locator("#layers").getByText("Layer 2").click();
    assert.deepEqual(await marked(), ["40", "true", 1]);
  } },

  { name: "controls show what is taken where nothing is set", pageAlone: true, async run({ open, assert }) {
    const { page, settled } = await open({ viewport: { width: 1000, height: 700 } }, "#frequency=0.01&fractal.kind=fbm&at=0,0");
    const shown = (label) => page.getByLabel(label, { exact: true }).inputValue();
    await page.getByLabel("Fractal", { exact: true }).selectOption("ping-pong");
    assert.equal(await shown("Strength"), "2");
    await page.getByLabel("Fractal", { exact: true }).selectOption("ridged-multi");
    assert.deepEqual([await shown("Level"), await shown("Feedback")], ["1", "2"]);
    await page.locator("#panel .segments").getByText("cellular", { exact: true }).click();
    await settled();
    assert.equal(await shown("Jitter"), "1");
  } },

  { name: "a control shows what belongs to it, and cell sizes are in samples", pageAlone: true, async run({ open, assert }) {
    const { page, set, settled } = await open({ viewport: { width: 760, height: 420 } }, "#seed=4&frequency=0.01&at=300,280&grid.spacing.x=0.5&slice=3,16,loop");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    const shown = (label) => page.getByLabel(label, { exact: true }).inputValue();
    const visible = (label) => page.getByLabel(label, { exact: true }).isVisible();
    assert.equal(await shown("Cell size"), "200");
    await set("Cell size", 400);
    const swap = page.getByRole("button", { name: "Frequency or cell size" });
    await swap.press("Enter");
    assert.deepEqual([await shown("Frequency"), await visible("Cell size"), await page.evaluate(() => document.activeElement.getAttribute("aria-label"))], ["0.005", false, "Frequency or cell size"]);
    const fill = () => page.getByLabel("Contrast, slider").evaluate((slider) => slider.style.getPropertyValue("--fill"));
    for (const [box, label] of [["Hillshade", "Relief"], ["Contours", "Interval"]]) {
      assert.equal(await visible(label), false);
      await page.getByLabel(box, { exact: true }).check();
      assert.equal(await visible(label), true);
      await page.getByLabel(box, { exact: true }).uncheck();
    }
    // Contrast and levels say the same thing, and the last word holds.
    assert.equal(await fill(), "50%");
    await page.getByRole("button", { name: "Fit" }).click();
    const ends = [await shown("Levels, low"), await shown("Levels, high")].map(Number);
    const figures = (await page.locator("#figures dd").allTextContents()).map((text) => Number(text.replace("−", "-")));
    assert.ok(Math.abs(ends[0] - figures[0]) < 0.1 && Math.abs(ends[1] - figures[2]) < 0.1, `${ends} of ${figures}`);
    const levels = page.getByLabel("Levels", { exact: true });
    assert.equal(await levels.isChecked(), true);
    await levels.uncheck();
    assert.equal(await levels.isChecked(), false);
    const span = Number(await shown("Levels, high"));
    await levels.check();
    await set("Contrast", 4);
    assert.deepEqual([await fill(), await levels.isChecked()], ["100%", false]);
    assert.ok(Math.abs(Number(await shown("Levels, high")) - span / 4) < span / 50, "the colours span a quarter of the values");
    // While a number is typed, its field has what was typed.
    const scale = page.getByLabel("Scale", { exact: true });
    await scale.selectText();
    await scale.pressSequentially("1.05");
    assert.equal(await scale.inputValue(), "1.05");
    assert.equal(await visible("Period, z"), true);
    assert.match(await page.locator("#readout").textContent(), /z\s3\s/);
    await page.getByRole("button", { name: "Play" }).click();
    assert.equal(await page.getByRole("button", { name: "Pause" }).getAttribute("aria-pressed"), "true");
    await page.getByLabel("Third axis").uncheck();
    await settled();
    assert.deepEqual([await page.locator("#slice button").textContent(), await visible("Period, z")], ["Play", false]);
    await page.waitForFunction(() => !/slice|period/.test(location.hash));
  } },

  { name: "slices of a recipe are its own", shells: ["server"], async run({ open, assert, folder }) {
    const server = await explore(["--port", "0", "--size", "100x100x10", "--start", "0,0,100", "--cell-size", "40"]);
    try {
      const { page, key, settled } = await open({ viewport: { width: 900, height: 600 } }, "", server.url);
      const slider = page.getByLabel("z, slider");
      const ends = async () => [await slider.getAttribute("min"), await slider.getAttribute("max")];
      assert.deepEqual(await ends(), ["100", "109"]);
      await page.getByRole("button", { name: "Play" }).click();
      const seen = new Set();
      for (let look = 0; look < 200 && seen.size < 4; look++) {
        seen.add(Number(await page.getByLabel("z", { exact: true }).inputValue()));
        await page.waitForTimeout(100);
      }
      await page.getByRole("button", { name: "Pause" }).click();
      assert.ok(seen.size >= 4 && [...seen].every((z) => z >= 100 && z < 110), [...seen].join(" "));
      const again = await open({ viewport: { width: 900, height: 600 } }, await page.evaluate(() => location.hash), server.url);
      assert.deepEqual([await again.page.getByLabel("z, slider").getAttribute("min")], ["100"], "an address says it");
      // A picture has two axes.
      await key("d");
      assert.deepEqual(await page.locator("#save .segments label:visible").allTextContents(), ["NPY", "TIFF", "RAW"]);
      await page.getByLabel("All frames").check();
      const files = [];
      page.on("download", (file) => files.push(file));
      await page.getByRole("button", { name: "Download", exact: true }).last().click();
      await page.locator("#save-done").filter({ hasText: "MB" }).waitFor();
      for (let wait = 0; files.length < 2 && wait < 50; wait++) await page.waitForTimeout(100);
      for (const file of files) await file.saveAs(`${folder}/frames-${file.suggestedFilename()}`);
      const { grid } = JSON.parse(await readFile(`${folder}/frames-noise.npy.perlane.json`, "utf8"));
      assert.deepEqual([grid.start.z, grid.size.z], [100, 10]);
      await page.locator("#save").getByRole("button", { name: "Close" }).click();
      // A slice beyond the frames begins others.
      const z = page.getByLabel("z", { exact: true });
      const type = async (digits) => {
        await z.selectText();
        await z.pressSequentially(digits);
        await z.press("Tab");
        await settled();
      };
      await type("108");
      assert.deepEqual(await ends(), ["100", "109"], "the first digits are not the number");
      await type("170");
      assert.deepEqual(await ends(), ["170", "179"]);
      await page.getByRole("spinbutton", { name: "Frames" }).fill("99999");
      await page.getByRole("spinbutton", { name: "Frames" }).press("Tab");
      assert.equal(await page.getByRole("spinbutton", { name: "Frames" }).inputValue(), "4096");
    } finally {
      server.stop();
    }
  } },

  { name: "slices play and loop", async run({ open, assert, shot }) {
    const { page, picture, settled } = await open({ viewport: { width: 1000, height: 600 } }, "#frequency=0.02");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    await page.getByLabel("Third axis").check();
    await page.getByLabel("Loop without a seam").check();
    await page.getByRole("spinbutton", { name: "Frames" }).fill("16");
    await settled();
    const first = await picture();
    await page.getByLabel("z", { exact: true }).fill("5");
    await settled();
    assert.notEqual((await picture()).digest, first.digest);
    await page.getByLabel("z", { exact: true }).fill("16");
    await settled();
    assert.equal((await picture()).digest, first.digest, "the frame after the last is the first");
    await page.getByRole("button", { name: "Play" }).click();
    const seen = new Set();
    for (let look = 0; look < 12; look++) {
      seen.add(await page.getByLabel("z", { exact: true }).inputValue());
      await page.waitForTimeout(120);
    }
    await page.getByRole("button", { name: "Pause" }).click();
    assert.ok(seen.size >= 4, `${seen.size} frames in 1.5 s`);
    // A frame that was under way may still come; the next one would come two seconds later, as nobody says that it is drawn.
    await settled();
    const paused = await page.getByLabel("z", { exact: true }).inputValue();
    await page.waitForTimeout(2200);
    assert.equal(await page.getByLabel("z", { exact: true }).inputValue(), paused, "nothing plays on");
    await shot(page);
  } },

  { name: "a loop has no seam, whatever layers and warps there are", async run({ open, assert, shot }) {
    const small = { viewport: { width: 900, height: 560 } };
    const ticked = (page) => page.getByLabel("Loop without a seam").isChecked();
    const swirl = (more) => `{"seed":5,"output":{"scale":30},${more}}`;
    for (const noise of [
      "#frequency=0.01&1:frequency=0.013&1:kind=value",
      "#frequency=0.01&b:frequency=0.03&b:1:frequency=0.002&compare=difference",
      "#frequency=0.01&fractal.kind=fbm&fractal.octaves=3&fractal.lacunarity=2.3&1:frequency=0.0137",
      "#frequency=0.01&warp.amplitude=30&warp.frequency=0.013",
      "#frequency=0.01&warp.amplitude=30",
      `#frequency=0.02&warp=[${swirl('"frequency":0.02,"period":[16]')}]`,
      `#frequency=0.02&1:frequency=0.01&1:warp=[[],[${swirl('"frequency":0.03')},${swirl('"frequency":0.004')}]]`,
    ]) {
      const { page, readout, set, settled } = await open(small, `${noise}&at=0,0&slice=0,16,loop`);
      const slice = async (z) => {
        await set("z", z);
        await settled();
        const values = [];
        for (const px of [400, 500, 600]) {
          await page.mouse.move(px, 300);
          // Of two recipes, the difference is what is shown last.
          await readout();
          const text = await page.locator("#readout strong").filter({ hasNotText: "…" }).textContent();
          values.push(Number(text.split(" ").at(-1).replace("−", "-")));
        }
        return values;
      };
      const far = (one, other) => Math.max(...one.map((value, at) => Math.abs(value - other[at])));
      const first = await slice(0);
      assert.ok(first.every(Number.isFinite), `${noise}: ${first}`);
      assert.ok(far(first, await slice(8)) > 0.01, `${noise}: ${first}`);
      const after = await slice(16);
      assert.ok(far(first, after) < 1e-4, `${noise}: ${first} and ${after}`);
      assert.equal(await ticked(page), true);
    }
    // Where there is no such period, the page says so, and sets nothing.
    const { page, set, settled } = await open(small, "#frequency=0.02&1:frequency=0.01&at=0,0&slice=0,16,loop");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    const why = page.locator("#slice .error");
    const periods = async () => {
      await page.waitForTimeout(400);
      return [await page.getByLabel("Period, z").inputValue(), /period|spacing/.test(await page.evaluate(() => location.hash))];
    };
    assert.deepEqual(await periods(), ["4", true]);
    await set("Cell size", 61.7);
    await why.waitFor();
    assert.match(await why.textContent(), /^A loop would have a seam: .* frequencies 0\.0162075, 0\.01\.$/);
    assert.equal(await ticked(page), false);
    assert.deepEqual(await periods(), ["0", false]);
    await why.scrollIntoViewIfNeeded();
    await shot(page);
    await page.getByLabel("Loop without a seam").click();
    assert.equal(await ticked(page), false);
    // A period that a person sets is not the loop's.
    await set("Period, z", 7);
    assert.deepEqual(await periods(), ["7", true]);
    await set("Cell size", 70);
    await why.waitFor({ state: "hidden" });
    assert.equal(await ticked(page), true, "what was wanted comes as soon as it can");
    assert.deepEqual(await periods(), ["10", true]);
    await page.getByLabel("Loop without a seam").uncheck();
    assert.deepEqual(await periods(), ["0", false]);
  } },

  { name: "without the third axis, no noise has a period along it", pageAlone: true, async run({ open, assert, shell }) {
    const screen = { viewport: { width: 904, height: 560 } };
    const warp = (period) => `{"seed":5,"frequency":0.02,"period":${period},"output":{"scale":30}}`;
    const flat = "#seed=4&frequency=0.01&period.x=8&at=0,0";
    const noises = {
      list: ["#seed=4&frequency=0.01&period=8,0,4&at=0,0", flat],
      warp: [`#seed=4&frequency=0.01&warp=[${warp("[16,0,4]")}]&at=0,0`, `#seed=4&frequency=0.01&warp=[${warp("[16,0]")}]&at=0,0`],
    };
    for (const [name, [third, without]] of Object.entries(noises)) {
      const tab = await open(screen, `${third}&slice=3,16`);
      const { page, quiet, picture, key } = tab;
      await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
      await quiet();
      const before = await picture();
      await page.getByLabel("Third axis").uncheck();
      await quiet();
      assert.equal(await page.locator("#message").isHidden(), true, `${name}: ${await page.locator("#message").textContent()}`);
      const plain = await open(screen, without);
      await plain.quiet();
      assert.deepEqual(await picture(), await plain.picture(), name);
      assert.notEqual((await picture()).digest, before.digest);
      // It does not come back by itself, but is undone.
      await page.getByLabel("Third axis").check();
      await quiet();
      if (name === "list") assert.equal(await page.getByLabel("Period, z").inputValue(), "0");
      const hash = await page.evaluate(() => location.hash);
      await key("Control+z");
      await page.waitForFunction((hash) => location.hash !== hash, hash);
      await quiet();
      assert.deepEqual(await picture(), before, `${name}, undone`);
      if (name === "list") assert.equal(await page.getByLabel("Period, z").inputValue(), "4");
    }
  } },

  { name: "seams", async run({ open, assert, shot }) {
    const { page } = await open({}, "#frequency=0.0078125&period.x=8&fractal.kind=fbm&fractal.octaves=4");
    await page.getByRole("button", { name: "Seams" }).click();
    await page.locator("#seams-verdict.good").waitFor();
    assert.match(await page.locator("#seams-verdict").textContent(), /^All [\d\u202f]+ samples have the same bits/);
    const rows = await page.locator("#seams-rows tr").allTextContents();
    assert.ok(rows.some((row) => row.includes("one period, 1024 samples, further along x")), rows.join("\n"));
    assert.ok(rows.length >= 5);
    await shot(page);
  } },

  { name: "seams are those of this view", shells: ["server"], async run({ open, assert }) {
    const { page, settled } = await open({ viewport: { width: 900, height: 560 } }, "#frequency=0.0625&period.x=8&at=0,0");
    const dropped = [];
    page.on("requestfailed", (request) => dropped.push(new URL(request.url()).pathname));
    // The first report comes late.
    let wait = 2000;
    await page.route(/api\/seams/, async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, wait));
      await route.fulfill({ response }).catch(() => {});
    });
    const again = page.getByRole("button", { name: "Compare again" });
    const rows = async () => (await page.locator("#seams-rows tr").allTextContents()).join("; ");
    await page.getByRole("button", { name: "Seams" }).click();
    await page.waitForTimeout(300);
    assert.ok(await again.isDisabled());
    await page.keyboard.press("Escape");
    await page.evaluate(() => (location.hash = "#frequency=0.05&at=5,5"));
    await settled();
    assert.deepEqual(dropped.filter((path) => path !== "/api/tiles"), ["/api/seams"], "a report that nobody waits for");
    wait = 300;
    await page.getByRole("button", { name: "Seams" }).click();
    await page.locator("#seams-verdict.good").waitFor();
    const report = await rows();
    assert.doesNotMatch(report, /one period/);
    await page.waitForTimeout(2500);
    assert.equal(await rows(), report);
    await again.press("Enter");
    assert.deepEqual([await again.isDisabled(), await rows()], [true, ""]);
    await page.locator("#seams-verdict.good").waitFor();
    assert.ok(await again.evaluate((button) => button === document.activeElement), "the focus stays");
    // No view has other bits, so that a report of some is made up.
    const checks = [{ how: "tiles", compared: 10, different: 0 }, { how: "one thread", compared: 10, different: 2 }];
    await page.route(/api\/seams/, (route) => route.fulfill({ json: { identical: false, samples: 10, checks } }));
    await again.click();
    await page.locator("#seams-verdict.bad").filter({ hasText: /^Some samples have other bits/ }).waitFor();
    assert.equal(await page.locator("#seams-rows tr.bad").textContent(), "one thread102");
  } },

  { name: "texts to copy", async run({ open, assert, folder, shot }) {
    const states = {
      plain: "",
      far: "#seed=18446744073709551615&frequency=0.0123&fractal.kind=ridged&fractal.octaves=5&fractal.gain=0.6&at=1099511627776,-77&zoom=-2",
      table: "#seed=3&frequency=0.02&hash=permutation&permutation=seeded&gradients=knight-moves&fade=cubic&period.x=8&output.range=[0,255]",
      layers: "#frequency=0.01&fractal.kind=fbm&fractal.octaves=4&1:kind=value&1:frequency=0.1&1:output.scale=0.25&1:seed=7",
      slice: "#frequency=0.02&fractal.kind=billow&fractal.octaves=3&slice=5,16,loop&output.normalize=false",
      shade: "#seed=5&frequency=0.02&fractal.kind=fbm&fractal.octaves=3&field.quantity=hillshade&field.relief=20&field.light=[1,-0.5,1]&zoom=-1",
      gradient: "#frequency=0.02&kind=value&field.quantity=gradient&plane=dx&at=5,-9",
      normal: "#frequency=0.02&field.quantity=normal&field.relief=-20&1:kind=value&1:frequency=0.1&1:seed=7",
    };
    for (const [name, hash] of Object.entries(states)) {
      const { page, key } = await open({ viewport: { width: 800, height: 400 } }, hash);
      await key("c");
      await page.locator("#copy-text").filter({ hasText: "perlane" }).waitFor();
      for (const [tab, extension] of Object.entries({ Command: "sh", Rust: "rs", Python: "py", TOML: "toml", Link: "url" })) {
        await page.locator("#copy-tabs").getByText(tab, { exact: true }).click();
        await page.getByRole("button", { name: "Copy", exact: true }).last().click();
        await page.getByText("Copied").waitFor();
        const text = await page.evaluate(() => navigator.clipboard.readText());
        assert.ok(text.length > 20);
        await writeFile(`${folder}/copied/${name}.${extension}`, text);
      }
      if (name === "plain") await page.locator("#copy-tabs").getByText("Rust").click();
      if (name === "plain") await shot(page);
      // The link is the address of the same world.
      const other = await open({ viewport: { width: 800, height: 400 } }, new URL(await readFile(`${folder}/copied/${name}.url`, "utf8")).hash);
      await other.key("c");
      await other.page.locator("#copy-text").filter({ hasText: "perlane" }).waitFor();
      assert.equal(await other.page.locator("#copy-text").textContent(), await readFile(`${folder}/copied/${name}.sh`, "utf8"));
    }
  } },

  { name: "downloads are reproduced", async run({ open, assert, folder, shell }) {
    const formats = shell === "server" ? ["PNG", "NPY", "TIFF"] : ["NPY"];
    const hashes = ["", "#frequency=0.02&field.quantity=normal&field.relief=30&plane=y"];
    for (const [hash, format] of hashes.flatMap((hash) => formats.map((format) => [hash, format]))) {
      const { page, key } = await open({ viewport: { width: 900, height: 600 } }, hash);
      await key("d");
      await page.locator("#save").getByText(format, { exact: true }).click();
      await page.getByLabel("Width").fill("1500");
      const files = [];
      page.on("download", (file) => files.push(file));
      const wanted = format === "NPY" ? 2 : 1;
      await page.getByRole("button", { name: "Download", exact: true }).last().click();
      await page.locator("#save-done").filter({ hasText: "MB" }).waitFor();
      for (let wait = 0; files.length < wanted && wait < 50; wait++) await page.waitForTimeout(100);
      assert.equal(files.length, wanted);
      for (const file of files) await file.saveAs(`${folder}/${file.suggestedFilename()}`);
      perlane(["reproduce", `${folder}/noise.${format.toLowerCase()}`]);
    }
  } },

  { name: "a dialog closes where one clicks beside it, and what cannot be copied is selected", pageAlone: true, async run({ open, assert }) {
    const forbidden = () => {
      globalThis.allowed = false;
      const { writeText } = Clipboard.prototype;
      Clipboard.prototype.writeText = function (text) {
        return globalThis.allowed ? writeText.call(this, text) : Promise.reject(new Error("forbidden"));
      };
    };
    const { page, key } = await open({ before: forbidden, viewport: { width: 904, height: 560 } }, "#seed=5&frequency=0.01&at=0,0");
    const [box, done, now] = [page.locator("#copy"), page.locator("#copy-done"), page.locator("#copy-now")];
    await key("c");
    await page.locator("#copy-text").filter({ hasText: "perlane" }).waitFor();
    await now.click();
    await done.filter({ hasText: "Selected: press Ctrl+C" }).waitFor();
    assert.equal(await page.evaluate(() => getSelection().toString().trim()), (await page.locator("#copy-text").textContent()).trim());
    await page.evaluate(() => (globalThis.allowed = true));
    await now.click();
    await done.filter({ hasText: "Copied" }).waitFor();
    await page.locator("#copy-tabs").getByText("TOML", { exact: true }).click();
    assert.equal(await done.textContent(), "", "the other text is not copied");
    await page.locator("#copy-tabs").getByText("Link", { exact: true }).click();
    assert.equal(await page.locator("#copy-text").textContent(), page.url());
    const { x, y, width } = await box.boundingBox();
    await page.mouse.click(x + width - 3, y + 3);
    assert.ok(await box.isVisible(), "its edge is the dialog's");
    await page.mouse.click(x - 10, y + 3);
    assert.ok(await box.isHidden());
  } },

  { name: "a picture has the colours of the world, numbers do not, and a file that cannot be says why", shells: ["server"], async run({ open, assert }) {
    const tab = await open({ viewport: { width: 904, height: 560 } }, "#frequency=0.01&at=300,280&levels=-0.25..0.5&map=magma&slice=5,16");
    // A disk is full, or a file is too large.
    tab.allowed = ["507", "422"];
    const { page, key } = tab;
    const [done, now] = [page.locator("#save-done"), page.locator("#save-now")];
    const asked = async (format, type) => {
      await page.locator("#save").getByText(format, { exact: true }).click();
      await page.locator("#save-type").selectOption(type);
      const request = page.waitForRequest(/api\/export/);
      await now.click();
      const { place, colormap, levels } = (await request).postDataJSON();
      await done.filter({ hasText: "MB" }).waitFor();
      return [place.size, colormap, levels];
    };
    await key("d");
    // Without a tick, one frame of them is meant.
    assert.deepEqual(await asked("NPY", "f32"), [[600, 560], null, null]);
    assert.deepEqual(await asked("NPY", "u8"), [[600, 560], null, [-0.25, 0.5]]);
    await page.getByLabel("Width").fill("9".repeat(15));
    await now.click();
    await done.filter({ hasText: /needs \d+ bytes|allowed/ }).waitFor();
    assert.equal(await now.textContent(), "Download");
    await page.keyboard.press("Escape");
    await page.getByLabel("Third axis").uncheck();
    await key("d");
    assert.deepEqual([await done.textContent(), await page.getByLabel("All frames").isVisible()], ["", false]);
    assert.deepEqual(await asked("PNG", "u8"), [[600, 560], "magma", [-0.25, 0.5]]);
    assert.deepEqual(await asked("PNG", "u16"), [[600, 560], null, [-0.25, 0.5]]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Quantity", { exact: true }).selectOption("normal");
    await key("d");
    assert.deepEqual(await asked("PNG", "u8"), [[600, 560], null, null], "colours of normals are the library's");
  } },

  { name: "a download for which the disk has no room says so", shells: ["server"], async run({ open, assert, shot }) {
    const tab = await open({ viewport: { width: 360, height: 740 } }, "#frequency=0.01&at=0,0");
    tab.allowed = ["507"];
    const { page, key } = tab;
    await key("d");
    const [done, now] = [page.locator("#save-done"), page.locator("#save-now")];
    for (const name of ["Width", "Height"]) await page.getByLabel(name).fill(String(2 ** 24));
    await page.locator("#save").getByText("RAW", { exact: true }).click();
    await now.click();
    await done.filter({ hasText: /^cannot write the download to .*: it needs \d+ bytes, and its file system has \d+ free$/ }).waitFor();
    assert.deepEqual([await done.getAttribute("role"), await done.getAttribute("class"), await now.textContent()], ["status", "bad", "Download"]);
    for (const id of ["save", "save-done"]) assert.equal(await page.locator(`#${id}`).evaluate((box) => box.scrollWidth - box.clientWidth), 0, `${id} is not cut`);
    await shot(page);
    // What is right again is no error any more.
    for (const name of ["Width", "Height"]) await page.getByLabel(name).fill("64");
    await now.click();
    await done.filter({ hasText: "MB" }).waitFor();
    assert.equal(await done.getAttribute("class"), "");
  } },

  { name: "a download is cancelled, and another one follows", async run({ open, assert }) {
    // One worker must do all.
    const before = () => Object.defineProperty(navigator, "hardwareConcurrency", { value: 1 });
    const { page, key, set, settled, picture } = await open({ before, viewport: { width: 900, height: 560 } }, "#frequency=0.01&fractal.kind=fbm&fractal.octaves=32&at=0,0");
    const files = [];
    page.on("download", (file) => files.push(file.suggestedFilename()));
    const [button, done] = [page.locator("#save-now"), page.locator("#save-done")];
    await key("d");
    await page.locator("#save").getByText("NPY", { exact: true }).click();
    for (const side of ["Width", "Height"]) await page.getByLabel(side).fill("8000");
    await button.click();
    await page.waitForTimeout(300);
    assert.equal(await button.textContent(), "Cancel");
    await button.click();
    await done.filter({ hasText: "Cancelled" }).waitFor({ timeout: 1000 });
    assert.deepEqual([await button.textContent(), files], ["Download", []]);
    for (const side of ["Width", "Height"]) await page.getByLabel(side).fill("64");
    await button.click();
    await done.filter({ hasText: "MB" }).waitFor();
    await page.locator("#save").getByRole("button", { name: "Close" }).click();
    const { digest } = await picture();
    await set("Seed", 5);
    await settled();
    assert.notEqual((await picture()).digest, digest);
    for (let wait = 0; files.length < 2 && wait < 20; wait++) await page.waitForTimeout(100);
    assert.deepEqual(files, ["noise.npy", "noise.npy.perlane.json"]);
  } },

  { name: "downloads have what files can hold", async run({ open, assert, shell }) {
    const offered = async (hash) => {
      const { page, key } = await open({ viewport: { width: 900, height: 600 } }, hash);
      await key("d");
      const formats = [];
      for (const format of await page.locator("#save .segments label:visible").allTextContents()) {
        await page.locator("#save").getByText(format, { exact: true }).click();
        const numbers = await page.locator("#save-type option").allTextContents();
        for (const type of numbers) {
          await page.locator("#save-type").selectOption(type);
          await page.getByLabel("Width").fill("33");
          const done = page.locator("#save-done");
          await page.getByRole("button", { name: "Download", exact: true }).last().click();
          await done.filter({ hasText: /MB|allowed/ }).waitFor();
          assert.match(await done.textContent(), /MB/, `${hash} ${format} ${type}`);
        }
        formats.push(`${format} ${numbers}`);
      }
      return formats.join("; ");
    };
    if (shell === "site") return assert.equal(await offered("#frequency=0.01&at=0,0"), "NPY f32");
    assert.equal(await offered("#frequency=0.01&at=0,0"), "PNG u8,u16; NPY f32,u16,u8; TIFF f32,u16,u8; RAW f32,u16,u8");
    assert.equal(await offered("#frequency=0.01&at=0,0&field.quantity=normal"), "PNG u8,u16; NPY f32,u16,u8; TIFF f32,u16,u8; RAW f32,u16,u8");
    assert.equal(await offered("#frequency=0.01&at=0,0&field.quantity=gradient&plane=dx"), "NPY f32; TIFF f32; RAW f32");
    assert.equal(await offered("#frequency=0.01&at=0,0&slice=5,16"), "NPY f32,u16,u8; TIFF f32,u16,u8; RAW f32,u16,u8");
    assert.equal(await offered("#frequency=0.01&at=0,0&slice=5,16&field.quantity=curl"), "NPY f32; RAW f32");
    assert.equal(await offered("#frequency=0.01&at=0,0&slice=5,16&grid.size.w=2"), "NPY f32,u16,u8; RAW f32,u16,u8");
  } },

  { name: "levels are two different numbers", pageAlone: true, async run({ open, assert }) {
    const { page, key, settled } = await open({ viewport: { width: 900, height: 600 } }, "#frequency=0.01&at=0,0&levels=0.2..0.2");
    await page.waitForFunction(() => !location.hash.includes("levels"));
    await page.getByLabel("Levels, low").fill("0.3");
    await page.getByLabel("Levels, high").fill("0.3");
    assert.equal(await page.getByLabel("Levels, high").getAttribute("aria-invalid"), "true");
    await page.getByLabel("Levels, high").press("Tab");
    assert.notEqual(await page.getByLabel("Levels, high").inputValue(), "0.3", "what holds comes back");
    await settled();
    await key("c");
    await page.locator("#copy-text").filter({ hasText: "perlane" }).waitFor();
    assert.doesNotMatch(await page.locator("#copy-text").textContent(), /0\.3\.\.0\.3/);
    // Numbers that are near each other keep the digits in which they differ; a flat noise has levels around it.
    for (const [output, fit] of [["output.bias=1000&output.scale=0.1", true], ["output.bias=3&output.scale=0", false]]) {
      const near = await open({ viewport: { width: 900, height: 600 } }, `#frequency=0.01&at=0,0&${output}`);
      const ends = async () => [await near.page.getByLabel("Levels, low").inputValue(), await near.page.getByLabel("Levels, high").inputValue()].map(Number);
      assert.ok((await ends())[0] < (await ends())[1], `${await ends()}`);
      if (fit) await near.page.getByRole("button", { name: "Fit" }).click();
      assert.ok((await ends())[0] < (await ends())[1], `${await ends()}`);
    }
  } },

  { name: "dialogs are of this view, and Enter downloads", async run({ open, assert, shell }) {
    const { page, set, key, settled } = await open({ viewport: { width: 900, height: 560 } }, "#frequency=0.01&at=0,0&zoom=-1");
    const text = page.locator("#copy-text");
    await key("c");
    await text.filter({ hasText: "perlane" }).waitFor();
    assert.match(await page.locator("#copy-note").textContent(), /, every 2nd; /);
    await page.keyboard.press("Escape");
    await set("Seed", 99);
    await settled();
    if (shell === "server") {
      await page.route(/api\/check/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      });
      await key("c");
      assert.equal(await text.textContent(), "", "not the text of the view before");
      assert.ok(await page.locator("#copy-now").isDisabled());
      await text.filter({ hasText: "--seed 99" }).waitFor();
      await page.keyboard.press("Escape");
    }
    await key("d");
    await page.locator("#save").getByText("NPY", { exact: true }).click();
    for (const wrong of ["", "0", "1.5"]) {
      await page.getByLabel("Width").fill(wrong);
      await page.getByLabel("Width").press("Enter");
      assert.equal(await page.locator("#save-done").textContent(), "", wrong);
    }
    await page.getByLabel("Width").fill("64");
    const file = page.waitForEvent("download");
    await page.getByLabel("Width").press("Enter");
    assert.equal((await file).suggestedFilename(), "noise.npy");
    assert.ok(await page.locator("#save").isVisible());
    await page.locator("#save").getByRole("button", { name: "Close" }).click();
    assert.ok(await page.locator("#save").isHidden());
  } },

  { name: "a late answer to an earlier dialog is not shown in a later one", shells: ["server"], async run({ open, assert }) {
    const tab = await open({ viewport: { width: 900, height: 560 } }, "#seed=11&frequency=0.01&at=0,0");
    tab.allowed = ["422"];
    const { page, key, set, quiet } = tab;
    const text = page.locator("#copy-text");
    // The dialog's question has a place; the page's own question, whether a recipe is right, has none.
    const held = [];
    await page.route(/api\/check/, (route) => (route.request().postDataJSON().place ? void held.push(route) : route.continue()));
    const ask = async () => {
      await key("c");
      await heldUp(held, 1);
      await page.keyboard.press("Escape");
    };
    const answer = async (route) => {
      await route.fulfill({ response: await route.fetch() });
      // A wrong text would be there by then.
      await page.waitForTimeout(100);
    };
    for (const [label, earlier, later, wrong] of [["Seed", "12", "13", null], ["Seed", "14", "15", "Octaves"]]) {
      await quiet();
      await set(label, earlier);
      // One that is refused must not be shown in place of the later text either.
      if (wrong) await page.getByLabel("Fractal", { exact: true }).selectOption("fbm");
      if (wrong) await set(wrong, 40);
      await ask();
      if (wrong) await set(wrong, 4);
      await set(label, later);
      await key("c");
      await page.waitForFunction(() => document.getElementById("copy").open);
      await heldUp(held, 2);
      const [first, second] = held.splice(0);
      await answer(first);
      assert.equal(await text.textContent(), "", "the later answer is still waited for");
      await answer(second);
      await text.filter({ hasText: `--seed ${later}` }).waitFor();
      await page.keyboard.press("Escape");
      // The other way round.
      await set(label, earlier);
      if (wrong) await set(wrong, 40);
      await ask();
      if (wrong) await set(wrong, 4);
      await set(label, later);
      await key("c");
      await heldUp(held, 2);
      const [late, soon] = held.splice(0);
      await answer(soon);
      await text.filter({ hasText: `--seed ${later}` }).waitFor();
      await answer(late);
      assert.match(await text.textContent(), new RegExp(`--seed ${later}`));
      assert.ok(await page.locator("#copy-now").isEnabled());
      await page.keyboard.press("Escape");
    }
  } },

  { name: "dialogs say what is wrong, and what is right again", async run({ open, assert, shot }) {
    const tab = await open({ viewport: { width: 900, height: 560 } }, "#frequency=0.01&fractal.kind=fbm&fractal.octaves=40&at=0,0");
    tab.allowed = ["422"];
    const { page, key, set, settled } = tab;
    const [text, now] = [page.locator("#copy-text"), page.locator("#copy-now")];
    await key("c");
    await text.filter({ hasText: "octaves is 40" }).waitFor();
    await shot(page);
    for (const [name, disabled] of [["Rust", true], ["Link", false], ["Command", true]]) {
      await page.locator("#copy-tabs").getByText(name, { exact: true }).click();
      assert.equal(await now.isDisabled(), disabled, `${name}: an error is no text to copy`);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Seams" }).click();
    await page.locator("#seams-verdict.bad").filter({ hasText: /^octaves is 40; / }).waitFor();
    assert.ok(await page.locator("#seams-now").isEnabled());
    await page.keyboard.press("Escape");
    await set("Octaves", 4);
    await settled();
    await key("c");
    await text.filter({ hasText: "--octaves 4" }).waitFor();
    assert.ok(await now.isEnabled());
    await page.keyboard.press("Escape");
    const [place, note] = [page.getByLabel("Sample, as x, y"), page.locator("#goto-note")];
    await key("g");
    const help = await note.textContent();
    assert.equal(await place.getAttribute("aria-describedby"), "goto-note");
    await place.fill("junk");
    await place.press("Enter");
    assert.match(await note.textContent(), /junk/);
    assert.deepEqual([await note.getAttribute("role"), await place.getAttribute("aria-invalid")], ["status", "true"]);
    await place.fill("x".repeat(90));
    await place.press("Enter");
    assert.equal(await page.locator("#goto").evaluate((box) => box.scrollWidth - box.clientWidth), 0, "a long word is not wider than the dialog");
    await page.keyboard.press("Escape");
    await key("g");
    assert.deepEqual([await note.textContent(), await place.getAttribute("aria-invalid")], [help, null]);
    // What was typed before is replaced.
    await page.keyboard.type("70; 80");
    await page.locator("#goto-now").click();
    await page.waitForFunction(() => location.hash.includes("at=70,80"));
  } },

  { name: "a lost context of WebGL comes back with the picture", async run({ open, assert }) {
    const { page, picture, set, settled } = await open({ viewport: { width: 900, height: 560 } });
    const before = await picture();
    await page.evaluate(async () => {
      const canvas = document.getElementById("canvas");
      const extension = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
      const event = (name) => new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }));
      const [lost, restored] = [event("webglcontextlost"), event("webglcontextrestored")];
      extension.loseContext();
      await lost;
      document.getElementById("zoom-in").click();
      document.getElementById("zoom-out").click();
      await new Promise((resolve) => setTimeout(resolve, 200));
      extension.restoreContext();
      await restored;
    });
    await settled();
    assert.deepEqual(await picture(), before);
    await set("Gain", 0.6);
    await settled();
    const after = await picture();
    assert.notEqual(after.digest, before.digest);
    assert.ok(after.colors > 50);
  } },

  { name: "tiles that come while there is no context, and after it, are drawn", shells: ["server"], async run({ open, assert }) {
    const screen = { viewport: { width: 900, height: 560 } };
    const hash = (x) => `#seed=4&frequency=0.01&at=${x},0&b:seed=5&b:frequency=0.02&compare=split`;
    const { page, picture, quiet } = await open(screen, hash(0));
    await quiet();
    // Each place's tiles wait: some come while the context is away, some when it is back.
    const held = [];
    let holds = true;
    await page.route(/api\/tiles/, (route) => (holds ? void held.push(route) : route.continue()));
    await page.evaluate((hash) => {
      const canvas = document.getElementById("canvas");
      globalThis.extension = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
      for (const now of ["lost", "restored"]) canvas.addEventListener(`webglcontext${now}`, () => (globalThis.context = now));
      location.hash = hash;
    }, hash(5000));
    await heldUp(held, 2);
    await page.evaluate(() => globalThis.extension.loseContext());
    await page.waitForFunction(() => globalThis.context === "lost");
    // The coarse tiles of both recipes; the others are asked for then.
    for (const route of held.splice(0)) await route.continue();
    await heldUp(held, 2);
    const [first, ...others] = held.splice(0);
    await first.fulfill({ response: await first.fetch() });
    await page.evaluate(() => globalThis.extension.restoreContext());
    await page.waitForFunction(() => globalThis.context === "restored");
    holds = false;
    for (const route of [...others, ...held]) await route.continue();
    await quiet();
    const whole = await open(screen, hash(5000));
    await whole.quiet();
    assert.deepEqual(await picture(), await whole.picture());
  } },

  { name: "by keyboard alone", pageAlone: true, async run({ open, assert, shot }) {
    const { page, readout, settled } = await open();
    await page.keyboard.press("Tab");
    const names = [];
    for (let step = 0; step < 60; step++) {
      names.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? ""));
      await page.keyboard.press("Tab");
    }
    for (const wanted of ["canvas", "copy-open", "zoom-in"]) {
      const label = wanted === "canvas" ? "World of noise" : wanted === "zoom-in" ? "Zoom in" : wanted;
      assert.ok(names.some((name) => name.includes(label)), `${label} in ${names.join(", ")}`);
    }
    await page.locator("#canvas").focus();
    const start = await readout();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await settled();
    const moved = await readout();
    assert.ok(Number(moved.x) > Number(start.x) && Number(moved.y) > Number(start.y));
    const octaves = await page.getByLabel("Octaves", { exact: true }).inputValue();
    await page.keyboard.press("o");
    assert.equal(await page.getByLabel("Octaves", { exact: true }).inputValue(), String(Number(octaves) + 1));
    // Caps Lock makes large letters without Shift.
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "O", bubbles: true })));
    assert.equal(await page.getByLabel("Octaves", { exact: true }).inputValue(), String(Number(octaves) + 2));
    await page.keyboard.press("?");
    assert.ok(await page.locator("#help").isVisible());
    await shot(page);
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#help").isHidden());
    // Layers are chosen, added and removed without losing the focus.
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.value);
    await page.getByRole("button", { name: "Add a layer" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    assert.equal(await focused(), "Add a layer");
    await page.keyboard.press("Shift+Tab");
    for (const layer of ["2", "1", "0"]) {
      assert.deepEqual([await focused(), await page.locator("#layers :checked").getAttribute("value")], [layer, layer]);
      await page.keyboard.press("ArrowLeft");
    }
    await page.getByRole("button", { name: "Remove this layer" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await focused(), "Remove this layer");
    await page.keyboard.press("Enter");
    assert.equal(await focused(), "Add a layer", "nothing is left to remove");
    // A dialog begins at its first choice, Enter does what its button says, and the focus goes back to what had it, or to the world.
    const at = () => page.evaluate(() => document.activeElement.id || document.activeElement.value);
    await page.evaluate(() => document.activeElement.blur());
    for (const [opened, before, after] of [["c", "", "canvas"], ["Enter", "copy-open", "copy-open"]]) {
      if (before) await page.locator(`#${before}`).focus();
      await page.keyboard.press(opened);
      await page.locator("#copy-text").filter({ hasText: /./ }).waitFor();
      await page.keyboard.press(opened === "c" ? "ArrowRight" : "ArrowLeft");
      assert.equal(await at(), opened === "c" ? "rust" : "command");
      await page.waitForFunction(() => !document.getElementById("copy-now").disabled);
      await page.keyboard.press("Enter");
      await page.locator("#copy-done").filter({ hasText: "Copied" }).waitFor();
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), opened === "c" ? /^use perlane/ : /^perlane generate/);
      await page.keyboard.press("Escape");
      assert.ok(await page.locator("#copy").isHidden());
      await page.locator(`#${after}:focus`).waitFor();
    }
    await page.keyboard.press("d");
    assert.equal(await at(), await page.locator("#save input:checked").getAttribute("value"));
    await page.keyboard.press("Escape");
    const slider = page.getByLabel("Gain, slider");
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByLabel("Gain", { exact: true }).inputValue(), "0.51", "arrows move the slider, not the world");
  } },

  { name: "keys do what the list of keys says, and letters in dialogs and lists do nothing", pageAlone: true, async run({ open, assert }) {
    const { page, key, set } = await open({ viewport: { width: 760, height: 420 } }, "#seed=5&frequency=0.01&at=0,0");
    const shown = (label) => page.getByLabel(label, { exact: true }).inputValue();
    const panel = async () => [await page.getByRole("button", { name: "Panel" }).getAttribute("aria-expanded"), await page.locator("#panel").isVisible()];
    await key("o");
    await page.getByLabel("Fractal", { exact: true }).selectOption("fbm");
    assert.notEqual(await shown("Octaves"), "2", "a noise without a fractal has no octaves");
    for (const [octaves, press, then] of [[7, "Shift+O", "6"], [1, "Shift+O", "1"], [32, "o", "32"]]) {
      await set("Octaves", octaves);
      await key(press);
      assert.equal(await shown("Octaves"), then);
    }
    await key("m");
    assert.equal(await page.locator("#colour .faint").first().textContent(), "viridis");
    await page.waitForFunction(() => location.hash.includes("map=viridis"));
    await page.locator("[name=colormap]").last().check({ force: true });
    await key("m");
    assert.equal(await page.locator("#colour .faint").first().textContent(), "grey", "after the last colormap comes the first one");
    await key("p");
    assert.equal(await page.locator("#slice button").textContent(), "Play", "there are no slices to play");
    assert.deepEqual(await panel(), ["true", true]);
    await key("t");
    assert.deepEqual(await panel(), ["false", false]);
    await key("t");
    await key("?");
    assert.deepEqual(await page.locator("#help kbd").allTextContents(), ["← ↑ ↓ →", "+", "-", "0", "s", "o", "O", "m", "l", "p", "b", "g", "c", "d", "t", "Ctrl+Z", "Ctrl+Y", "?"]);
    await page.keyboard.press("s");
    await page.keyboard.press("Escape");
    await page.getByLabel("Fractal", { exact: true }).press("s");
    await page.getByLabel("Contrast", { exact: true }).press("s");
    await page.getByLabel("Fractal", { exact: true }).selectOption("fbm");
    await page.getByRole("button", { name: "Reset" }).press("Control+s");
    await page.evaluate(() => document.getElementById("canvas").dispatchEvent(new KeyboardEvent("keydown", { key: "s", repeat: true, bubbles: true })));
    assert.equal(await shown("Seed"), "5");
    // A Mac has another key for Undo.
    await set("Seed", 6);
    await key("Meta+z");
    await page.waitForFunction(() => location.hash.startsWith("#seed=5&"));
    await page.getByRole("button", { name: "Reset" }).click();
    assert.deepEqual([await shown("Seed"), await page.locator("#colour .faint").first().textContent()], ["0", "terrain"]);
  } },

  { name: "what takes long says so", async run({ open, assert, shot, shell }) {
    // Everything that the page fetches waits.
    const held = () => {
      const { fetch } = globalThis;
      const wait = new Promise((resolve) => (globalThis.goOn = resolve));
      globalThis.fetch = (...request) => wait.then(() => fetch(...request));
    };
    const { page, settled } = await open({ before: held, wait: false, viewport: { width: 390, height: 844 } });
    const busy = page.locator("#busy");
    await busy.filter({ hasText: "Loading" }).waitFor();
    await shot(page);
    // Nothing can be used yet, and no panel lies over the world.
    assert.equal(await page.locator("#toolbar, #status, #panel").evaluateAll((all) => all.every((part) => part.inert)), true);
    assert.ok(await page.locator("#panel").isHidden());
    await page.evaluate(() => globalThis.goOn());
    await settled();
    await busy.waitFor({ state: "hidden" });
    assert.equal(await page.locator("[inert]").count(), 0);
    if (shell !== "server") return;
    await page.route(/api\/tiles/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    });
    await page.locator("#canvas").press("o");
    await busy.filter({ hasText: "Computing" }).waitFor();
    await busy.waitFor({ state: "hidden" });
  } },

  { name: "a recipe that is not compared any more is not waited for", shells: ["server"], async run({ open }) {
    const { page, set } = await open({}, "#frequency=0.01&b:frequency=0.02&compare=split");
    let goOn = () => {};
    const wait = new Promise((resolve) => (goOn = resolve));
    await page.route(/api\/tiles/, (route) => wait.then(() => route.continue()));
    await page.getByRole("radio", { name: "B", exact: true }).check({ force: true });
    await set("Seed", 9);
    await page.locator("#busy").filter({ hasText: "Computing" }).waitFor();
    // The answer that is under way is to an older question then.
    await set("Seed", 10);
    await page.locator("#compare").click();
    await page.locator("#busy").waitFor({ state: "hidden" });
    goOn();
  } },

  { name: "numbers stay as they were typed, however many digits they have", pageAlone: true, async run({ open, assert }) {
    const small = { viewport: { width: 900, height: 600 } };
    const { page, set, written } = await open(small, "#frequency=0.01&at=0,0&levels=-0.123456789..0.5&output.range=[1,16777215]");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    const address = async () => {
      await written();
      return decodeURIComponent(await page.evaluate(() => location.hash));
    };
    // One end is typed, and the other one stays.
    await set("Levels, high", 0.75);
    await set("Range, low", 2);
    assert.match(await address(), /output\.range=\[2,16777215\]/);
    assert.match(await address(), /levels=-0\.123456789\.\.0\.75/);
    await set("Levels, low", 999999.75);
    await set("Levels, high", 1000000.25);
    assert.match(await address(), /levels=999999\.75\.\.1000000\.25/);
    const size = page.getByLabel("Cell size", { exact: true });
    for (const typed of ["16777216", "1234.5678"]) {
      await size.fill("");
      await size.pressSequentially(typed);
      assert.equal(await size.inputValue(), typed);
      await page.locator("#canvas").focus();
      assert.equal(await size.inputValue(), typed, "after the field was left");
      const [, frequency] = /[#&]frequency=([^&]+)/.exec(await address());
      assert.ok(Math.abs(Number(frequency) * Number(typed) - 1) < 1e-12, frequency);
    }
  } },

  { name: "a slider that comes back is undone without leaving the page", pageAlone: true, async run({ open, assert }) {
    const { page, key, written } = await open({ viewport: { width: 900, height: 600 } });
    const slider = page.getByRole("slider", { name: "Octaves, slider", exact: true });
    const number = page.getByLabel("Octaves", { exact: true });
    const drag = (value) => slider.evaluate((input, value) => {
      input.value = String(value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
    await slider.dispatchEvent("pointerdown");
    await drag(8);
    await written();
    await drag(6);
    await written();
    // Entries with the same address, and a key that is held.
    for (let press = 0; press < 3; press++) {
      await key("Control+z");
      await written();
    }
    await page.evaluate(() => [1, 2, 3].forEach(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }))));
    await page.waitForTimeout(300);
    assert.equal(await page.locator("body.ready").count(), 1, "the tab stays on the page");
    assert.equal(await number.inputValue(), "6");
    await slider.dispatchEvent("pointerdown");
    await drag(3);
    await written();
    await key("Control+z");
    await written();
    assert.equal(await number.inputValue(), "6");
    await key("Control+y");
    await written();
    assert.equal(await number.inputValue(), "3");
  } },

  { name: "undo keeps the divider, and light and contours that are off", pageAlone: true, async run({ open, assert }) {
    const { page, set, key, written } = await open({ viewport: { width: 1000, height: 600 } }, "#frequency=0.01&at=0,0&b:seed=4&compare=split");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    const divider = page.locator("#divider");
    await divider.press("ArrowRight");
    const contours = page.getByLabel("Contours", { exact: true });
    await contours.check();
    await set("Interval", 0.3);
    await contours.uncheck();
    await written();
    await set("Seed", 9);
    await written();
    await key("Control+z");
    await written();
    assert.equal(await divider.getAttribute("aria-valuenow"), "52");
    await contours.check();
    assert.equal(await page.getByLabel("Interval", { exact: true }).inputValue(), "0.3");
  } },

  { name: "layers may have weights, and be many", async run({ open, assert }) {
    const small = { viewport: { width: 900, height: 600 } };
    const alone = await open(small, "#seed=3&frequency=0.02&weight=0.6&1:frequency=0.1&1:weight=0.5&at=0,0");
    const before = (await alone.picture()).digest;
    await alone.page.getByRole("button", { name: "Remove this layer" }).click();
    await alone.settled();
    assert.equal(await alone.page.locator("#message").isHidden(), true, await alone.page.locator("#message").textContent());
    assert.notEqual((await alone.picture()).digest, before);
    await alone.written();
    const link = await alone.page.evaluate(() => location.hash);
    const again = await open(small, link);
    assert.equal(await again.page.locator("#message").isHidden(), true);
    assert.equal((await again.picture()).digest, (await alone.picture()).digest);
    const many = Array.from({ length: 70 }, (_, layer) => `${layer ? `${layer}:` : ""}seed=${layer}`).join("&");
    const { page, written } = await open(small, `#${many}&at=0,0`);
    await written();
    assert.equal(await page.locator("#note").isHidden(), true);
    assert.match(await page.evaluate(() => location.hash), /&69:seed=69&/);
  } },

  { name: "a list of offsets is that of each axis, also for period lines", pageAlone: true, async run({ open, assert }) {
    const small = { viewport: { width: 900, height: 600 } };
    const pictures = [];
    for (const offset of ["offset=50,7", "offset.x=50&offset.y=7"]) {
      const { picture, quiet } = await open(small, `#frequency=0.0625&period=8,8&${offset}&at=0,0&map=grey`);
      await quiet();
      pictures.push((await picture()).digest);
    }
    assert.equal(pictures[0], pictures[1]);
  } },

  { name: "slices are as far apart after a loop as they were before", pageAlone: true, async run({ open, assert }) {
    const { page, written } = await open({ viewport: { width: 900, height: 600 } }, "#frequency=0.02&at=0,0&grid.spacing.z=0.5&slice=0,16");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    const spacing = async () => {
      await written();
      return /grid\.spacing\.z=([^&]+)/.exec(await page.evaluate(() => location.hash))?.[1];
    };
    await page.getByLabel("Loop without a seam").check();
    assert.equal(await spacing(), "12.5");
    await page.getByLabel("Loop without a seam").uncheck();
    assert.equal(await spacing(), "0.5");
    // A loop that came with the link leaves nothing.
    const other = await open({ viewport: { width: 900, height: 600 } }, "#frequency=0.02&at=0,0&slice=0,16,loop");
    await other.page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    await other.page.getByLabel("Loop without a seam").uncheck();
    await other.written();
    assert.doesNotMatch(await other.page.evaluate(() => location.hash), /spacing/);
  } },

  { name: "of a slider that moves, the last recipe is checked, and few before", shells: ["server"], async run({ open, assert }) {
    const { page, set, quiet } = await open({ viewport: { width: 900, height: 600 } });
    let checks = 0;
    await page.route(/api\/check/, async (route) => {
      checks += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue().catch(() => {});
    });
    await page.getByLabel("Scale", { exact: true }).evaluate((field) => field.closest("details").setAttribute("open", ""));
    for (let scale = 2; scale <= 20; scale++) await set("Scale", scale);
    await quiet();
    await page.waitForFunction(() => document.getElementById("bound-high").textContent === "20");
    assert.ok(checks >= 2 && checks < 12, `${checks} checks of 19 recipes`);
  } },

  { name: "slices wait for both recipes", shells: ["server"], async run({ open, assert }) {
    const { page, quiet } = await open({ viewport: { width: 900, height: 560 } }, "#frequency=0.02&at=0,0&slice=0,64&b:frequency=0.02&b:seed=77&compare=split");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    await quiet();
    await page.route(/api\/tiles/, async (route) => {
      if (route.request().postData().includes("77")) await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue().catch(() => {});
    });
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(2500);
    const frames = Number(await page.getByLabel("z", { exact: true }).inputValue());
    await page.getByRole("button", { name: "Pause" }).click();
    assert.ok(frames >= 1 && frames <= 4, `${frames} frames`);
    await page.unroute(/api\/tiles/);
    await quiet();
  } },

  { name: "a link of four dimensions without a third axis has the samples that it was made of", pageAlone: true, async run({ open, assert }) {
    const small = { viewport: { width: 900, height: 600 } };
    const { page, picture, quiet, written } = await open(small, "#frequency=0.02&at=0,0&slice=5,16&grid.size.w=2");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
    await page.getByLabel("Third axis").uncheck();
    await written();
    await quiet();
    const again = await open(small, await page.evaluate(() => location.hash));
    await again.quiet();
    assert.deepEqual(await again.picture(), await picture());
  } },

  { name: "everything has a name", pageAlone: true, async run({ open, assert }) {
    const { page } = await open();
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, a, [role=slider], canvas")].filter((element) => {
      const label = element.getAttribute("aria-label") || element.closest("label")?.textContent || (element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent);
      return !(label || element.textContent || element.getAttribute("title"))?.trim();
    }).map((element) => element.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, []);
  } },

  { name: "dark", pageAlone: true, async run({ open, assert, shot }) {
    const { page } = await open({ colorScheme: "dark" });
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
    assert.ok(Math.max(...back) < 60, back.join());
    await page.getByLabel("Hillshade").check();
    await shot(page);
    const histogram = () => page.evaluate(() => document.getElementById("histogram").toDataURL());
    const before = await histogram();
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForFunction((before) => document.getElementById("histogram").toDataURL() !== before, before);
  } },

  { name: "colours of the system", pageAlone: true, async run({ open, assert, shot }) {
    const { page, color } = await open({ forcedColors: "active" });
    // Of a place this far from the left, and from the middle: computed styles have the page's own colours.
    const at = async (of, right, down = 0) => {
      const { x, y, height } = await of.boundingBox();
      return String(await color(x + right, y + height / 2 + down));
    };
    const kind = (name) => page.getByRole("radiogroup", { name: "Kind" }).getByText(name, { exact: true });
    assert.notEqual(await at(kind("perlin"), 4), await at(kind("value"), 4));
    await page.locator("#compare").click();
    await page.mouse.move(600, 400);
    assert.notEqual(await at(page.locator("#compare"), 4), await at(page.locator("#seams-open"), 4));
    const slider = page.getByRole("slider", { name: "Octaves, slider", exact: true });
    const { width } = await slider.boundingBox();
    const colors = [await at(slider, 8), await at(slider, width - 8), await at(slider, 8, -8)];
    assert.equal(new Set(colors).size, 3, colors.join(" | "));
    await shot(page);
  } },

  { name: "two device pixels", pageAlone: true, async run({ open, assert, shot }) {
    const { page, readout } = await open({ deviceScaleFactor: 2, viewport: { width: 640, height: 480 } });
    const [width, client] = await page.evaluate(() => [document.getElementById("canvas").width, document.getElementById("canvas").clientWidth]);
    assert.equal(width, 2 * client);
    await page.mouse.move(400, 200);
    const { x, y, value } = await readout();
    assert.equal(Math.fround(Number(value)), sample(x, y));
    await shot(page);
  } },

  { name: "a screen of other pixels", pageAlone: true, async run({ open, assert }) {
    // Some browsers observe CSS pixels only.
    const older = () => {
      const { observe } = ResizeObserver.prototype;
      ResizeObserver.prototype.observe = function (element, options) {
        if (options) throw new TypeError("box");
        observe.call(this, element);
      };
    };
    for (const before of [undefined, older]) {
      const { page, readout } = await open({ before, viewport: { width: 640, height: 480 } }, "#frequency=0.01&at=0,0");
      const client = await page.context().newCDPSession(page);
      for (const [deviceScaleFactor, colorScheme] of [[2, "dark"], [1, "light"], [1.5, "dark"]]) {
        await client.send("Emulation.setDeviceMetricsOverride", { width: 640, height: 480, deviceScaleFactor, mobile: false });
        // Chromium tells a page of emulated pixels with the next change of media.
        await page.emulateMedia({ colorScheme });
        const follows = (ratio, canvas = document.getElementById("canvas")) => canvas.width === Math.round(canvas.clientWidth * ratio);
        await page.waitForFunction(follows, deviceScaleFactor);
        await page.mouse.move(400, 200);
        const { x, y, value } = await readout();
        assert.equal(Math.fround(Number(value)), sample(x, y, ["--frequency", "0.01", "--fractal", "none"]));
      }
    }
  } },

  { name: "390 pixels wide", pageAlone: true, async run({ open, assert, shot }) {
    const { page, picture } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    assert.ok((await picture()).colors > 50);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 390);
    const outside = await page.evaluate(() => [...document.querySelectorAll("#toolbar button, #status > *")].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < 0 || right > 390;
    }).map((element) => element.id));
    assert.deepEqual(outside, []);
    await shot(page, "narrow");
    await page.getByRole("button", { name: "Panel" }).tap();
    await page.getByLabel("Octaves", { exact: true }).waitFor();
    await shot(page, "narrow-panel");
    await page.locator("#compare").tap();
    await page.locator("#compare-bar").getByText("Difference").tap();
    await shot(page, "narrow-compare");
  } },

  { name: "360 pixels wide, the readout is not cut", pageAlone: true, async run({ open, assert, shot }) {
    const { page } = await open({ viewport: { width: 360, height: 740 } }, "#seed=4&frequency=0.01&at=9007199254740000,-9007199254740000&b:frequency=0.02&compare=difference");
    assert.equal(await page.locator("#readout").evaluate((box) => box.scrollWidth - box.clientWidth), 0);
    const box = (id) => page.locator(id).boundingBox();
    const [bar, zoom] = [await box("#compare-bar"), await box(".zoom")];
    assert.ok(bar.y + bar.height <= zoom.y, "nothing lies over the zoom");
    await shot(page);
  } },

  { name: "a recipe of the command line, with layers, own gradients, a period and a third axis", shells: ["server"], async run({ open, assert, folder, shot }) {
    const recipe = `${folder}/copied/recipe.toml`;
    await writeFile(recipe, `stream = 1
[[layers]]
seed = "18446744073709551615"
frequency = 0.02
fractal = { kind = "ridged", octaves = 3, gain = 0.6 }
gradients = [[1, 0, 0.5], [-1, 0.25, 0], [0, 1, -1], [0.5, -1, 1]]
period = { x = 8, y = 4 }
[[layers]]
kind = "value"
frequency = 0.1
weight = 0.25
offset = { x = 3.5 }
hash = "permutation"
permutation = "seeded"
[grid]
size = { x = 300, y = 200, z = 9 }
start = { x = -40, y = 1000, z = 5 }
spacing = { x = 0.5, y = 0.5, z = 2.0 }
`);
    const server = await explore(["--port", "0", recipe]);
    const tab = await open({}, "", server.url);
    const { page, readout, key, set, settled } = tab;
    assert.equal(await page.locator("#layers label").count(), 2);
    const at = async (px, py, z) => {
      await page.mouse.move(px, py);
      const { x, y, value } = await readout();
      const want = perlane(["generate", recipe, "-q", "-o", "-", "--size", "1x1x1", "--start", `${x},${y},${z}`]).readFloatLE(0);
      assert.equal(Math.fround(Number(value)), want, `${x}, ${y}, ${z}`);
    };
    await at(700, 300, 5);
    await set("z", 7);
    await settled();
    await at(400, 500, 7);
    await shot(page);
    for (const [tab, extension] of Object.entries({ Command: "sh", Rust: "rs", Python: "py", TOML: "toml" })) {
      await key("c");
      await page.locator("#copy-text").filter({ hasText: /\d/ }).waitFor();
      await page.locator("#copy-tabs").getByText(tab, { exact: true }).click();
      await writeFile(`${folder}/copied/recipe.${extension}`, await page.locator("#copy-text").textContent());
      await page.keyboard.press("Escape");
    }
    // An address leaves out what is so in a world without a recipe: a third axis that is off, and samples that are 1 apart.
    const address = async (opened) => {
      await opened.settled();
      await opened.written();
      return new URL(opened.page.url()).hash;
    };
    // Gradients of three axes are refused without the third.
    tab.allowed = ["422"];
    await page.getByLabel("Third axis").uncheck();
    const reloaded = await open({}, await address(tab), server.url);
    reloaded.allowed = ["422"];
    assert.equal(await reloaded.page.getByLabel("Third axis").isChecked(), false);
    const other = await open({}, "#seed=4&frequency=0.02&at=5,5", server.url);
    assert.equal(await address(other), "#seed=4&frequency=0.02&at=5,5");
    await other.page.mouse.move(700, 300);
    const { x, y, value } = await other.readout();
    const plain = perlane(["generate", "-q", "-o", "-", "--size", "1x1", "--start", `${x},${y}`, "--seed", "4", "--frequency", "0.02", "--fractal", "none"]);
    assert.equal(Math.fround(Number(value)), plain.readFloatLE(0));
    server.stop();
  } },

  { name: "a server that is gone gets a message, and is found again", shells: ["server"], async run({ open, assert, shot }) {
    const server = await explore(["--port", "0"]);
    const tab = await open({}, "", server.url);
    tab.allowed = ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"];
    server.stop();
    await tab.page.waitForTimeout(300);
    await tab.set("Gain", 0.6);
    await tab.page.locator("#message").filter({ hasText: "perlane explore" }).waitFor();
    await shot(tab.page);
    const again = await explore(["--port", new URL(server.url).port]);
    await tab.page.locator("#message").waitFor({ state: "hidden" });
    again.stop();
  } },

  { name: "a server that ends in the middle of an answer gets a message, and is found again", shells: ["server"], async run({ open, assert, base, shot }) {
    const between = await proxy(base);
    const hash = "#seed=4&frequency=0.01&at=0,0";
    const tab = await open({ viewport: { width: 904, height: 560 } }, hash, between.url);
    tab.allowed = ["ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE", "ERR_CONTENT_LENGTH_MISMATCH", "ERR_CONNECTION"];
    const { page, picture, set, key, quiet } = tab;
    const message = page.locator("#message");
    const pictures = [];
    for (const [seed, spoilt, address] of [[5, "breaks", "tiles"], [6, "ends", "tiles"], [7, "ends", "check"]]) {
      await quiet();
      between.how.spoil = (asked) => {
        if (!asked.endsWith(address)) return null;
        between.how.gone = true;
        return spoilt;
      };
      await set("Seed", seed);
      await message.filter({ hasText: /^The server (has gone|does not answer)\. Start it again: perlane explore$/ }).waitFor();
      assert.equal(await page.evaluate(() => document.body.classList.contains("wrong")), true);
      assert.ok((await picture()).colors > 50, "what was there stays");
      if (seed === 5) await shot(page);
      // It comes back.
      Object.assign(between.how, { spoil: () => null, gone: false });
      await message.waitFor({ state: "hidden" });
      await quiet();
      pictures.push((await picture()).digest);
      const whole = await open({ viewport: { width: 904, height: 560 } }, hash.replace("4", seed));
      await whole.quiet();
      assert.equal(pictures.at(-1), (await whole.picture()).digest, `${address} ${spoilt}`);
    }
    // Dialogs say it too.
    for (const [press, said, address] of [["c", "#copy-text", "check"], ["d", "#save-done", "export"]]) {
      between.how.spoil = (asked) => (asked.endsWith(address) ? "breaks" : null);
      await key(press);
      if (press === "d") await page.locator("#save-now").click();
      await page.locator(said).filter({ hasText: /^The server has gone/ }).waitFor();
      await page.keyboard.press("Escape");
    }
    between.stop();
  } },

  { name: "an answer that is none of perlane's gets a message, and is not taken for one", shells: ["server"], async run({ open, assert, shot }) {
    const tab = await open({ viewport: { width: 904, height: 560 } }, "#seed=4&frequency=0.01&at=0,0");
    tab.allowed = ["status of 4", "status of 5"];
    const { page, set, key, quiet } = tab;
    await quiet();
    const message = page.locator("#message");
    const html = "<!DOCTYPE html><title>502 Bad Gateway</title><center><h1>502 Bad Gateway</h1></center>";
    const both = ["tiles", "check"];
    const answers = [
      [502, "text/html", html, /502 Bad Gateway/, both], [200, "text/html", html, /200 OK/, both], [413, "text/html", html, /413 /, ["tiles"]],
      [500, "application/json", '{"message":"x"}', /500 Internal Server Error/, ["tiles"]], [403, "application/json", "null", /403 Forbidden/, ["check"]],
      [200, "application/json", '{"bounds":', /200 OK|^The server has gone/, ["check"]],
    ];
    let seed = 4;
    for (const [status, contentType, body, said, addresses] of answers) {
      for (const address of addresses) {
        await page.route(`**/api/${address}`, (route) => route.fulfill({ status, contentType, body }));
        await set("Seed", ++seed);
        await message.filter({ hasText: said }).waitFor();
        const text = await message.textContent();
        assert.doesNotMatch(text, /JSON|token|undefined|null|allocation|</, text);
        if (seed === 5) await shot(page);
        await page.unroute(`**/api/${address}`);
        // Where it was a proxy's, the page finds the server again by itself.
        if (status === 413 || status === 403) await set("Seed", ++seed);
        await message.waitFor({ state: "hidden" });
        await quiet();
      }
    }
    // A page of a proxy is no file.
    await page.route("**/api/export", (route) => route.fulfill({ contentType: "text/html", body: html }));
    let files = 0;
    page.on("download", () => (files += 1));
    await key("d");
    await page.locator("#save-now").click();
    await page.locator("#save-done.bad").filter({ hasText: "200 OK" }).waitFor();
    assert.equal(files, 0);
  } },

  { name: "a map library shows the tiles", shells: ["server"], async run({ browser, assert, work, base, folder }) {
    // Leaflet in a page of another origin, as a notebook has it.
    const page = await browser.newPage();
    const map = await folderServer(`${work}/node_modules/leaflet/dist`);
    await page.goto(`${map.url}leaflet.css`);
    await page.setContent(`<link rel="stylesheet" href="${map.url}leaflet.css"><div id="map" style="width:768px;height:512px"></div>`);
    await page.addScriptTag({ url: `${map.url}leaflet.js` });
    const sizes = await page.evaluate(async (base) => {
      const map = L.map("map", { fadeAnimation: false }).setView([0, 0], 15);
      const layer = L.tileLayer(`${base}tiles/{z}/{x}/{y}.png?colormap=terrain&levels=-0.5..0.5`, { maxZoom: 24 }).addTo(map);
      await new Promise((resolve, reject) => {
        layer.on("load", resolve);
        layer.on("tileerror", () => reject(new Error("a tile failed")));
      });
      return [...document.querySelectorAll("img.leaflet-tile")].map((tile) => [tile.naturalWidth, tile.naturalHeight]);
    }, base);
    assert.ok(sizes.length >= 6 && sizes.every(([width, height]) => width === 256 && height === 256), JSON.stringify(sizes));
    await page.screenshot({ path: `${folder}/leaflet.png` });
    // It shows the tiles, and cannot read them.
    const read = await page.evaluate((base) => fetch(`${base}tiles/15/0/0.png`).then(() => "read", () => "refused"), base);
    assert.equal(read, "refused");
    map.stop();
  } },

  { name: "golden digests in the browser", shells: ["site"], async run({ open, assert }) {
    const { page } = await open();
    // Recipes stay text: a script's numbers would round their seeds.
    const golden = (await readFile("proof/golden.jsonl", "utf8")).trim().split("\n").map((line) => {
      const { name, recipe } = JSON.parse(line);
      return { name, recipe: line.slice(line.indexOf('"recipe":') + 9, -1), want: recipe.samples.blake3 };
    });
    const different = await page.evaluate(async (golden) => {
      const module = await WebAssembly.compileStreaming(fetch("./perlane.wasm"));
      const worker = new Worker("./worker.js", { type: "module" });
      worker.postMessage({ module });
      const ask = (recipe) => new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(JSON.parse(new TextDecoder().decode(new Uint8Array(data.content, 1))));
        worker.postMessage({ name: "digest", request: recipe });
      });
      const different = [];
      for (const { name, recipe, want } of golden) {
        const { blake3 } = await ask(recipe);
        if (blake3 !== want) different.push(name);
      }
      return different;
    }, golden);
    assert.deepEqual(different, []);
    assert.ok(golden.length > 30);
    console.log(`      ${golden.length} recorded recipes have their digests`);
  } },

  { name: "the module's calls in node, as docs/explore.md describes them", shells: ["site"], async run({ assert, site, folder }) {
    const [, program] = (await readFile("docs/explore.md", "utf8")).match(/```js\n(.*?)```/s);
    await writeFile(`${folder}/module.mjs`, program);
    const run = (file) => execFileSync(process.execPath, [file, `${site}/explore/perlane.wasm`], { encoding: "utf8" });
    const bytes = perlane(["generate", "-q", "-o", "-", "--seed", "4", "--frequency", "0.01", "--fractal", "fbm", "--octaves", "5", "--size", "4x3"]);
    const want = new Float32Array(new Uint8Array(bytes).buffer);
    assert.equal(run(`${folder}/module.mjs`).trim(), want.join(" "));
    // The other calls of the table, made as the program makes its own.
    const tiles = 'new Float32Array(call("tiles", { recipe: { stream: 1, noise }, tiles: [{ z: 0, x: 0, y: "0" }] }).slice(12).buffer)';
    const calls = {
      tiles: `const samples = ${tiles}; console.log(samples.length, samples.slice(259, 263).join())`,
      json: `const json = (name, request) => JSON.parse(new TextDecoder().decode(call(name, request)));
        const grid = { size: { x: 4, y: 3 } };
        console.log(json("describe", { stream: 1, noise }).tile, json("check", { recipe: { stream: 1, noise } }).bounds.join(),
          json("seams", { recipe: { stream: 1, noise }, place }).identical, json("digest", { stream: 1, noise, grid }).blake3);`,
      error: 'try { call("check", { recipe: {} }) } catch (error) { console.log(error.message) }',
    };
    const said = {};
    for (const [name, more] of Object.entries(calls)) {
      await writeFile(`${folder}/module-${name}.mjs`, program.replace(/\nconsole\.log.*/, `\n${more}`));
      said[name] = run(`${folder}/module-${name}.mjs`).trim();
    }
    assert.equal(said.tiles, `${258 * 258} ${want.slice(0, 4).join()}`);
    assert.match(said.json, /^256 -1,1 true [0-9a-f]{64}$/);
    assert.match(said.error, /stream/);
  } },

  { name: "workers that do not run get a message", shells: ["site"], async run({ open, assert }) {
    const missing = () => {
      globalThis.Worker = class extends Worker {
        constructor() {
          super("./missing.js", { type: "module" });
        }
      };
    };
    const none = await open({ before: missing, wait: false });
    none.allowed = ["404"];
    const said = { hasText: "A worker of this page does not run." };
    await none.page.locator("#message").filter(said).waitFor();
    // Those that fail later are as if they were not there.
    const kept = () => {
      Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 });
      globalThis.workers = [];
      globalThis.Worker = class extends Worker {
        constructor(...options) {
          super(...options);
          globalThis.workers.push(this);
        }
      };
    };
    const { page, set, settled, quiet } = await open({ before: kept });
    const fail = (count) => page.evaluate((count) => globalThis.workers.splice(0, count).forEach((worker) => worker.dispatchEvent(new Event("error"))), count);
    assert.equal(await page.evaluate(() => globalThis.workers.length), 2);
    await fail(1);
    await set("Seed", 5);
    await settled();
    assert.equal(await page.locator("#message").isHidden(), true);
    // Nothing is asked for then, so that the next call is the first one to fail.
    await quiet();
    await fail(1);
    await set("Seed", 6);
    await page.locator("#message").filter(said).waitFor();
  } },

  { name: "a module that cannot be loaded gets a message", shells: ["site"], async run({ open }) {
    const missing = () => {
      const { fetch } = globalThis;
      globalThis.fetch = (address) => fetch(address === "./perlane.wasm" ? "./missing.wasm" : address);
    };
    const tab = await open({ before: missing, wait: false });
    tab.allowed = ["404"];
    await tab.page.locator("#message").filter({ hasText: "The module cannot be loaded. Error: perlane.wasm: 404" }).waitFor();
  } },

  { name: "reports that nobody waits for end with their worker", shells: ["site"], async run({ open, assert }) {
    const counted = () => {
      globalThis.ended = 0;
      const { terminate } = Worker.prototype;
      Worker.prototype.terminate = function () {
        globalThis.ended += 1;
        terminate.call(this);
      };
    };
    const { page } = await open({ before: counted, viewport: { width: 1280, height: 1000 } }, "#frequency=0.01&fractal.kind=fbm&fractal.octaves=32&at=0,0");
    const ended = () => page.evaluate(() => globalThis.ended);
    await page.getByRole("button", { name: "Seams" }).click();
    // It may wait until tiles are done.
    await page.waitForFunction(() => globalThis.workerCalls.includes("seams"));
    assert.equal(await ended(), 0);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => globalThis.ended === 1);
    await page.getByRole("button", { name: "Seams" }).click();
    await page.locator("#seams-verdict.good").waitFor();
    assert.equal(await ended(), 1);
  } },

  { name: "the first page", shells: ["site"], async run({ open, assert, origin, shot }) {
    const { page } = await open({ wait: false }, "", origin);
    assert.match(await page.title(), /perlane/);
    await page.evaluate(() => Promise.all([...document.images].map((image) => {
      image.loading = "eager";
      return image.decode().catch(() => {});
    })));
    const broken = await page.evaluate(() => [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).map((image) => image.src));
    assert.deepEqual(broken, []);
    await shot(page);
    await page.getByRole("link", { name: /explore/i }).first().click();
    await page.locator("#canvas").waitFor();
  } },
];
