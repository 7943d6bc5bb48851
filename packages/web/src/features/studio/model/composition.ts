/**
 * Placement of the product in the output frame. Positions are shares of the frame, like the contract's `Placement`, so
 * that the preview and the engine use the same numbers. Pixels are computed last.
 */
import { GROUP_FIRST } from '@packshot/contract/tools/scene';
import type { Placement, Reference } from '@packshot/contract/tools/scene';
import { frontShare, hangingStage, stagePlacement } from '@packshot/image-engine/pixels';
import type { CutEdges } from '@packshot/image-engine/pixels';
import { clamp } from './clamp.ts';
import type { Area, PixelSize } from './size.ts';
import { outputCanvasSize } from '@packshot/contract/tools/aspect-ratios';

/**
 * Visible area of a picture (alpha above ALPHA_VISIBLE_ABOVE), as shares of the picture. Shares are valid for every
 * rendition (standard, full, thumbnail); `areaIn` converts them to pixels of one.
 */
export interface VisibleBox extends Partial<CutEdges> {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Foot of the product, where it touches the surface: its lowest rows, as shares of the picture's width. */
  readonly foot: { readonly x: number; readonly width: number };
  readonly aspectRatio: number;
  /** Set if no pixel of the picture is transparent. */
  readonly isOpaque?: true;
}

export const areaIn = (box: VisibleBox, { widthPx, heightPx }: PixelSize): Area => ({
  xPx: box.x * widthPx,
  yPx: box.y * heightPx,
  widthPx: box.width * widthPx,
  heightPx: box.height * heightPx,
});

/** Line to which the product snaps while the user moves it; its position is a share of the frame. */
export interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** Default place of a product: the middle of its baseline and the available space, as shares of the frame. */
export type StagePlace = Pick<Reference['stages'][number], 'footX' | 'footY' | 'maxWidth' | 'maxHeight'> & {
  /** Degrees by which the camera of the stage looks down. */
  readonly elevationDeg: number;
  /** Set if the product hangs: the point is then the middle of its upper edge. */
  readonly hangs?: true;
  /** Set if the product lies or floats: it is then centered vertically in the frame. */
  readonly isCentered?: true;
};

/** Default place on a plain background: the product stands in the lower part, with space on all sides. */
const PLAIN_STAGE: StagePlace = {
  footX: 0.5,
  footY: 0.84,
  maxWidth: 0.66,
  maxHeight: 0.7,
  elevationDeg: 0,
};

/** Default place for products that don't stand, on a background without a surface or hanger. */
export const CENTERED_STAGE: StagePlace = { ...PLAIN_STAGE, isCentered: true };

/** Default place for hanging clothes, in any scene. */
export const HANGING_STAGE: StagePlace = { ...hangingStage(), hangs: true, elevationDeg: 0 };

/**
 * Default place in a reference's scenes at an aspect ratio, seen by the reference's first camera. Without a
 * reference, or if the reference has no place for this ratio, it is the place on a plain background.
 */
export function toStagePlace(reference: Reference | null, aspectRatioId: number): StagePlace {
  const stage = reference?.stages.find(({ aspect_ratio: id }) => id === aspectRatioId);
  return reference && stage ? { ...stage, elevationDeg: reference.elevations_deg[0] ?? 0 } : PLAIN_STAGE;
}

/** Place at which a product stands: the middle of its foot, with its size as the available space. */
export const toPlace = ({ placement, box, frame }: FramedProduct): StagePlace => ({
  footX: placement.centerX,
  footY: placement.centerY + footOffset(placement, box, frame),
  maxWidth: placement.width,
  maxHeight: heightShare(placement.width, box, frame),
  elevationDeg: 0,
});

export const SMALLEST_WIDTH = 0.05;
export const LARGEST_WIDTH = 2;

/** Normalizes an angle to at least -180 and below 180 degrees. */
export const normalDeg = (deg: number): number => ((((deg + 180) % 360) + 360) % 360) - 180;

/** Limits a placement: center in the frame, size within bounds, so that users can't lose the product. */
export const clampPlacement = (placement: Placement): Placement => ({
  centerX: clamp(placement.centerX, 0, 1),
  centerY: clamp(placement.centerY, 0, 1),
  width: clamp(placement.width, SMALLEST_WIDTH, LARGEST_WIDTH),
  rotationDeg: normalDeg(placement.rotationDeg),
  isFlipped: placement.isFlipped,
});

/** Height of the product's box before rotation, as a share of the frame's height. */
export const heightShare = (width: number, box: VisibleBox, frame: PixelSize): number =>
  (width * frame.widthPx) / (box.aspectRatio * frame.heightPx);

/** Width at which a box fits into a space, as a share of the frame's width. */
function fittingWidth(box: VisibleBox, frame: PixelSize, room: { width: number; height: number }): number {
  const byHeight = (room.height * frame.heightPx * box.aspectRatio) / frame.widthPx;
  return Math.min(room.width, byHeight);
}

/** Converts a box to the form that the engine's placement functions use, in units of the box's width. */
const toShape = ({ aspectRatio, foot, width, ...edges }: VisibleBox) => ({
  ...edges,
  widthPx: 1,
  heightPx: 1 / aspectRatio,
  baseWidthPx: foot.width / width,
});

/** Default placement of a product, computed with the engine's rule `stagePlacement`. */
export function defaultPlacement(box: VisibleBox, frame: PixelSize, stage: StagePlace): Placement {
  const placement = stagePlacement(stage, toShape(box), frame.widthPx / frame.heightPx, stage.elevationDeg);
  const isCentered = stage.isCentered === true && box.isCutBelow !== true && box.isCutAbove !== true;
  return clampPlacement(isCentered ? { ...placement, centerY: 0.5 } : placement);
}

/** Line on which the front edge of a standing product touches the surface, as a share of the frame's height. */
export const frontLine = ({ placement, box, frame }: FramedProduct, stage: StagePlace): number =>
  stage.footY + frontShare(placement.width, toShape(box), frame.widthPx / frame.heightPx, stage.elevationDeg);

export interface FramedProduct {
  readonly placement: Placement;
  readonly box: VisibleBox;
  readonly frame: PixelSize;
}

export const PLACE_PRESETS = ['stage', 'center', 'left', 'right', 'fill'] as const;
export type PlacePreset = (typeof PLACE_PRESETS)[number];

/** Placement for a preset. All presets keep the flip; only `center` also keeps the size and rotation. */
export function presetPlacement(
  preset: PlacePreset,
  { placement: now, box, frame }: FramedProduct,
  stage: StagePlace,
): Placement {
  const { isFlipped } = now;
  const onStage = { ...defaultPlacement(box, frame, stage), isFlipped };
  switch (preset) {
    case 'stage':
      return onStage;
    case 'center':
      return { ...now, centerX: 0.5, centerY: 0.5 };
    case 'left':
      return { ...onStage, centerX: 1 / 3 };
    case 'right':
      return { ...onStage, centerX: 2 / 3 };
    case 'fill': {
      const width = fittingWidth(box, frame, { width: 0.94, height: 0.94 });
      return clampPlacement({ centerX: 0.5, centerY: 0.5, width, rotationDeg: 0, isFlipped });
    }
  }
}

export interface PlacedBox extends PixelSize {
  readonly centerXPx: number;
  readonly centerYPx: number;
}
export function placedBox(placement: Placement, box: VisibleBox, frame: PixelSize): PlacedBox {
  const widthPx = placement.width * frame.widthPx;
  return {
    centerXPx: placement.centerX * frame.widthPx,
    centerYPx: placement.centerY * frame.heightPx,
    widthPx,
    heightPx: widthPx / box.aspectRatio,
  };
}

/** Gap between products that are placed side by side, as a share of the frame's width. */
const GAP = 0.02;
/**
 * Largest width of a group relative to its width before a product joined it, and its largest width as a share of the
 * frame.
 */
const GROUP_GROWTH = 1.3;
const GROUP_MOST = 0.8;

/**
 * Placements of a group of products after another one joined it: on the line on which the first one stands, at one end
 * of the group. The group shrinks about the middle of that line if it becomes too wide.
 * @param group products in the frame, the first one first
 * @param ratio size of the new product relative to the first one
 * @returns placements of the group, and of the new product at the end
 */
export function joinGroup(
  group: readonly [FramedProduct, ...FramedProduct[]],
  box: VisibleBox,
  ratio: number,
): Placement[] {
  const [first] = group;
  const { frame } = first;
  const own = placedBox(first.placement, first.box, frame);
  const sidePx = Math.sqrt(own.widthPx * own.heightPx) * ratio;
  const width = (sidePx * Math.sqrt(box.aspectRatio)) / frame.widthPx;
  const [left, , right] = union(group.map(boundShares));
  // The third product stands left of the first two, the fourth right of all, and so on.
  const isRight = group.length % 2 === 1;
  const footY = first.placement.centerY + footOffset(first.placement, first.box, frame);
  const added = {
    centerX: isRight ? right + GAP + width / 2 : left - GAP - width / 2,
    centerY: footY - heightShare(width, box, frame) / 2,
    width,
    rotationDeg: 0,
    isFlipped: false,
  };
  const before = right - left;
  const wide = before + GAP + width;
  const room = Math.max(before, Math.min(GROUP_MOST, before * GROUP_GROWTH));
  const scale = Math.min(1, room / wide);
  const middleNow = (left + right) / 2 + ((isRight ? 1 : -1) * (GAP + width)) / 2;
  const reach = Math.min(0.5, (wide * scale) / 2);
  const middle = clamp((left + right) / 2, reach, 1 - reach);
  return [...group.map(({ placement }) => placement), added].map((placement) =>
    clampPlacement({
      ...placement,
      centerX: middle + (placement.centerX - middleNow) * scale,
      centerY: footY + (placement.centerY - footY) * scale,
      width: placement.width * scale,
    }),
  );
}

/**
 * Converts placements to an arrangement: positions in a square, relative to `GROUP_FIRST`. Requests contain it if the
 * scene places the group.
 * @param placements placements in a frame, the first product's first
 * @returns placements in the square, without the first one
 */
export function toGroupPlacements(placements: readonly Placement[], frame: PixelSize): Placement[] {
  const [first, ...others] = placements;
  if (!first) return [];
  const scale = GROUP_FIRST.width / first.width;
  const shape = frame.heightPx / frame.widthPx;
  return others.map((placement) => ({
    ...placement,
    centerX: clamp(GROUP_FIRST.centerX + (placement.centerX - first.centerX) * scale, -1, 2),
    centerY: clamp(GROUP_FIRST.centerY + (placement.centerY - first.centerY) * scale * shape, -1, 2),
    width: placement.width * scale,
  }));
}

/**
 * Converts a product's place in an arrangement to a placement in the frame, relative to the first product's placement;
 * the inverse of `toArrangement`.
 */
export function fromArrangement(arranged: Placement, first: Placement, frame: PixelSize): Placement {
  const scale = first.width / GROUP_FIRST.width;
  const shape = frame.widthPx / frame.heightPx;
  return clampPlacement({
    ...arranged,
    centerX: first.centerX + (arranged.centerX - GROUP_FIRST.centerX) * scale,
    centerY: first.centerY + (arranged.centerY - GROUP_FIRST.centerY) * scale * shape,
    width: arranged.width * scale,
  });
}

/** Square frame in which arrangements are stated. */
export const ARRANGEMENT: PixelSize = { widthPx: 1000, heightPx: 1000 };

/** Least distance of products from the edges of a frame whose shape changes, as a share of it. */
const EDGE = 0.03;
/** Rounding error of a product's edge, as a share of the frame. */
const EDGE_ERROR = 1e-6;

/** Product in a frame of another shape. */
export interface ReshapedProduct extends FramedProduct {
  /** Place of the product in the frame before the change of shape. */
  readonly before: Pick<FramedProduct, 'placement' | 'frame'>;
}

/**
 * Placements of a group that was put into a frame of another shape: smaller, and moved, as far as it doesn't fit.
 * Products that the frame cropped before don't count, because that may be intended.
 */
export function fitGroup(group: readonly ReshapedProduct[]): Placement[] {
  const insiders = group.flatMap(({ placement, box, frame, before }) => {
    const earlier = boundShares({ box, ...before });
    const isInside = Math.min(...earlier) >= -EDGE_ERROR && Math.max(...earlier) <= 1 + EDGE_ERROR;
    return isInside ? [{ earlier, now: boundShares({ placement, box, frame }) }] : [];
  });
  if (insiders.length === 0) return group.map(({ placement }) => withCenterInside(placement));
  const [left, top, right, bottom] = union(insiders.map(({ now }) => now));
  const earlier = union(insiders.map((each) => each.earlier));
  // Products that stood nearer to an edge may stay that near.
  const edge = (distance: number): number => clamp(distance, 0, EDGE);
  const limits = [
    edge(earlier[0]),
    edge(earlier[1]),
    1 - edge(1 - earlier[2]),
    1 - edge(1 - earlier[3]),
  ] as const;
  const scale = Math.min(
    1,
    (limits[2] - limits[0]) / (right - left),
    (limits[3] - limits[1]) / (bottom - top),
  );
  // Shrinks about the middle of the lower edge, on which products stand.
  const middle = (left + right) / 2;
  const reach = ((right - left) * scale) / 2;
  const toX = clamp(middle, limits[0] + reach, limits[2] - reach);
  const toY = clamp(bottom, limits[1] + (bottom - top) * scale, limits[3]);
  return group.map(({ placement }) =>
    withCenterInside({
      ...placement,
      centerX: placement.centerX * scale + (toX - middle * scale),
      centerY: placement.centerY * scale + (toY - bottom * scale),
      width: placement.width * scale,
    }),
  );
}

/** Left, upper, right and lower edge, as shares of the frame. */
type Edges = readonly [number, number, number, number];

function boundShares({ placement, box, frame }: FramedProduct): Edges {
  const { xPx, yPx, widthPx, heightPx } = placedBounds(placement, box, frame);
  return [
    xPx / frame.widthPx,
    yPx / frame.heightPx,
    (xPx + widthPx) / frame.widthPx,
    (yPx + heightPx) / frame.heightPx,
  ];
}

const union = (bounds: readonly Edges[]): Edges => [
  Math.min(...bounds.map(([left]) => left)),
  Math.min(...bounds.map(([, top]) => top)),
  Math.max(...bounds.map(([, , right]) => right)),
  Math.max(...bounds.map(([, , , bottom]) => bottom)),
];

/** Moves a product whose center is outside the frame, so that users can't lose it. */
const withCenterInside = (placement: Placement): Placement => ({
  ...placement,
  centerX: clamp(placement.centerX, 0, 1),
  centerY: clamp(placement.centerY, 0, 1),
});

/** Bounding box of the rotated product; may reach beyond the frame. */
export function placedBounds(placement: Placement, box: VisibleBox, frame: PixelSize): Area {
  const { centerXPx, centerYPx, widthPx, heightPx } = placedBox(placement, box, frame);
  const turn = (placement.rotationDeg * Math.PI) / 180;
  const [across, along] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const size = {
    widthPx: widthPx * across + heightPx * along,
    heightPx: widthPx * along + heightPx * across,
  };
  return { xPx: centerXPx - size.widthPx / 2, yPx: centerYPx - size.heightPx / 2, ...size };
}

/** Size at which the product's whole picture is drawn, so that the visible box in it matches the placement. */
export interface PlacedPicture extends PixelSize {
  /** Center of the visible box, in pixels of the drawn picture; the product rotates about this point. */
  readonly middleXPx: number;
  readonly middleYPx: number;
}
/** Largest difference in pixels between the drawn size and the picture's own size at which they count as equal. */
const MEANT_AS_IS_PX = 2;

/** Position and size of a product's drawn picture in the frame, with its center of rotation. */
export interface DrawnPlace extends PlacedPicture {
  readonly centerXPx: number;
  readonly centerYPx: number;
}

/**
 * Position of a product's picture in a file. An unrotated picture at about its own size is drawn pixel for pixel, to
 * avoid resampling. Its size may differ slightly, because frame sizes are rounded.
 * @param picture picture at the size in which it is drawn
 */
export function drawnPlace(
  placement: Placement,
  box: VisibleBox,
  frame: PixelSize,
  picture: PixelSize,
): DrawnPlace {
  const { centerXPx, centerYPx } = placedBox(placement, box, frame);
  const placed = placedPicture(placement, box, frame);
  const isAsIs =
    placement.rotationDeg === 0 &&
    Math.abs(placed.widthPx - picture.widthPx) <= MEANT_AS_IS_PX &&
    Math.abs(placed.heightPx - picture.heightPx) <= MEANT_AS_IS_PX;
  if (!isAsIs) return { ...placed, centerXPx, centerYPx };
  const { widthPx, heightPx } = picture;
  const middleXPx = Math.round((placed.middleXPx * widthPx) / placed.widthPx);
  const middleYPx = Math.round((placed.middleYPx * heightPx) / placed.heightPx);
  return {
    widthPx,
    heightPx,
    middleXPx,
    middleYPx,
    centerXPx: Math.round(centerXPx),
    centerYPx: Math.round(centerYPx),
  };
}

/** Size of the product's picture in the frame, whichever rendition of it is loaded. */
export function placedPicture(placement: Placement, box: VisibleBox, frame: PixelSize): PlacedPicture {
  const placed = placedBox(placement, box, frame);
  const whole = { widthPx: placed.widthPx / box.width, heightPx: placed.heightPx / box.height };
  return {
    ...whole,
    middleXPx: (box.x + box.width / 2) * whole.widthPx,
    middleYPx: (box.y + box.height / 2) * whole.heightPx,
  };
}

/** Rotation in degrees up to which the product's foot touches the surface; beyond, its lowest point does. */
const UPRIGHT_DEG = 12;

/** Middle and width of the product's contact with the surface, in frame pixels. */
export function placedFoot(
  placement: Placement,
  box: VisibleBox,
  frame: PixelSize,
): { readonly centerXPx: number; readonly widthPx: number } {
  const { centerXPx, widthPx } = placedBox(placement, box, frame);
  if (Math.abs(placement.rotationDeg) > UPRIGHT_DEG) return { centerXPx, widthPx: widthPx * 0.5 };
  const pictureWidthPx = widthPx / box.width;
  const asidePx = (box.foot.x + box.foot.width / 2 - (box.x + box.width / 2)) * pictureWidthPx;
  return {
    centerXPx: centerXPx + (placement.isFlipped ? -asidePx : asidePx),
    widthPx: box.foot.width * pictureWidthPx,
  };
}

/** Distance from the center to the lowest point of the rotated box, as a share of the frame's height. */
export function footOffset(placement: Placement, box: VisibleBox, frame: PixelSize): number {
  const { widthPx, heightPx } = placedBox(placement, box, frame);
  const turn = (placement.rotationDeg * Math.PI) / 180;
  const reachPx = (widthPx * Math.abs(Math.sin(turn)) + heightPx * Math.abs(Math.cos(turn))) / 2;
  return reachPx / frame.heightPx;
}

/** Longest side of a composite in pixels, so that files stay small and phones can draw the canvas. */
const COMPOSITE_LONGEST_SIDE_PX = 3600;

/**
 * Size of a composite without the larger-size option, derived from the image container.
 * @param container size in device pixels, or null if unknown
 */
export const usualSize = (frame: PixelSize, container: PixelSize | null): PixelSize =>
  container === null ? frame : asLargeAs(frame, container);

/**
 * Size of a composite with the larger-size option. The product then has the resolution of the photo, unless this
 * exceeds the limit of the longest side.
 * @param picture size of the product's picture
 */
export function nativeSize({ placement, box, frame }: FramedProduct, picture: PixelSize): PixelSize {
  const longestPx = Math.max(frame.widthPx, frame.heightPx);
  const native = (box.width * picture.widthPx) / (placement.width * frame.widthPx);
  const factor = clamp(native, 1, COMPOSITE_LONGEST_SIDE_PX / longestPx);
  return {
    widthPx: Math.round(frame.widthPx * factor),
    heightPx: Math.round(frame.heightPx * factor),
  };
}

/**
 * Size of the picture's area on the screen, limited by `OUTPUT_CANVAS_CAP_PX` if both sides exceed it, but at least the
 * format's own size.
 */
function asLargeAs(frame: PixelSize, container: PixelSize): PixelSize {
  const canvas = outputCanvasSize(container, frame.widthPx / frame.heightPx, false);
  return canvas.widthPx > frame.widthPx && canvas.heightPx > frame.heightPx ? canvas : frame;
}
