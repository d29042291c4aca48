#!/usr/bin/env bash
# Writes the bill of materials of the released executables to target/dist, in CycloneDX's JSON: every crate in them, with version, licence and
# digest. Wheels contain their own, written by maturin. Neither names a folder of the build (local_crates.py).
set -euo pipefail
cd "$(dirname "$0")/../.."
tools=$(scripts/release/tools.sh cargo-cyclonedx)
version=$(scripts/release/version.sh)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
mkdir -p target/dist
for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl; do
    name=perlane-$version-$target.cdx
    "$tools/cargo-cyclonedx" cyclonedx --quiet --manifest-path cli/Cargo.toml --features exr --target "$target" --format json --spec-version 1.5 --override-filename "$name"
    mv "cli/$name.json" target/dist
    # cargo-cyclonedx writes one for each member of the workspace.
    git clean -fqx -e target -- '*.cdx.json'
    python3 scripts/release/local_crates.py "target/dist/$name.json"
    python3 - "target/dist/$name.json" <<'END'
import json, sys

bill = json.load(open(sys.argv[1]))
names = {component["name"] for component in bill["components"]}
assert {"perlane", "clap", "zstd-sys", "exr"} <= names, "crates are missing"
assert not {"criterion", "proptest"} & names, "crates of tests are in it"
print(f"{sys.argv[1]}: {len(names)} crates")
END
done
