// A browser, a server for the page, and what tests need of both.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm" };

/** Runs the command line; its standard output. */
export function perlane(args, options = {}) {
  return execFileSync(process.env.PERLANE_BIN, args, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"], ...options });
}

/** The command line's server. */
export function explore(args = []) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.env.PERLANE_BIN, ["explore", "--no-open", ...args], { stdio: ["ignore", "pipe", "ignore"] });
    child.on("error", reject);
    const stop = () => child.kill("SIGTERM");
    // A test that fails does not stop its server.
    process.on("exit", stop);
    createInterface(child.stdout).once("line", (url) => resolve({ url, stop }));
  });
}

/** A folder behind a plain web server. */
export async function folderServer(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const content = await readFile(file);
      response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/**
 * A server before another one, which passes on what that one says. It can `spoil` an answer: of those to whose address the function says so, it sends
 * half of the first piece, and then either ends them as if that were all, or breaks them off. With `gone`, it answers nothing.
 */
export async function proxy(url) {
  const { host, hostname, port, origin } = new URL(url);
  const how = { spoil: /** @type {(address: string) => "ends" | "breaks" | null} */ (() => null), gone: false, spoilt: 0 };
  const server = createServer((request, response) => {
    if (how.gone) return void request.socket.destroy();
    const headers = { ...request.headers, host, ...(request.headers.origin ? { origin } : {}) };
    const asked = forward({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      const spoilt = how.spoil(request.url);
      if (!spoilt) return void answer.pipe(response.writeHead(answer.statusCode, answer.headers));
      const { "content-length": _, ...rest } = answer.headers;
      response.writeHead(answer.statusCode, rest);
      answer.once("data", (piece) => {
        how.spoilt += 1;
        response.write(piece.subarray(0, piece.length / 2), () => (spoilt === "ends" ? response.end() : response.destroy()));
        asked.destroy();
      });
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { how, url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

export async function start({ shell, work, site, folder }) {
  const { chromium } = createRequire(`${work}/x.js`)("playwright-core");
  // GPUs are rare where tests run. Without one, only WebGL needs what replaces it: that takes longer than the processor to put a page together.
  const webgl = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  const args = ["--no-sandbox", ...webgl, "--disable-gpu-compositing", "--disable-gpu-rasterization"];
  // Chromium with windows has the same engine, and takes processors twice as long for the same tests.
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
  const browser = await chromium.launch({ executablePath, args });
  const server = shell === "server" ? await explore(["--port", "0"]) : await folderServer(site);
  const base = shell === "server" ? server.url : `${server.url}explore/`;

  const blank = await browser.newPage();
  const context0 = blank.context();

  /** Opens the page. `before` is run in it first; other options are those of a context. */
  async function open({ wait, before, ...options } = {}, hash = "", address = base) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(address).origin });
    const page = await context.newPage();
    const [errors, requests, underWay] = [[], [], new Set()];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => {
      requests.push(request.url());
      underWay.add(request);
    });
    for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => underWay.delete(request));
    await page.addInitScript(() => {
      globalThis.perlaneMeasures = true;
      // What a static page asks its workers for, which is no request, and how many of these calls each worker has not answered.
      globalThis.workerCalls = [];
      globalThis.unanswered = new Map();
      const count = (worker, change) => globalThis.unanswered.set(worker, (globalThis.unanswered.get(worker) ?? 0) + change);
      const { postMessage, terminate } = Worker.prototype;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.name) {
          globalThis.workerCalls.push(message.name);
          count(this, 1);
          this.addEventListener("message", () => count(this, -1), { once: true });
        }
        return postMessage.call(this, message, ...rest);
      };
      Worker.prototype.terminate = function () {
        globalThis.unanswered.delete(this);
        return terminate.call(this);
      };
    });
    await page.addInitScript(countWhatIsDue);
    if (before) await page.addInitScript(before);
    if (process.env.PAGE) await fromFolder(page, process.env.PAGE);
    await page.goto(address + hash);
    const tools = { page, errors, requests, home: new URL(address).origin, ...helpers(page, blank, requests, underWay) };
    if (wait !== false) await tools.settled();
    return tools;
  }

  return {
    async with(run, name) {
      const before = [context0];
      const opened = [];
      const tools = {
        shell, base, folder, work, site, origin: server.url, assert, browser,
        open: async (...args) => {
          const tab = await open(...args);
          opened.push(tab);
          return tab;
        },
        shot: (page, file = name.replace(/\W+/g, "-")) => page.screenshot({ path: `${folder}/${file}.png` }),
      };
      try {
        await run(tools);
        for (const { errors, requests, home, allowed = [] } of opened) {
          assert.deepEqual(errors.filter((text) => !allowed.some((part) => text.includes(part))), [], "console errors");
          const foreign = requests.filter((url) => !url.startsWith(home) && !/^(blob|data):/.test(url));
          assert.deepEqual(foreign, [], "requests to other hosts");
        }
      } catch (error) {
        for (const { page } of opened) await page.screenshot({ path: `${folder}/failed-${name.replace(/\W+/g, "-")}.png` }).catch(() => {});
        throw error;
      } finally {
        for (const context of browser.contexts()) if (!before.includes(context)) await context.close();
      }
    },
    async end() {
      await browser.close();
      server.stop();
    },
  };
}

/** Runs in the page: counts what it will do soon by itself, which takes longer if the machine has other work. */
function countWhatIsDue() {
  // What the page waits for to write its address, and to draw what changes often.
  const soon = 400;
  globalThis.due = new Set();
  const { setTimeout, clearTimeout } = globalThis;
  globalThis.setTimeout = (run, wait = 0, ...rest) => {
    const timer = setTimeout(() => {
      globalThis.due.delete(timer);
      run(...rest);
    }, wait);
    if (wait <= soon) globalThis.due.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    globalThis.due.delete(timer);
    clearTimeout(timer);
  };
  // Steps in the history that the page has asked for, and not arrived at.
  globalThis.steps = 0;
  for (const name of ["back", "forward"]) {
    const step = History.prototype[name];
    History.prototype[name] = function () {
      globalThis.steps += 1;
      return step.call(this);
    };
  }
  addEventListener("popstate", () => (globalThis.steps = Math.max(0, globalThis.steps - 1)));
}

/** Takes the page's files from a folder instead of the program, while they are being written. */
async function fromFolder(page, folder) {
  await page.route((url) => url.pathname === "/" || /^\/\w+\.(js|css|svg)$/.test(url.pathname), async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    await route.fulfill({ body: await readFile(file), contentType: KINDS[extname(file)] });
  });
}

function helpers(page, blank, requests, underWay) {
  // The readout has a value when the tile under it is there.
  const hasValue = () => page.waitForFunction(() => document.getElementById("readout").dataset.value !== "" || !document.getElementById("message").hidden);
  const settled = async () => {
    await page.waitForFunction(() => document.body.classList.contains("ready"));
    await hasValue();
    // Statistics follow the picture.
    await page.waitForTimeout(300);
  };
  const unanswered = () => page.evaluate(() => [...globalThis.unanswered.values()].reduce((sum, calls) => sum + calls, 0));
  /** A digest and the number of colours of what the world shows. */
  async function picture() {
    const png = await page.locator("#canvas").screenshot();
    // In a page of its own, as the tested one may fetch from its own origin alone.
    return blank.evaluate(async (data) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      context.drawImage(bitmap, 0, 0);
      // Without the tools that lie over it.
      const { data: bytes } = context.getImageData(bitmap.width * 0.3, bitmap.height * 0.15, bitmap.width * 0.4, bitmap.height * 0.5);
      const words = new Uint32Array(bytes.buffer);
      let digest = 0;
      for (const word of words) digest = (Math.imul(digest, 31) + word) | 0;
      return { digest, colors: new Set(words).size };
    }, png.toString("base64"));
  }
  return {
    settled,
    /** Waits until the page has written its address, and has gone where it was told to undo or to do again. */
    written: () => page.waitForFunction(() => globalThis.due.size + globalThis.steps === 0),
    /** Waits until the page has all that it has asked for: also the tiles around the picture, which come after it, later if the machine has other work. */
    async quiet() {
      await settled();
      for (let calm = 0; calm < 5;) {
        await page.waitForTimeout(100);
        calm = underWay.size + (await unanswered()) === 0 ? calm + 1 : 0;
      }
    },
    picture,
    /** Waits until the world shows another picture. */
    async another(before) {
      for (let look = 0; look < 100; look++) {
        const now = await picture();
        if (now.digest !== before.digest) return now;
        await page.waitForTimeout(100);
      }
      assert.fail("the picture stays the same");
    },
    /** The red, green and blue of a place of the page. */
    async color(x, y) {
      const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
      return blank.evaluate(async (data) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const context = new OffscreenCanvas(1, 1).getContext("2d");
        context.drawImage(bitmap, 0, 0);
        return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
      }, png.toString("base64"));
    },
    /** Where the pointer is, and the sample there. */
    async readout() {
      await hasValue();
      return page.evaluate(() => ({ ...document.getElementById("readout").dataset }));
    },
    /** What the page has asked for, of a server or its workers. A browser asks for the page's icon whenever it wants. */
    async asked() {
      const calls = await page.evaluate(() => globalThis.workerCalls);
      return [...requests.filter((url) => !url.endsWith("icon.svg")), ...calls];
    },
    set: (label, value) => page.getByLabel(label, { exact: true }).fill(String(value)),
    key: (key) => page.locator("#canvas").press(key),
    measures: () => page.evaluate(() => performance.getEntriesByType("measure").map(({ name, duration }) => [name, duration])),
  };
}
