import { describe, expect, it } from 'vitest';
import { fillSpecks, smoothContours } from './contours.ts';

const [W, H] = [96, 64];

function drawPicture(lightAt: (x: number, y: number) => number) {
  const data = new Float32Array(W * H * 3);
  for (let i = 0; i < W * H; i++) data.fill(lightAt(i % W, Math.floor(i / W)), i * 3, i * 3 + 3);
  return { data, widthPx: W, heightPx: H };
}
type ContourPicture = ReturnType<typeof drawPicture>;
const at = ({ data }: ContourPicture, x: number, y: number): number => data[(y * W + x) * 3] ?? NaN;
/** Position of the edge in a column, measured as the amount of light below it. */
const edgeIn = (picture: ContourPicture, x: number): number => {
  let lit = 0;
  for (let y = 8; y < H - 8; y++) lit += at(picture, x, y);
  return H - 8 - lit / 0.8;
};

describe('smoothing contours', () => {
  it('smooths the steps of a jagged line, and doesn’t move it', () => {
    const slope = 0.3;
    const picture = drawPicture((x, y) => (y >= Math.floor(20 + slope * x) ? 0.8 : 0));
    const roughness = (): number => {
      let sum = 0;
      for (let x = 12; x < W - 12; x++) sum += Math.abs(edgeIn(picture, x) - (19.5 + slope * x));
      return sum / (W - 24);
    };
    const before = roughness();
    smoothContours(picture);
    expect(before).toBeGreaterThan(0.2);
    expect(roughness()).toBeLessThan(0.5 * before);
  });

  it('blurs nothing across a line, and leaves corners and faint texture', () => {
    const line = drawPicture((_, y) => (y >= 30 ? 0.8 : 0));
    smoothContours(line);
    expect(at(line, 40, 29)).toBeLessThan(0.01);
    expect(at(line, 40, 30)).toBeGreaterThan(0.79);
    const faint = drawPicture((x, y) => 0.5 + ((x * 7 + y * 13) % 5) * 0.002);
    const original = faint.data.slice();
    smoothContours(faint);
    expect(faint.data).toEqual(original);
  });
});

describe('filling specks', () => {
  const contour = (x: number): number => (x < 40 ? 0.9 : 0.4);

  it('removes dark stitches from a contour, and leaves contours and shadows as they are', () => {
    const stitched = drawPicture((x, y) => (x === 40 && y % 3 === 0 ? 0.05 : contour(x)));
    fillSpecks(stitched);
    for (let y = 3; y < H - 3; y += 3) expect(at(stitched, 40, y)).toBeGreaterThan(0.39);
    for (const clean of [drawPicture(contour), drawPicture((_x, y) => (y > 50 ? 0.2 : 1))]) {
      const before = clean.data.slice();
      fillSpecks(clean);
      expect(clean.data).toEqual(before);
    }
  });
});
