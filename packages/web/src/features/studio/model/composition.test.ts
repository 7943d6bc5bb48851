import { placementSchema } from '@packshot/contract/tools/scene';
import type { Placement } from '@packshot/contract/tools/scene';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaIn,
  CENTERED_STAGE,
  fitGroup,
  footOffset,
  HANGING_STAGE,
  heightShare,
  joinGroup,
  placedBounds,
  clampPlacement,
  PLACE_PRESETS,
  placedBox,
  placedFoot,
  placedPicture,
  presetPlacement,
  defaultPlacement,
  nativeSize,
  usualSize,
} from './composition.ts';
import type { StagePlace, VisibleBox } from './composition.ts';
import { pinchPlacement, scaledByCorner, snapPlacement, turnedTo } from '../tools/scene/moving.ts';
import type { PixelSize } from './size.ts';

const frame: PixelSize = { widthPx: 1280, heightPx: 800 };
const stage: StagePlace = { footX: 0.5, footY: 0.8, maxWidth: 0.4, maxHeight: 0.5, elevationDeg: 0 };
const box: VisibleBox = {
  x: 100 / 700,
  y: 0.1,
  width: 300 / 700,
  height: 0.8,
  foot: { x: 250 / 700, width: 100 / 700 },
  aspectRatio: 300 / 400,
};
const at = (part: Partial<Placement> = {}): Placement => ({
  centerX: 0.5,
  centerY: 0.5,
  width: 0.3,
  rotationDeg: 0,
  isFlipped: false,
  ...part,
});
const boxes = fc
  .tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 4000 }))
  .map(([widthPx, heightPx]): VisibleBox => ({ ...box, aspectRatio: widthPx / heightPx }));
const placements = fc
  .record({
    centerX: fc.double({ min: -3, max: 3, noNaN: true }),
    centerY: fc.double({ min: -3, max: 3, noNaN: true }),
    width: fc.double({ min: 0.001, max: 9, noNaN: true }),
    rotationDeg: fc.double({ min: -900, max: 900, noNaN: true }),
    isFlipped: fc.boolean(),
  })
  .map(clampPlacement);

describe('the automatic placement of a product', () => {
  it('puts the product’s lowest point on the ground line, and stays within the available space', () => {
    fc.assert(
      fc.property(boxes, (product) => {
        const placed = defaultPlacement(product, frame, stage);
        if (placed.width <= 0.05) return;
        const height = heightShare(placed.width, product, frame);
        expect(placed.width).toBeLessThanOrEqual(stage.maxWidth + 1e-9);
        expect(height).toBeLessThanOrEqual(stage.maxHeight + 1e-9);
        expect(placed.centerY + footOffset(placed, product, frame)).toBeCloseTo(stage.footY, 6);
      }),
    );
  });

  it('makes a square product smaller than the available space, as the image engine does', () => {
    const square = { ...box, aspectRatio: 1 };
    const room = { ...stage, maxWidth: 0.5, maxHeight: 0.8 };
    expect(defaultPlacement(square, frame, room).width).toBeCloseTo(0.87 * 0.5, 6);
    expect(defaultPlacement({ ...box, aspectRatio: 8 }, frame, room).width).toBe(0.5);
  });

  it('moves a product down in a view from above, and centers one seen from straight above in the free space', () => {
    const from = (elevationDeg: number) => defaultPlacement(box, frame, { ...stage, elevationDeg });
    expect(from(45).centerY).toBeGreaterThan(from(0).centerY + 0.01);
    expect(from(90).centerY).toBeCloseTo(0.8 - 0.5 / 2, 6);
  });

  it('ends at the frame’s lower edge when the photo’s lower edge cut the product off', () => {
    const placed = defaultPlacement({ ...box, isCutBelow: true }, frame, stage);
    expect(placed.centerY + heightShare(placed.width, box, frame) / 2).toBeCloseTo(1, 2);
  });

  it('ends at the frame’s lower edge, not in the middle, for a cut-off product outside of a scene', () => {
    const placed = defaultPlacement({ ...box, isCutBelow: true }, frame, CENTERED_STAGE);
    expect(placed.centerY + heightShare(placed.width, box, frame) / 2).toBeCloseTo(1, 2);
  });

  it('ends at the frame’s side when the photo’s side cut the product off', () => {
    const left = defaultPlacement({ ...box, cutSide: 'left' }, frame, stage);
    expect(left.centerX - left.width / 2).toBeCloseTo(0, 2);
    expect(left.centerX - left.width / 2).toBeLessThan(0);
    const right = defaultPlacement({ ...box, cutSide: 'right' }, frame, stage);
    expect(right.centerX + right.width / 2).toBeCloseTo(1, 2);
    expect(right.centerX + right.width / 2).toBeGreaterThan(1);
  });

  it('hangs a product by its top, and snaps it back there', () => {
    for (const aspectRatio of [0.4, 1, 2.5]) {
      const clothes = { ...box, aspectRatio };
      const placed = defaultPlacement(clothes, frame, HANGING_STAGE);
      const height = heightShare(placed.width, clothes, frame);
      expect(placed.centerY - height / 2).toBeCloseTo(HANGING_STAGE.footY, 6);
      const near = { ...placed, centerY: placed.centerY + 0.01 };
      const back = snapPlacement({ placement: near, box: clothes, frame }, HANGING_STAGE, {
        x: 0.02,
        y: 0.02,
      });
      expect(back.placement.centerY).toBeCloseTo(placed.centerY, 6);
      expect(back.guides).toContainEqual({ axis: 'y', at: HANGING_STAGE.footY });
    }
  });
});

describe('placement gestures', () => {
  it('always result in a placement that the server accepts', () => {
    const points = fc.record({
      x: fc.integer({ min: -9999, max: 9999 }),
      y: fc.integer({ min: -9999, max: 9999 }),
    });
    fc.assert(
      fc.property(placements, points, points, points, points, (start, a, b, c, d) => {
        const placementList = [
          scaledByCorner({ placement: start, box, frame }, a, b),
          turnedTo(start, frame, a, false),
          pinchPlacement(start, frame, [a, b], [c, d]),
          ...PLACE_PRESETS.map((preset) => presetPlacement(preset, { placement: start, box, frame }, stage)),
        ];
        for (const placement of placementList)
          expect(placementSchema.safeParse(placement).success).toBe(true);
      }),
    );
  });

  it('scale the product about the opposite corner', () => {
    const start = at();
    const { centerXPx, centerYPx, widthPx, heightPx } = placedBox(start, box, frame);
    const from = { x: centerXPx + widthPx / 2, y: centerYPx + heightPx / 2 };
    const to = { x: from.x + widthPx, y: from.y + heightPx };
    const grown = scaledByCorner({ placement: start, box, frame }, from, to);
    expect(grown.width).toBeCloseTo(0.6);
    const after = placedBox(grown, box, frame);
    expect(after.centerXPx - after.widthPx / 2).toBeCloseTo(centerXPx - widthPx / 2);
    expect(after.centerYPx - after.heightPx / 2).toBeCloseTo(centerYPx - heightPx / 2);
  });

  it('turn the product with the dragged handle, and snap to right angles', () => {
    const middle = { x: 640, y: 400 };
    expect(turnedTo(at(), frame, { x: middle.x, y: 0 }, false).rotationDeg).toBe(0);
    expect(turnedTo(at(), frame, { x: 1280, y: middle.y }, false).rotationDeg).toBe(90);
    expect(turnedTo(at(), frame, { x: 1280, y: middle.y - 20 }, false).rotationDeg).toBe(90);
    expect(turnedTo(at(), frame, { x: 1000, y: 0 }, false).rotationDeg).toBeCloseTo(42, 0);
    expect(turnedTo(at(), frame, { x: 1000, y: 0 }, true).rotationDeg).toBe(45);
  });

  it('double the size when the pinching fingers are twice as far apart, and follow their middle', () => {
    const after = pinchPlacement(
      at(),
      frame,
      [
        { x: 600, y: 400 },
        { x: 700, y: 400 },
      ],
      [
        { x: 614, y: 480 },
        { x: 814, y: 480 },
      ],
    );
    expect(after.width).toBeCloseTo(0.6);
    expect(after.centerX).toBeCloseTo(0.5 + 64 / 1280);
    expect(after.centerY).toBeCloseTo(0.6);
    expect(after.rotationDeg).toBe(0);
  });
});

describe('snapping', () => {
  const reach = { x: 0.01, y: 0.01 };
  const snap = (part: Partial<Placement>) => snapPlacement({ placement: at(part), box, frame }, stage, reach);

  it('moves a placement to the middle, the thirds or the ground line when near', () => {
    expect(snap({ centerX: 0.505, centerY: 0.2 })).toMatchObject({
      placement: { centerX: 0.5, centerY: 0.2 },
      guides: [{ axis: 'x', at: 0.5 }],
    });
    expect(snap({ centerX: 0.33, centerY: 0.2 }).placement.centerX).toBeCloseTo(1 / 3);
    const foot = footOffset(at(), box, frame);
    const standingNearly = snap({ centerX: 0.1, centerY: 0.8 - foot + 0.006 });
    expect(standingNearly.placement.centerY + foot).toBeCloseTo(0.8);
    expect(standingNearly.guides).toEqual([{ axis: 'y', at: 0.8 }]);
  });

  it('doesn’t move a placement that is near no guide', () => {
    expect(snap({ centerX: 0.42, centerY: 0.2 })).toEqual({
      placement: at({ centerX: 0.42, centerY: 0.2 }),
      guides: [],
    });
  });
});

describe('the lowest point of a product', () => {
  it('is where the product touches the ground, even when mirrored', () => {
    const middle = placedBox(at(), box, frame).centerXPx;
    const upright = placedFoot(at(), box, frame);
    expect(upright.widthPx).toBeCloseTo((0.3 * 1280) / 3);
    expect(upright.centerXPx - middle).toBeCloseTo((50 / 300) * 0.3 * 1280);
    const mirrored = placedFoot(at({ isFlipped: true }), box, frame);
    expect(mirrored.centerXPx - middle).toBeCloseTo(middle - upright.centerXPx);
  });
});

describe('the sizes of one picture', () => {
  it('are placed alike, because the product’s box is independent of pixels', () => {
    const placed = placedBox(at(), box, frame);
    const whole = placedPicture(at(), box, frame);
    expect(whole.widthPx / whole.heightPx).toBeCloseTo(700 / 500);
    expect(whole.widthPx * box.width).toBeCloseTo(placed.widthPx);
    expect(whole.heightPx * box.height).toBeCloseTo(placed.heightPx);
    expect(areaIn(box, { widthPx: 4200, heightPx: 3000 })).toEqual({
      xPx: 600,
      yPx: 300,
      widthPx: 1800,
      heightPx: 2400,
    });
  });
});

describe('the size of a composite', () => {
  const sizeWith = (productWidthPx: number) =>
    nativeSize(
      { placement: at(), box, frame },
      { widthPx: productWidthPx / box.width, heightPx: productWidthPx / box.width },
    );

  it('is the frame’s own, or large enough for every pixel of the product, up to a limit', () => {
    expect(usualSize(frame, null)).toEqual(frame);
    expect(usualSize(frame, { widthPx: 300, heightPx: 200 })).toEqual(frame);
    const native = sizeWith(960);
    expect(native.widthPx * 0.3).toBeCloseTo(960, -1);
    expect(native.widthPx / native.heightPx).toBeCloseTo(1.6, 2);
    expect(sizeWith(4000).widthPx).toBe(3600);
    expect(sizeWith(20)).toEqual(frame);
  });
});

describe('the output canvas', () => {
  const wide = { widthPx: 1280, heightPx: 800 };

  it('fills the image container up to the cap, or has the format’s own size if that is larger', () => {
    expect(usualSize(wide, { widthPx: 1500, heightPx: 2000 })).toEqual({ widthPx: 1500, heightPx: 938 });
    expect(usualSize(wide, { widthPx: 600, heightPx: 500 })).toEqual(wide);
    // Both sides of the container exceed the cap, which would make the picture smaller than the format's own size.
    expect(usualSize(wide, { widthPx: 2400, heightPx: 2000 })).toEqual(wide);
  });
});

describe('a product that joins others in the frame', () => {
  const footY = (placement: Placement): number => placement.centerY + footOffset(placement, box, frame);
  const group = (placements: readonly Placement[]): [number, number] => {
    const bounds = placements.map((placement) => placedBounds(placement, box, frame));
    return [
      Math.min(...bounds.map(({ xPx }) => xPx)) / frame.widthPx,
      Math.max(...bounds.map(({ xPx, widthPx }) => xPx + widthPx)) / frame.widthPx,
    ];
  };
  const framePlacement = (placement: Placement) => ({ placement, box, frame });

  it('stands beside them on the ground line of the first one, at the stated size relative to it', () => {
    const [first = at(), second = at()] = joinGroup([framePlacement(at({ centerY: 0.6 }))], box, 0.5);
    expect(second.width / first.width).toBeCloseTo(0.5, 6);
    expect(footY(second)).toBeCloseTo(footY(at({ centerY: 0.6 })), 6);
    expect(second.centerX - second.width / 2).toBeGreaterThan(first.centerX + first.width / 2);
  });

  it('stands left of a pair, and right of three', () => {
    const pair = joinGroup([framePlacement(at())], box, 1);
    const three = joinGroup([framePlacement(at()), framePlacement(pair[1] ?? at())], box, 1);
    expect(three[2]?.centerX).toBeLessThan(three[0]?.centerX ?? 0);
    const four = joinGroup([framePlacement(at()), ...three.slice(1).map(framePlacement)], box, 1);
    expect(four[3]?.centerX).toBeGreaterThan(Math.max(...four.slice(0, 3).map(({ centerX }) => centerX)));
  });

  it('never makes the group leave the frame, wherever the first one stands', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        fc.double({ min: 0.1, max: 0.6, noNaN: true }),
        fc.double({ min: 0.25, max: 3, noNaN: true }),
        (centerX, width, ratio) => {
          fc.pre(centerX - width / 2 >= 0 && centerX + width / 2 <= 1);
          const [left, right] = group(joinGroup([framePlacement(at({ centerX, width }))], box, ratio));
          expect(left).toBeGreaterThanOrEqual(-1e-6);
          expect(right).toBeLessThanOrEqual(1 + 1e-6);
        },
      ),
    );
  });
});

describe('a group in a frame of another shape', () => {
  const narrow: PixelSize = { widthPx: 800, heightPx: 1000 };
  const reshape = (before: Placement, placement: Placement) => ({
    placement,
    box,
    frame: narrow,
    before: { placement: before, frame },
  });

  it('becomes as small as it has to be to stay inside', () => {
    const [left = at(), right = at()] = fitGroup([
      reshape(at({ centerX: 0.25, width: 0.2 }), at({ centerX: 0.1, width: 0.3 })),
      reshape(at({ centerX: 0.75, width: 0.2 }), at({ centerX: 0.9, width: 0.3 })),
    ]);
    expect(left.centerX - left.width / 2).toBeCloseTo(0.03, 6);
    expect(right.centerX + right.width / 2).toBeCloseTo(0.97, 6);
    expect(left.width).toBeCloseTo((0.3 * 0.94) / 1.1, 6);
  });

  it('isn’t moved if only a product that was cropped before is outside', () => {
    const cropped = at({ centerX: 0.02 });
    const inside = at({ centerX: 0.6 });
    expect(fitGroup([reshape(cropped, cropped), reshape(inside, inside)])).toEqual([cropped, inside]);
    expect(fitGroup([reshape(cropped, cropped)])).toEqual([cropped]);
  });

  it('stays as near to an edge as it was', () => {
    const near = at({ centerX: 0.16, width: 0.3 });
    expect(fitGroup([reshape(near, near)])).toEqual([near]);
  });

  it('keeps the center of a cropped product in the frame', () => {
    const [lost] = fitGroup([reshape(at({ centerX: 0.02 }), at({ centerX: -0.2 }))]);
    expect(lost?.centerX).toBe(0);
  });
});
