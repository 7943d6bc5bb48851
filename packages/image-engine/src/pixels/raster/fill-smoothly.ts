/**
 * Fills unknown samples smoothly from the known samples around them (pull and push; Gortler, Grzeszczuk, Szeliski and
 * Cohen, "The Lumigraph", 1996): averages known samples on coarser and coarser grids, and interpolates back. Samples
 * are interleaved and changed in place. Without known samples nothing changes.
 */
export function fillSmoothly(
  samples: Float32Array,
  channels: number,
  isKnown: Float32Array,
  widthPx: number,
  heightPx: number,
): void {
  if (Math.max(widthPx, heightPx) < 2) return;
  const w = (widthPx + 1) >> 1;
  const h = (heightPx + 1) >> 1;
  const coarse = new Float32Array(w * h * channels);
  const weights = new Float32Array(w * h);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const weight = isKnown[i];
      if (weight === 0) continue;
      const to = (y >> 1) * w + (x >> 1);
      weights[to] += weight;
      for (let c = 0; c < channels; c++) coarse[to * channels + c] += weight * samples[i * channels + c];
    }
  }
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    for (let c = 0; c < channels; c++) coarse[i * channels + c] /= weights[i];
    weights[i] = Math.min(1, weights[i]);
  }
  fillSmoothly(coarse, channels, weights, w, h);
  for (let y = 0, i = 0; y < heightPx; y++) {
    const fy = y / 2 - 0.25;
    const top = Math.max(0, Math.floor(fy));
    const below = Math.min(h - 1, Math.floor(fy) + 1);
    const sy = fy - Math.floor(fy);
    for (let x = 0; x < widthPx; x++, i++) {
      const missing = 1 - isKnown[i];
      if (missing <= 0) continue;
      const fx = x / 2 - 0.25;
      const left = Math.max(0, Math.floor(fx));
      const right = Math.min(w - 1, Math.floor(fx) + 1);
      const sx = fx - Math.floor(fx);
      for (let c = 0; c < channels; c++) {
        const upper =
          coarse[(top * w + left) * channels + c] * (1 - sx) + coarse[(top * w + right) * channels + c] * sx;
        const lower =
          coarse[(below * w + left) * channels + c] * (1 - sx) +
          coarse[(below * w + right) * channels + c] * sx;
        const smooth = upper * (1 - sy) + lower * sy;
        samples[i * channels + c] += missing * (smooth - samples[i * channels + c]);
      }
    }
  }
}
