/** The 4-connected regions of samples with one value, each as its pixels' indices. */
export function findRegions(samples: Uint8Array, widthPx: number, wanted: number): Int32Array[] {
  const seen = new Uint8Array(samples.length);
  const stack = new Int32Array(samples.length);
  const regions: Int32Array[] = [];
  for (let start = 0; start < samples.length; start++) {
    if (seen[start] === 1 || samples[start] !== wanted) continue;
    // The stack keeps visited pixels; `next` walks through it as it grows.
    let size = 0;
    stack[size++] = start;
    seen[start] = 1;
    for (let next = 0; next < size; next++) {
      const i = stack[next];
      const x = i % widthPx;
      for (let side = 0; side < 4; side++) {
        if ((side === 0 && x === 0) || (side === 1 && x === widthPx - 1)) continue;
        const j = i + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -widthPx : widthPx);
        // Reads above the first and below the last row give undefined, which never matches `wanted`.
        if (seen[j] === 1 || samples[j] !== wanted) continue;
        seen[j] = 1;
        stack[size++] = j;
      }
    }
    regions.push(stack.slice(0, size));
  }
  return regions;
}
