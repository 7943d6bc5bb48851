import { describe, expect, it } from 'vitest';
import { intersectionOverUnion } from '../../raster/alpha.ts';
import { emptyRaster, raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { frameAround, framePhoto, unframeMask } from './pass-frame.ts';
import { joinPasses } from './join-passes.ts';
import { findConnectedRegions } from '../../raster/regions.ts';
import { straysIn } from './strays.ts';
import { addedByScout, coarse, isWitness } from './scout.ts';
import type { Rectangle } from '../../../testing/rectangle.ts';

const SIDE = 256;

/** Mask with rectangles of one value. */
function mask(rectangles: readonly Rectangle[], value = 255): AlphaRaster {
  const drawing = emptyRaster(SIDE, SIDE, 1);
  for (const [left, top, right, bottom] of rectangles)
    for (let y = top; y < bottom; y++) drawing.data.fill(value, y * SIDE + left, y * SIDE + right);
  return drawing;
}

const BODY: Rectangle = [60, 60, 160, 200];
const HANDLE: Rectangle = [160, 90, 200, 160];
const BOLLARD: Rectangle = [220, 60, 240, 200];
const whole = mask([BODY, HANDLE]);
const body = mask([BODY]);

describe('joining the segmentation passes (usual, far, and scout: a coarse far pass)', () => {
  it('adds the part that the far pass and the scout show, up to its edge', () => {
    const { mask: joined, unsure } = joinPasses({ usual: mask([BODY]), far: whole, scout: whole });
    expect(intersectionOverUnion(joined, whole)).toBe(1);
    expect(unsure).toEqual([]);
  });

  it('adds no shadow, which has the background’s color with less light', () => {
    const photoWith = (part: readonly number[]): RgbRaster => {
      const photo = emptyRaster(SIDE, SIDE, 3);
      for (let i = 0; i < SIDE * SIDE; i++) {
        const ground = [210, 205, 190];
        photo.data.set(whole.data[i] === 0 ? ground : body.data[i] > 0 ? [40, 60, 90] : part, i * 3);
      }
      return photo;
    };
    const joinPart = (part: readonly number[]) =>
      joinPasses({ usual: body, far: whole, scout: whole, photo: photoWith(part) });
    expect(joinPart([140, 137, 127]).mask.data).toEqual(body.data);
    expect(joinPart([140, 137, 127]).unsure).toHaveLength(1);
    // Colors that aren't a shadow: another hue, lighter than the background, or too dark.
    for (const part of [
      [140, 120, 90],
      [235, 230, 213],
      [60, 58, 54],
    ])
      expect(intersectionOverUnion(joinPart(part).mask, whole), String(part)).toBe(1);
  });

  it('adds a gray part with a texture, which a shadow doesn’t have', () => {
    const photo = emptyRaster(SIDE, SIDE, 3);
    for (let i = 0; i < SIDE * SIDE; i++) {
      const isPart = whole.data[i] > 0 && body.data[i] === 0;
      photo.data.fill(isPart ? 130 + (i % 3) * 12 : 205 + (i % 2), i * 3, i * 3 + 3);
    }
    const joined = joinPasses({ usual: body, far: whole, scout: whole, photo });
    expect(intersectionOverUnion(joined.mask, whole)).toBe(1);
  });

  it('adds a part that the scout doesn’t show, if the small pass confirms it', () => {
    const { mask: joined, isDisputed } = joinPasses({ usual: body, far: whole, scout: body, small: whole });
    expect(intersectionOverUnion(joined, whole)).toBe(1);
    expect(isDisputed).toBe(false);
  });

  it('adds a part that only the farther pass confirms, unless it lies beside the object', () => {
    const held: Rectangle = [100, 100, 140, 140];
    const frame = mask([
      [60, 60, 160, 100],
      [60, 140, 160, 200],
      [60, 100, 100, 140],
    ]);
    const full = mask([[60, 60, 160, 100], [60, 140, 160, 200], [60, 100, 100, 140], held]);
    const first = joinPasses({ usual: frame, far: full, scout: frame, small: frame });
    expect(first.isDisputed).toBe(true);
    expect(first.mask.data).toEqual(frame.data);
    const second = joinPasses({ usual: frame, far: full, scout: frame, small: frame, farther: full });
    expect(intersectionOverUnion(second.mask, full)).toBe(1);
    const beside = mask([BODY, BOLLARD]);
    expect(joinPasses({ usual: body, far: beside, scout: body, farther: beside }).mask.data).toEqual(
      body.data,
    );
  });

  it('leaves out a part that only the far pass shows, and reports its place', () => {
    const far = mask([BODY, HANDLE, BOLLARD]);
    const { mask: joined, unsure } = joinPasses({ usual: mask([BODY]), far, scout: whole });
    expect(intersectionOverUnion(joined, whole)).toBe(1);
    expect(unsure).toMatchObject([{ isApart: true, box: { xPx: 223, yPx: 63, widthPx: 14, heightPx: 134 } }]);
  });

  it('adds nothing that the far pass is unsure of', () => {
    const far = mask([BODY]);
    for (let i = 0; i < far.data.length; i++) if (whole.data[i] > far.data[i]) far.data[i] = 150;
    const { mask: joined, unsure } = joinPasses({ usual: mask([BODY]), far, scout: whole });
    expect(joined.data).toEqual(mask([BODY]).data);
    expect(unsure).toHaveLength(1);
  });

  it('keeps a part that only the usual pass shows, but reports it as unsure', () => {
    const { mask: joined, unsure } = joinPasses({ usual: whole, far: mask([BODY]), scout: mask([BODY]) });
    expect(joined.data).toEqual(whole.data);
    expect(unsure).toMatchObject([{ isApart: false }]);
  });

  it('keeps the edges of the usual pass if the passes differ only in sharpness', () => {
    const wider = mask([[58, 58, 162, 202]]);
    const { mask: joined, unsure } = joinPasses({ usual: mask([BODY]), far: wider, scout: wider });
    expect(joined.data).toEqual(mask([BODY]).data);
    expect(unsure).toEqual([]);
  });

  it('drops an object that only one pass shows, and keeps an object that most passes show', () => {
    const usual = mask([BODY, BOLLARD]);
    expect(joinPasses({ usual, far: body, scout: usual }).mask.data).toEqual(body.data);
    const joinedPasses = joinPasses({ usual, far: usual, scout: body });
    expect(joinedPasses.mask.data).toEqual(usual.data);
    expect(joinedPasses.unsure).toMatchObject([{ isApart: true, box: { xPx: 220, widthPx: 20 } }]);
    expect(joinPasses({ usual, far: usual, scout: usual })).toEqual({
      mask: usual,
      unsure: [],
      isDisputed: false,
    });
  });

  it('keeps possible glass: half clear, or right below a lid that all passes show', () => {
    const lid = mask([[60, 60, 160, 90]]);
    const clear = mask([[60, 60, 160, 90]]);
    for (let y = 130; y < 200; y++) clear.data.fill(160, y * SIDE + 60, y * SIDE + 160);
    expect(joinPasses({ usual: clear, far: lid, scout: lid }).mask.data).toEqual(clear.data);
    const near = mask([
      [60, 60, 160, 110],
      [60, 114, 160, 160],
    ]);
    const upper = mask([[60, 60, 160, 110]]);
    expect(joinPasses({ usual: near, far: upper, scout: upper }).mask.data).toEqual(near.data);
  });

  it('adds nothing from a scout that misses the object or sees the whole background', () => {
    const ground = mask([[0, 0, SIDE, SIDE]]);
    const usual = mask([BODY]);
    const inverted = mask([[0, 0, SIDE, 60], [0, 200, SIDE, SIDE], HANDLE]);
    expect(joinPasses({ usual, far: whole, scout: inverted }).mask).toEqual(usual);
    expect(joinPasses({ usual, far: ground, scout: ground }).mask).toEqual(usual);
    const spots = mask([[20, 5, 250, 250]]);
    expect(joinPasses({ usual, far: spots, scout: spots }).mask).toEqual(usual);
    expect([isWitness(whole, usual), isWitness(inverted, usual), isWitness(inverted, mask([]))]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('reports everything as unsure when the far pass misses the object', () => {
    const usual = mask([BODY]);
    const { mask: joined, unsure } = joinPasses({ usual, far: mask([BOLLARD]), scout: usual });
    expect(joined).toEqual(usual);
    expect(unsure).toMatchObject([{ isApart: false, box: { xPx: 60, yPx: 60 } }]);
  });

  it('uses the far pass alone when the usual pass shows nothing', () => {
    const { mask: joined } = joinPasses({ usual: mask([]), far: whole, scout: whole });
    expect(intersectionOverUnion(joined, whole)).toBe(1);
  });
});

describe('stray objects beside the main object', () => {
  const [RED, BLUE] = [
    [200, 30, 30],
    [30, 30, 200],
  ];
  const CUP: Rectangle = [210, 20, 245, 60];
  const TWIN: Rectangle = [180, 20, 250, 120];

  const strays = (things: readonly (readonly [Rectangle, readonly number[]])[]) => {
    const photo = raster(new Uint8Array(SIDE * SIDE * 3).fill(90), SIDE, SIDE, 3);
    for (const [[left, top, right, bottom], color] of things)
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) photo.data.set(color, (y * SIDE + x) * 3);
    return straysIn(mask(things.map(([rectangle]) => rectangle)), photo).map(({ box }) => box.xPx);
  };

  it('are found far from the middle while the main object is in the middle', () => {
    expect(
      strays([
        [BODY, RED],
        [CUP, BLUE],
      ]),
    ).toEqual([210]);
    expect(
      strays([
        [[10, 60, 110, 200], RED],
        [CUP, BLUE],
      ]),
    ).toEqual([]);
    expect(
      strays([
        [BODY, RED],
        [[165, 100, 195, 140], BLUE],
      ]),
    ).toEqual([]);
  });

  it('don’t include a second object of the same kind, crumbs or thin objects', () => {
    expect(
      strays([
        [BODY, RED],
        [TWIN, RED],
      ]),
    ).toEqual([]);
    expect(
      strays([
        [BODY, RED],
        [TWIN, BLUE],
      ]),
    ).toEqual([180]);
    expect(
      strays([
        [BODY, RED],
        [[230, 20, 240, 30], BLUE],
        [[200, 50, 250, 54], BLUE],
      ]),
    ).toEqual([]);
  });
});

describe('the area added by the scout pass', () => {
  const measureAddedShare = (usual: AlphaRaster, scout: AlphaRaster) =>
    addedByScout(coarse(usual), coarse(scout));

  it('is the share of the visible area that only the scout sees', () => {
    const handle = 40 * 70;
    const all = handle + 100 * 140;
    // Only the cores of the added regions are counted, without one coarse cell on each side.
    expect(measureAddedShare(mask([BODY]), whole)).toBeGreaterThan((0.5 * handle) / all);
    expect(measureAddedShare(mask([BODY]), whole)).toBeLessThan(handle / all);
    expect(measureAddedShare(mask([]), whole)).toBeGreaterThan(0.7);
  });

  it('is zero if the masks differ only at their edges, if the scout sees less, and if both masks are empty', () => {
    expect(measureAddedShare(mask([BODY]), mask([[58, 58, 162, 202]]))).toBe(0);
    expect(measureAddedShare(whole, mask([BODY]))).toBe(0);
    expect(measureAddedShare(mask([]), mask([]))).toBe(0);
  });

  it('is computed from masks reduced to the means of cells', () => {
    const { data, widthPx, heightPx } = coarse(
      mask([
        [0, 0, 2, 4],
        [4, 4, 8, 8],
      ]),
    );
    expect([widthPx, heightPx, data[0], data[1], data[65]]).toEqual([64, 64, 127, 0, 255]);
  });
});

describe('the frame around a photo', () => {
  const photo: RgbRaster = raster(
    Uint8Array.from({ length: 40 * 20 * 3 }, (_, i) => (Math.floor(i / 3) % 40) * 6),
    40,
    20,
    3,
  );

  it('centers the photo, has sides that the network accepts, and extends the photo’s border', () => {
    const frame = frameAround(photo, 40, 56, 8);
    expect(frame).toEqual({
      widthPx: 56,
      heightPx: 32,
      photo: { xPx: 8, yPx: 6, widthPx: 40, heightPx: 20 },
    });
    const picture = framePhoto(photo, frame);
    const red = (x: number, y: number) => picture.data[(y * 56 + x) * 3];
    expect([red(0, 0), red(7, 16), red(8, 16)]).toEqual([0, 0, 0]);
    expect([red(47, 16), red(55, 16), red(55, 31)]).toEqual([234, 234, 234]);
  });

  it('crops a mask back to the photo', () => {
    const frame = frameAround(photo, 40, 56, 8);
    const framedMask = emptyRaster(frame.widthPx, frame.heightPx, 1);
    for (let y = 6; y < 26; y++) framedMask.data.fill(255, y * 56 + 8, y * 56 + 28);
    const { data, widthPx, heightPx } = unframeMask(framedMask, frame, { widthPx: 80, heightPx: 40 });
    expect([widthPx, heightPx]).toEqual([80, 40]);
    expect([data[0], data[39 * 80 + 35], data[45], data[39 * 80 + 79]]).toEqual([255, 255, 0, 0]);
  });
});

describe('connected regions', () => {
  it('connect cells by sides, not by corners, and not across the picture’s border', () => {
    const marks = Uint8Array.of(1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0);
    expect(findConnectedRegions(marks, 4).map(({ cells, box }) => [cells.length, box])).toEqual([
      [1, { xPx: 0, yPx: 0, widthPx: 1, heightPx: 1 }],
      [1, { xPx: 3, yPx: 0, widthPx: 1, heightPx: 1 }],
      [3, { xPx: 1, yPx: 1, widthPx: 2, heightPx: 2 }],
    ]);
  });
});
