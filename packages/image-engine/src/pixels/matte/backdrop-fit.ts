/** Smooth surface that describes the background's light, fitted robustly against shadows and other objects. */
export type LightSurface = ReturnType<typeof fitSurface>;

/**
 * Number of terms of a cubic polynomial in two variables, which describes curved backdrops, vignettes and light that
 * falls off. A higher order would follow the shadow.
 */
const TERMS = 10;

function termsAt(x: number, y: number, into: Float64Array): void {
  const [u, v] = [x * 2 - 1, y * 2 - 1];
  into[0] = 1;
  into[1] = u;
  into[2] = v;
  into[3] = u * v;
  into[4] = u * u;
  into[5] = v * v;
  into[6] = u * u * u;
  into[7] = v * v * v;
  into[8] = u * u * v;
  into[9] = u * v * v;
}

const ROUNDS = 10;
const MIN_LIGHT = 0.004;
const LEAST_SPREAD = 0.006;
/**
 * Deviation from the surface, relative to its typical spread, from which a darker cell counts as shadow, and from
 * which any other cell counts as another object.
 */
const SHADOW_FROM = 1.5;
const STRAY_FROM = 3;
/** Maximum darkness of a cell that is shadow or grain; darker cells belong to other objects. */
const MOST_DARK = 0.55;

export function fitSurface(
  { light, widthPx, heightPx }: { light: Float32Array; widthPx: number; heightPx: number },
  cells: readonly number[],
) {
  const count = cells.length;
  const terms = new Float64Array(count * TERMS);
  const one = new Float64Array(TERMS);
  const luminance = new Float64Array(count);
  cells.forEach((i, k) => {
    termsAt(((i % widthPx) + 0.5) / widthPx, (Math.floor(i / widthPx) + 0.5) / heightPx, one);
    terms.set(one, k * TERMS);
    luminance[k] = 0.2126 * light[i * 3] + 0.7152 * light[i * 3 + 1] + 0.0722 * light[i * 3 + 2];
  });
  const weights = new Float64Array(count).fill(1);
  const residuals = new Float64Array(count);
  let spread = LEAST_SPREAD;
  for (let round = 0; round < ROUNDS; round++) {
    const fitted = solve(terms, weights, (k) => luminance[k], count);
    for (let k = 0; k < count; k++) {
      let model = 0;
      for (let t = 0; t < TERMS; t++) model += fitted[t] * terms[k * TERMS + t];
      residuals[k] = (luminance[k] - model) / Math.max(MIN_LIGHT, model);
    }
    spread = Math.max(LEAST_SPREAD, 1.48 * medianAbsolute(residuals, -4 * spread - 0.02));
    for (let k = 0; k < count; k++) {
      const r = residuals[k] / spread;
      // The weights are one-sided: shadows are darker than their background, so dark cells lose weight sooner than
      // light ones.
      weights[k] = r < 0 ? falloff(-r, SHADOW_FROM) : falloff(r, 2 * SHADOW_FROM);
    }
  }
  const colors = [0, 1, 2].map((c) => solve(terms, weights, (k) => light[(cells[k] ?? 0) * 3 + c], count));
  let stray = 0;
  for (let k = 0; k < count; k++) {
    const r = residuals[k];
    if (r > STRAY_FROM * Math.max(spread, 0.02) || r < -MOST_DARK || isOtherColor(k)) stray++;
  }
  return {
    /** Typical relative deviation of the cells that belong to the surface. */
    spread,
    /** Share of cells that belong neither to the surface nor to a shadow on it. */
    stray: count === 0 ? 1 : stray / count,
    count,
    /** Writes the linear light at a position (both coordinates 0 to 1 across the photo) to `into`. */
    lightAt(x: number, y: number, into: Float32Array): void {
      termsAt(x, y, one);
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let t = 0; t < TERMS; t++) sum += colors[c][t] * one[t];
        into[c] = sum < MIN_LIGHT ? MIN_LIGHT : sum > 1 ? 1 : sum;
      }
    },
  };

  /** True if a cell's ratios to the surface differ more between color channels than in shadows and reflected light. */
  function isOtherColor(k: number): boolean {
    let [least, most] = [Infinity, 0];
    for (let c = 0; c < 3; c++) {
      let model = 0;
      for (let t = 0; t < TERMS; t++) model += colors[c][t] * terms[k * TERMS + t];
      const ratio = light[(cells[k] ?? 0) * 3 + c] / Math.max(MIN_LIGHT, model);
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
    }
    return most - least > OTHER_COLOR * most;
  }
}

const OTHER_COLOR = 0.3;

const falloff = (r: number, from: number): number => (r <= from ? 1 : Math.exp(-((r - from) ** 2)));

function medianAbsolute(values: Float64Array, above: number): number {
  const magnitudes = new Float64Array(values.length);
  let count = 0;
  for (let k = 0; k < values.length; k++) if (values[k] > above) magnitudes[count++] = Math.abs(values[k]);
  return count === 0 ? 0 : nth(magnitudes.subarray(0, count), count >> 1);
}

/** Value that would be at an index if the array were sorted (Hoare's quickselect); changes the order of the values. */
function nth(values: Float64Array, place: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const pivot = values[(left + right) >> 1];
    let [i, j] = [left, right];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (place <= j) right = j;
    else if (place >= i) left = i;
    else break;
  }
  return values[place];
}

/** Solves weighted least squares by the normal equations, slightly damped in case a side of the photo has no cells. */
function solve(
  terms: Float64Array,
  weights: Float64Array,
  value: (k: number) => number,
  count: number,
): Float64Array {
  const stride = TERMS + 1;
  const rows = new Float64Array(TERMS * stride);
  for (let k = 0; k < count; k++) {
    const weight = weights[k];
    if (weight < 0.02) continue;
    const at = k * TERMS;
    const target = value(k);
    for (let r = 0; r < TERMS; r++) {
      const scaled = weight * terms[at + r];
      for (let c = r; c < TERMS; c++) rows[r * stride + c] += scaled * terms[at + c];
      rows[r * stride + TERMS] += scaled * target;
    }
  }
  for (let r = 0; r < TERMS; r++) {
    for (let c = 0; c < r; c++) rows[r * stride + c] = rows[c * stride + r];
  }
  for (let r = 0; r < TERMS; r++) rows[r * stride + r] += r === 0 ? 1e-6 : 1e-3 * count * DAMPING;
  return eliminateRows(rows, stride);
}

const DAMPING = 0.2;

function eliminateRows(rows: Float64Array, stride: number): Float64Array {
  for (let p = 0; p < TERMS; p++) {
    const pivot = rows[p * stride + p] || 1e-12;
    for (let r = 0; r < TERMS; r++) {
      if (r === p) continue;
      const factor = rows[r * stride + p] / pivot;
      for (let c = p; c < stride; c++) rows[r * stride + c] -= factor * rows[p * stride + c];
    }
  }
  return Float64Array.from(
    { length: TERMS },
    (_, r) => rows[r * stride + TERMS] / (rows[r * stride + r] || 1e-12),
  );
}
