#!/usr/bin/env bash
# Tests the scripts of a release that compile nothing, in a small repository of its own, and holds the README to what scripts take from it. This takes
# seconds.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost

run() { # command ...
    status=0
    "$@" >"$scratch/output" 2>"$scratch/errors" || status=$?
}
expect() { # what, status, a regular expression that output or errors match ...
    local what=$1 expected=$2 said
    shift 2
    [ "$status" = "$expected" ] || wrong "$what: exit status $status, not $expected"
    for said in "$@"; do
        grep -qE -- "$said" "$scratch/output" "$scratch/errors" || wrong "$what: nothing says '$said'"
    done
}
wrong() {
    echo "$1. The output is:"
    cat "$scratch/output" "$scratch/errors"
    exit 1
}

# The README of this repository.
run scripts/readme_command.sh "main job"
expect "the README's main job" 0 '^cargo run .* -- generate -o terrain\.png '
run scripts/readme_command.sh tests
expect "the README's tests" 0 '^cargo test '
run scripts/release/unpublished.sh --commands
expect "commands of a checkout in READMEs of packages" 0

# The machines of proofs, which are emulated only if they are named rightly.
for option in --only --skip; do
    for name in "" nehalm; do
        run scripts/prove.sh "$option" ${name:+"$name"}
        expect "prove.sh $option $name" 2 "$option names ${name:-no machine}; allowed: native .*nehalem"
    done
done

# What is taken from READMEs.
readme=$scratch/README.md
# shellcheck disable=SC2016
block() { printf '<!-- %s -->\n<!-- a comment -->\n```sh\n%b```\n\n```sh\ncargo other\n```\n' "$1" "$2" >"$readme"; }
command_of() { run scripts/readme_command.sh "$1" "$readme"; }
block "main job" 'cargo run -- generate\n'
command_of "main job"
expect "a command" 0 '^cargo run -- generate$'
command_of tests
expect "no marker" 1 'there is no line <!-- tests -->'
block "main job" 'perlane generate\n'
command_of "main job"
expect "another program" 1 'does not begin with cargo: perlane generate'
block "main job" 'cargo a\ncargo b\n'
command_of "main job"
expect "two commands" 1 'several lines follow'
block "main job" ''
command_of "main job"
expect "no command" 1 'no command follows'

# What readers without a checkout cannot run.
lines() { # lines of a README ...; with which ones are found
    printf '%s\n' "$@" >"$readme"
    run scripts/release/unpublished.sh ${only:+"$only"} "$readme"
}
only='' # or --commands
lines 'It is not published yet.' '## From a checkout' 'It is not published yet.'
expect "a README that says that nothing is published" 1 ':1:' ':3:'
# shellcheck disable=SC2016
lines '`pip install ./python`' '`cargo install --path cli`' 'perlane = { path = ".." }' '## From a checkout' '`pip install ./python`' '### More' '`cargo install --path cli`' '## Next' \
    '`pip install ./python`'
expect "installations from folders" 1 ':1:' ':2:' ':3:' ':9:'
[ "$(grep -c . "$scratch/output")" = 4 ] || wrong "installations from folders in the section for them are errors"
# shellcheck disable=SC2016
lines '`pip install perlane` builds the package; it needs Rust.' 'In `Cargo.toml`, with the path of the copy:' 'It is installed from a copy of this repository.' \
    'so only builds with `cargo install --locked perlane-cli --features exr` include it' '## From a checkout' 'in a copy of the repository, with the path of this copy'
expect "sentences that are true of a checkout alone" 1 ':1:' ':2:' ':3:' ':4:'
[ "$(grep -c . "$scratch/output")" = 4 ] || wrong "sentences about a checkout in the section for it are errors"
only=--commands
# shellcheck disable=SC2016
fence='```'
# shellcheck disable=SC2016
lines 'This (`cargo run --release -p perlane-gallery` draws it).' "$fence" 'cargo test --workspace && scripts/test-python.sh' '# From a checkout' 'cargo run -p perlane-cli' "$fence" \
    '`scripts/prove.sh` runs' '[`scripts/prove.sh`](scripts/prove.sh), `cargo doc --open -p perlane`, `pip install ./python`'
expect "commands of a checkout" 1 ':1:' ':3:' ':5:' ':7:'
[ "$(grep -c . "$scratch/output")" = 4 ] || wrong "what is no command of a checkout is an error"

# Files with which packages are compiled.
alone=$scratch/alone
mkdir -p "$alone"/{src,docs}
cd "$alone"
printf '[package]\nname = "alone"\nversion = "0.1.0"\nedition = "2024"\ninclude = ["/src"]\n[workspace]\n' >Cargo.toml
touch ../outside.rs docs/page.md src/shown.txt
packaged() { # lines of src/lib.rs ...
    printf '%s\n' "$@" >src/lib.rs
    run "$root/scripts/release/packaged.py"
}
# shellcheck disable=SC2016
packaged '// #[path = "../../outside.rs"]' 'const A: &str = include_str!("shown.txt");' 'const B: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/shown.txt"));' \
    'macro_rules! c { ($n:literal) => { include_str!(concat!("../src/", $n)) } }' 'include!(concat!(env!("OUT_DIR"), "/made.rs"));'
expect "a package that is complete" 0 '^packages: 1 crates'
# shellcheck disable=SC2016
packaged '#[path = "../../outside.rs"]' 'mod a;' '#[doc = include_str!("../docs/page.md")]' 'const B: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/page.md"));' \
    'macro_rules! c { ($n:literal) => { include_str!(concat!("../docs/", $n)) } }'
expect "a package that is not" 1 'lib\.rs:1: .*has no \.\./outside\.rs' 'lib\.rs:3: .*has no docs/page\.md' 'lib\.rs:4: .*has no docs/page\.md' 'lib\.rs:5: .*has no docs/$'
cd "$root"

# Bills of materials, and a wheel with one.
mkdir "$scratch/bills"
cd "$scratch/bills"
bill() { # folder of the build, crate's reference, file
    python3 - "$@" <<'END'
import json, sys

folder, extra, file = sys.argv[1:]
crate = {"bom-ref": f"path+file://{folder}/cli#0.1.0", "name": "cli", "version": "0.1.0", "purl": "pkg:cargo/cli@0.1.0?download_url=file://.#src/main.rs"}
crate["components"] = [{**crate, "bom-ref": crate["bom-ref"] + " bin-target-0", "name": "program"}]
other = {"bom-ref": "registry+https://index#other@1.0.0", "name": "other", "version": "1.0.0", "purl": "pkg:cargo/other@1.0.0", "text": extra}
bill = {"metadata": {"component": crate}, "components": [other], "dependencies": [{"ref": crate["bom-ref"], "dependsOn": [other["bom-ref"]]}]}
json.dump(bill, open(file, "w"))
END
}
bill "$PWD" "é" bill.json
python3 - <<'END'
import zipfile

with zipfile.ZipFile("a.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
    wheel.writestr("a.py", "pass\n")
    wheel.write("bill.json", "a.dist-info/sboms/a.json")
    wheel.writestr("a.dist-info/RECORD", "a.py,sha256=1,5\na.dist-info/sboms/a.json,sha256=1,5\na.dist-info/RECORD,,\n")
END
run "$root/scripts/release/local_crates.py" bill.json a.whl
expect "bills of materials" 0
cp bill.json "$scratch/output"
! grep -q 'file:' bill.json || wrong "a bill names a folder"
for line in '"bom-ref": "pkg:cargo/cli@0.1.0",' '"bom-ref": "pkg:cargo/cli@0.1.0 bin-target-0",' '"ref": "pkg:cargo/cli@0.1.0",' '"purl": "pkg:cargo/cli@0.1.0#src/main.rs"' \
    '"bom-ref": "registry+https://index#other@1.0.0",' '"text": "é"'; do
    grep -qF -- "$line" bill.json || wrong "a bill lacks $line"
done
mkdir unpacked && (cd unpacked && python3 -m zipfile -e ../a.whl .)
cmp -s bill.json unpacked/a.dist-info/sboms/a.json || wrong "a wheel has another bill"
digest=$(sha256sum bill.json | python3 -c 'import base64; print(base64.urlsafe_b64encode(bytes.fromhex(input()[:64])).decode().rstrip("="))')
printf '%s\n' 'a.py,sha256=1,5' "a.dist-info/sboms/a.json,sha256=$digest,$(stat -c %s bill.json)" 'a.dist-info/RECORD,,' | cmp -s - unpacked/a.dist-info/RECORD ||
    wrong "a wheel has another list of files"
for left in "file:///elsewhere" "$PWD/src"; do
    bill "$PWD" "$left" bill.json
    run "$root/scripts/release/local_crates.py" bill.json
    expect "a bill that names $left" 1 "^bill\.json: \"text\": \"$left\": a bill of materials names no folder"
done
cd "$root"

# A repository with what these scripts read.
small=$scratch/small
mkdir -p "$small"/{cli,python,docs/book,proof,scripts}
cp -r "$root/scripts/release" "$small/scripts"
cd "$small"
git init -q -b main
printf '[package]\nversion = "0.1.0"\nrepository = "https://forge.test/perlane"\nhomepage = "https://forge.test/site"\n' >Cargo.toml
cp Cargo.toml python/pyproject.toml && cp Cargo.toml SECURITY.md && cp Cargo.toml docs/book/book.toml && cp Cargo.toml cli/Cargo.toml
cp Cargo.toml python/Cargo.toml
printf '[dependencies]\nperlane = { path = "..", version = "0.1.0" }\nperlane-view = { path = "../view", version = "=0.1.0" }\n' >>cli/Cargo.toml
for folder in . cli proof python recipes rounds view; do
    mkdir -p $folder
    echo "Read [this](LICENSE)." >$folder/README.md
    touch $folder/LICENSE
done
echo target >.gitignore
touch Cargo.lock
echo '{"digest": 1}' >proof/golden.jsonl
printf '# Changelog\n\n## Unreleased\n\n### Added\n\n- Noise.\n' >CHANGELOG.md
git add -A
GIT_COMMITTER_DATE='2020-01-02T03:04:05Z' git commit -q -m "first"

# The changelog.
run scripts/release/urls.sh --check
expect "a changelog without the version" 1 'has no section for 0\.1\.0'
sed -i 's/^## Unreleased/## 0.1.0/' CHANGELOG.md
run scripts/release/urls.sh --check
expect "a version without a date" 1 'has ## 0\.1\.0: for a release'
sed -i 's/^## 0.1.0/## 0.1.0 - 2020-01-02/' CHANGELOG.md
run scripts/release/urls.sh --check
expect "a changelog with the version" 0
run scripts/release/changelog.sh
expect "the text of a release" 0 '^- Noise\.$'
printf '## 0.2.0 - 2020-01-03\n\n### Added\n\n## 0.1.0 - 2020-01-02\n\n- Noise.\n' >other.md
run scripts/release/changelog.sh 0.2.0 other.md
expect "a version without a text" 1 'says nothing of 0\.2\.0'
printf '## 0.2.0 - 2020-01-03\n\n### For users of the repository before this release\n\n- Noise.\n' >other.md
run scripts/release/changelog.sh 0.2.0 other.md
expect "a version with a section for users of the repository" 1 '^### For users of the repository before this release$' 'a release leaves this section out'
rm other.md
git add -A
# Addresses.
for arguments in "--chek" "https://forge.test/a" "a b c" "--check x"; do
    # shellcheck disable=SC2086
    run scripts/release/urls.sh $arguments
    expect "urls.sh $arguments" 2 '^usage: urls\.sh .*prints' 'urls\.sh --check'
done
good=https://forge.test/me/other_0~1-2
for bad in http://forge.test/me "https://forge.test/a b" https://forge.test/a.git https://forge.test/a/ 'https://forge.test/a|b' https://; do
    run scripts/release/urls.sh "$bad" $good/site
    expect "the repository $bad" 2 "^REPOSITORY is '.*': allowed is https://"
    run scripts/release/urls.sh $good "$bad"
    expect "the site $bad" 2 "^SITE is '.*': allowed is https://"
done
run scripts/release/urls.sh $good $good
expect "one address for both" 2 "REPOSITORY and SITE are both '$good'"
git diff --quiet || wrong "an address that is refused is written"
run scripts/release/urls.sh $good $good/site
expect "new addresses" 0
for file in Cargo.toml python/pyproject.toml SECURITY.md docs/book/book.toml; do
    for line in "repository = \"$good\"" "homepage = \"$good/site\""; do
        grep -qxF "$line" $file || wrong "$file has no $line"
    done
done
run scripts/release/urls.sh
expect "the new address" 0 "^$good$"
git checkout -q SECURITY.md
run scripts/release/urls.sh --check
expect "files that disagree" 1 "^SECURITY\.md does not name $good$"
git checkout -q Cargo.toml python/pyproject.toml docs/book/book.toml
run scripts/release/urls.sh https://example.org/perlane https://example.org/site
expect "placeholders" 0
run scripts/release/urls.sh --check
expect "placeholders in a release" 1 '^SECURITY\.md:.*example\.org' 'these are placeholders'
git checkout -q .
sed -i 's/^\[package\]/&\nmaintainer = "perlane@example.org"/' cli/Cargo.toml
run scripts/release/urls.sh --check
expect "a maintainer who is a placeholder" 1 '^cli/Cargo\.toml:.*example\.org'
git checkout -q cli/Cargo.toml
echo 'It is not published yet.' >>README.md
run scripts/release/urls.sh --check
expect "a README that says that nothing is published, in a release" 1 '^README\.md:2:'
git checkout -q README.md
# The stage is to have this date, and not that of the test.
GIT_COMMITTER_DATE='2020-01-03T03:04:05Z' git commit -q -am "changelog"

# Versions and what an earlier release had.
for new in 0.2.0-rc.1 0.2.0rc1; do
    run scripts/release/version.sh $new
    expect "a pre-release" 2 'three numbers' 'no pre-releases: RELEASING\.md'
done
run scripts/release/version.sh 0.0.10
expect "an older version" 2 'is 0\.0\.10: allowed are those after 0\.1\.0'
# cargo, which would ask an index, is one that does what a test says.
programs=$scratch/programs
mkdir "$programs"
stand_in() { # program, its commands
    printf '#!/bin/sh\n%s\n' "$2" >"$programs/$1"
    chmod +x "$programs/$1"
}
set_version() { PATH=$programs:$PATH run scripts/release/version.sh "$1"; }
stand_in cargo ':'
set_version 0.1.1
expect "a new version" 0
for line in 'perlane = { path = "..", version = "0.1.1" }' 'perlane-view = { path = "../view", version = "=0.1.1" }'; do
    grep -qxF "$line" cli/Cargo.toml || { cp cli/Cargo.toml "$scratch/output"; wrong "there is no line $line"; }
done
grep -q '^version = "0.1.1"$' python/Cargo.toml || wrong "the version of the Python package is another one"
git checkout -q .
stand_in cargo 'echo "name = \"other\"" >>Cargo.lock; exit 101'
set_version 0.1.1
expect "a version that cargo refuses" 101 'the version is 0\.1\.0, as before'
git diff --quiet || wrong "files are changed by a version that cargo refuses"
stand_in cargo 'echo "name = \"other\"" >>Cargo.lock'
set_version 0.1.1
expect "another line of a lock file" 1 '^> name = "other"$' 'these lines would change too' 'the version is 0\.1\.0, as before'
git diff --quiet || wrong "files are changed by a version with which another line would change"
run scripts/release/digests.sh
expect "digests before the first release" 0 'no version was released before 0\.1\.0'
run scripts/release/semver.sh
expect "public items before the first release" 0 'no version was released before 0\.1\.0'
# Tags that are no releases.
for tag in v1 v0.2.0-rc.1 v0.0.9-old vector; do
    git tag $tag
done
run scripts/release/last_release.sh
expect "no release among the tags" 0
[ ! -s "$scratch/output" ] || wrong "a tag that is no release is taken for one"
git tag v0.0.9
git tag v0.0.10
git tag v0.1.0
run scripts/release/last_release.sh
expect "the last release before this version" 0 '^v0\.0\.10$'
[ "$(wc -l <"$scratch/output")" = 1 ] || wrong "last_release.sh prints more than one tag"
git tag -d v0.1.0 v0.0.10 >/dev/null
stand_in git 'echo "git does not work"; exit 3'
PATH=$programs:$PATH run scripts/release/last_release.sh
expect "a git that fails" 3
rm "$programs/git"
echo '{"digest": 2}' >>proof/golden.jsonl
run scripts/release/digests.sh
expect "a new digest" 0 'all of v0\.0\.9 are as they were, and 1 were added'
sed -i 's/1}/3}/' proof/golden.jsonl
run scripts/release/digests.sh
expect "a changed digest" 1 'changed or removed' '^-\{"digest": 1\}'
git checkout -q proof/golden.jsonl

# Links of READMEs.
mkdir links && touch links/{picture.png,page.md}
# shellcheck disable=SC2016
printf '%s\n' '![a picture](picture.png)' '[a page](page.md#part), [a folder](../docs)' '[elsewhere](https://other.test/page.md), [here](#part)' '```' \
    '[code](page.md)' '![code](nowhere.png)' '```' >links/README.md
run scripts/release/absolute_links.py https://forge.test/perlane v0.1.0 links/README.md
expect "links" 0
cp links/README.md "$scratch/output"
# shellcheck disable=SC2016
printf '%s\n' '![a picture](https://forge.test/perlane/raw/v0.1.0/links/picture.png)' \
    '[a page](https://forge.test/perlane/blob/v0.1.0/links/page.md#part), [a folder](https://forge.test/perlane/blob/v0.1.0/docs)' \
    '[elsewhere](https://other.test/page.md), [here](#part)' '```' '[code](page.md)' '![code](nowhere.png)' '```' | cmp -s - links/README.md || wrong "links are other ones"
rm -r links

# A draft, with a stand-in for the forge's program.
mkdir "$scratch/files"
echo one >"$scratch/files/one"
# shellcheck disable=SC2016
stand_in gh 'printf "%s\n" "$@"; while [ "$1" != --notes-file ]; do shift; done; cat "$2"'
draft() { PATH=$programs:$PATH run scripts/release/draft.sh "$scratch/files"; }
git tag -d v1 v0.2.0-rc.1 v0.0.9-old vector v0.0.9 >/dev/null
draft
expect "a draft without a tag" 128
[ ! -s "$scratch/output" ] || wrong "a draft is made without a tag"
git tag v0.2.0
draft
expect "a draft of another version's tag" 1 'the tag is v0\.2\.0, and Cargo\.toml says 0\.1\.0'
! grep -q create "$scratch/output" || wrong "a draft is made of another version's tag"
git tag -d v0.2.0 >/dev/null
git tag v0.1.0
draft
expect "a draft" 0 '^create$' '^v0\.1\.0$' '^--draft$' '^perlane 0\.1\.0$' "^$scratch/files/one$" "^$scratch/files/SHA256SUMS$" '^- Noise\.$'
(cd "$scratch/files" && sha256sum --quiet -c SHA256SUMS) || wrong "digests of files are other ones"
git tag -d v0.1.0 >/dev/null
rm "$programs/gh"

# The stage.
commit=$(git rev-parse HEAD)
run scripts/release/stage.sh
expect "a stage" 0 "^$small/target/stage$"
[ "$(wc -l <"$scratch/output")" = 1 ] || wrong "stage.sh prints more than the folder"
staged=$(git -C target/stage rev-parse HEAD)
[ "$(git -C target/stage rev-parse HEAD^)" = "$commit" ] || wrong "the stage is not one commit after the repository's"
[ "$(git -C target/stage log -1 --format=%ct)" = "$(git log -1 --format=%ct)" ] || wrong "the stage has another date than its commit"
grep -qF '(https://forge.test/perlane/blob/v0.1.0/LICENSE)' target/stage/README.md || wrong "a link is not absolute"
mkdir target/stage/target && touch target/stage/target/built
run scripts/release/stage.sh
expect "a second call" 0 "^$small/target/stage$"
[ -e target/stage/target/built ] || wrong "a second call removes what was built"
[ "$(git -C target/stage rev-parse HEAD)" = "$staged" ] || wrong "a second call makes another commit"
run target/stage/scripts/release/stage.sh
expect "a call in the stage" 0 "^$small/target/stage$"
echo more >>target/stage/README.md
run scripts/release/stage.sh
expect "a stage with changes" 1 'differ from its commit'
git -C target/stage checkout -q README.md
git commit -q --allow-empty -m "later"
run scripts/release/stage.sh
expect "a stage of another commit" 1 "made of commit $commit" 'cd target/stage' 'worktree remove'
[ ! -s "$scratch/output" ] || wrong "a folder is printed beside an error"
[ -e target/stage/target/built ] || wrong "a stage of another commit is removed"
git worktree remove --force target/stage
run scripts/release/stage.sh "$commit"
expect "a stage that is made again" 0
[ "$(git -C target/stage rev-parse HEAD)" = "$staged" ] || wrong "a stage that is made again is another commit"
git worktree remove --force target/stage
echo "[nowhere](nowhere)" >>README.md
git commit -q -am "a broken link"
for again in 1 2; do
    run scripts/release/stage.sh
    expect "a stage that fails, call $again" 1 'there is no nowhere' 'there is no stage'
    [ ! -e target/stage ] || wrong "a stage that failed is left behind"
done
echo "release scripts: ok"
