import { colorDifference, labOf } from '@packshot/image-engine/pixels';
import type { Likeness, NotCompared } from './credentials-messages.ts';

/** Smaller differences of a channel come from decoders. */
const SAME_LEVELS = 6;
/** From here on people see a difference side by side. */
const VISIBLE_DELTA_E = 3;

type Pixels = Pick<ImageData, 'width' | 'height' | 'data'>;

/** How the opaque pixels of a file differ from an original of the same size, or why they cannot be compared. */
export async function comparePixels<File>(
  file: File,
  original: File,
  pixelsOf: (file: File) => Promise<Pixels>,
): Promise<Likeness | NotCompared> {
  const shown = (one: File): Promise<Pixels | null> => pixelsOf(one).catch(() => null);
  const [made, from] = await Promise.all([shown(file), shown(original)]);
  if (from === null) return 'original-not-shown';
  if (made === null) return 'picture-not-shown';
  return made.width === from.width && made.height === from.height ? likenessOf(made, from) : 'other-size';
}

function likenessOf(made: Pixels, from: Pixels): Likeness {
  let [total, changed] = [0, 0];
  for (let i = 0; i < made.data.length; i += 4) {
    if (made.data[i + 3] !== 255) continue;
    total += 1;
    const [r = 0, g = 0, b = 0] = made.data.subarray(i, i + 3);
    const [r0 = 0, g0 = 0, b0 = 0] = from.data.subarray(i, i + 3);
    if (Math.max(Math.abs(r - r0), Math.abs(g - g0), Math.abs(b - b0)) <= SAME_LEVELS) continue;
    if (colorDifference(labOf(r, g, b), labOf(r0, g0, b0)) > VISIBLE_DELTA_E) changed += 1;
  }
  return { total, changed };
}
