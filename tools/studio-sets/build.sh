#!/bin/sh
# Renders studio sets and packs them into packages/image-engine/assets/sets.
#
#   tools/studio-sets/build.sh [--preview] [SCENE-VIEW ...]       e.g. build.sh oak-window-eye oak-window-above
#
# Without names: every set that is committed. --preview: small, noisy, left in the work folder alone.
# Needs Blender 3.4 or later, python3 with numpy, and node 24. SETS_WORK names the work folder (default: a temporary one).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
assets=$here/../../packages/image-engine/assets/sets
work=${SETS_WORK:-${TMPDIR:-/tmp}/studio-sets}
preview=
if [ "${1:-}" = --preview ]; then
  preview=1
  shift
fi
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046
  set -- $(ls "$assets")
fi
for name in "$@"; do
  scene=${name%-*}
  view=${name##*-}
  out=$work/$name
  mkdir -p "$out"
  if [ -n "$preview" ]; then
    nice blender -b --factory-startup --python-exit-code 1 --python "$here/render.py" -- "$scene" "$view" "$out" --size 400 --samples 8 >"$out/render.log"
    nice python3 "$here/develop.py" "$out" --quick
    echo "$out/preview.png"
    continue
  fi
  nice -n 19 blender -b --factory-startup --python-exit-code 1 --python "$here/render.py" -- "$scene" "$view" "$out" >"$out/render.log"
  nice -n 19 python3 "$here/develop.py" "$out"
  nice -n 19 node "$here/encode.ts" "$out/raw" "$assets/$name"
  nice -n 19 node "$here/measure.ts" "$assets/$name"
  nice -n 19 node "$here/recombine.ts" "$assets/$name" "$out/proof" "$out/raw"
done
