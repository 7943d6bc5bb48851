/**
 * Where the product stands in the output's frame. All places are shares of the frame, as the contract's `Placement`
 * says, so that what is drawn here and what the engine composes are the same numbers; pixels come in only at the end.
 */
import type { Placement, Reference } from '@packshot/contract/tools/scene';
import { frontShare, hangingStage, stagePlacement } from '@packshot/image-engine/pixels';
import type { CutSide } from '@packshot/image-engine/pixels';
import { clamp } from './clamp.ts';
import type { Area, Size } from './size.ts';
import { outputCanvasSize } from '@packshot/contract/tools/aspect-ratios';

/**
 * The visible part of a picture (alpha above ALPHA_VISIBLE_ABOVE), as shares of the picture. A picture comes in several
 * sizes (the quick rendition, the full one, its thumbnail), and shares are true of all of them; `areaIn` gives the pixels
 * of one.
 */
export interface VisibleBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What touches the ground: the visible part of its lowest rows, as shares of the picture's width. */
  readonly foot: { readonly x: number; readonly width: number };
  /** Its own shape: width by height, both in pixels. */
  readonly aspectRatio: number;
  /** The photo's lower edge cuts it off. */
  readonly isCutBelow?: boolean | undefined;
  /** The photo's side cuts it off. */
  readonly cutSide?: CutSide | undefined;
}

/** The box in the pixels of one rendition of its picture. */
export const areaIn = (box: VisibleBox, { widthPx, heightPx }: Size): Area => ({
  xPx: box.x * widthPx,
  yPx: box.y * heightPx,
  widthPx: box.width * widthPx,
  heightPx: box.height * heightPx,
});

/** A line that the product snapped to, as a share of the frame. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

/** Where a product stands by default: middle of its foot line and the room it has, as shares of the frame. */
export type StagePlace = Pick<Reference['stages'][number], 'footX' | 'footY' | 'maxWidth' | 'maxHeight'> & {
  /** The angle by which the stage's camera looks down. */
  readonly elevationDeg: number;
  /** The product hangs: the point is that of its upper edge. */
  readonly hangs?: true;
  /** The product lies or floats before nothing in particular: its middle is the frame's. */
  readonly isCentered?: true;
};

/** On a plain ground: low enough to stand, with air on all sides. */
const PLAIN_STAGE: StagePlace = {
  footX: 0.5,
  footY: 0.84,
  maxWidth: 0.66,
  maxHeight: 0.7,
  elevationDeg: 0,
};

/** For what does not stand, where there is nothing to lie on or to hang from. */
export const CENTERED_STAGE: StagePlace = { ...PLAIN_STAGE, isCentered: true };

/** Where clothes hang, whichever scene it will be. */
export const HANGING_STAGE: StagePlace = { ...hangingStage(), hangs: true, elevationDeg: 0 };

/** The stage of a reference at an aspect ratio, as its lowest camera sees it; the plain one when it has none. */
export function stageOf(reference: Reference | null, aspectRatioId: number): StagePlace {
  const stage = reference?.stages.find(({ aspect_ratio: id }) => id === aspectRatioId);
  return reference && stage ? { ...stage, elevationDeg: reference.elevations_deg[0] ?? 0 } : PLAIN_STAGE;
}

export const SMALLEST_WIDTH = 0.05;
export const LARGEST_WIDTH = 2;

/** An angle from -180 to 180. */
export const normalDeg = (deg: number): number => ((((deg + 180) % 360) + 360) % 360) - 180;

/** Keeps the product's middle in the frame and its size sensible: nothing can be lost. */
export const kept = (placement: Placement): Placement => ({
  centerX: clamp(placement.centerX, 0, 1),
  centerY: clamp(placement.centerY, 0, 1),
  width: clamp(placement.width, SMALLEST_WIDTH, LARGEST_WIDTH),
  rotationDeg: normalDeg(placement.rotationDeg),
  isFlipped: placement.isFlipped,
});

/** Height of the product's box before it is turned, as a share of the frame's height. */
export const heightShare = (width: number, box: VisibleBox, frame: Size): number =>
  (width * frame.widthPx) / (box.aspectRatio * frame.heightPx);

/** The width at which a box fills a room, as a share of the frame's width. */
function fittingWidth(box: VisibleBox, frame: Size, room: { width: number; height: number }): number {
  const byHeight = (room.height * frame.heightPx * box.aspectRatio) / frame.widthPx;
  return Math.min(room.width, byHeight);
}

/** A box as the engine's law of places takes it: in widths of the box. */
const shapeOf = ({ aspectRatio, foot, width, isCutBelow, cutSide }: VisibleBox) => ({
  widthPx: 1,
  heightPx: 1 / aspectRatio,
  baseWidthPx: foot.width / width,
  isCutBelow,
  cutSide,
});

/** On the stage, where and as large as the engine puts it. */
export function standing(box: VisibleBox, frame: Size, stage: StagePlace): Placement {
  const placement = stagePlacement(stage, shapeOf(box), frame.widthPx / frame.heightPx, stage.elevationDeg);
  const isCentered = stage.isCentered === true && box.isCutBelow !== true;
  return kept(isCentered ? { ...placement, centerY: 0.5 } : placement);
}

/** The line that the front edge of a standing product's foot touches, as a share of the frame's height. */
export const frontLine = ({ placement, box, frame }: FramedProduct, stage: StagePlace): number =>
  stage.footY + frontShare(placement.width, shapeOf(box), frame.widthPx / frame.heightPx, stage.elevationDeg);

/** A product as it stands in a frame. */
export interface FramedProduct {
  readonly placement: Placement;
  readonly box: VisibleBox;
  readonly frame: Size;
}

export const PLACE_PRESETS = ['stage', 'center', 'left', 'right', 'fill'] as const;
export type PlacePreset = (typeof PLACE_PRESETS)[number];

/** Where a preset puts the product; it keeps what it can of how the product is turned. */
export function presetPlacement(
  preset: PlacePreset,
  { placement: now, box, frame }: FramedProduct,
  stage: StagePlace,
): Placement {
  const { isFlipped } = now;
  const onStage = { ...standing(box, frame, stage), isFlipped };
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
      return kept({ centerX: 0.5, centerY: 0.5, width, rotationDeg: 0, isFlipped });
    }
  }
}

/** The product's box in the frame, in the frame's pixels, before it is turned about its middle. */
export interface PlacedBox extends Size {
  readonly centerXPx: number;
  readonly centerYPx: number;
}
/** The product's visible box where its placement puts it. */
export function placedBox(placement: Placement, box: VisibleBox, frame: Size): PlacedBox {
  const widthPx = placement.width * frame.widthPx;
  return {
    centerXPx: placement.centerX * frame.widthPx,
    centerYPx: placement.centerY * frame.heightPx,
    widthPx,
    heightPx: widthPx / box.aspectRatio,
  };
}

/** Bounding box of the rotated product. It may reach beyond the frame. */
export function placedBounds(placement: Placement, box: VisibleBox, frame: Size): Area {
  const { centerXPx, centerYPx, widthPx, heightPx } = placedBox(placement, box, frame);
  const turn = (placement.rotationDeg * Math.PI) / 180;
  const [across, along] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const size = {
    widthPx: widthPx * across + heightPx * along,
    heightPx: widthPx * along + heightPx * across,
  };
  return { xPx: centerXPx - size.widthPx / 2, yPx: centerYPx - size.heightPx / 2, ...size };
}

/** The whole picture of a product, drawn so that its visible box is where its placement puts it. */
export interface PlacedPicture extends Size {
  /** Middle of the box, in the drawn picture's pixels: what it turns about. */
  readonly middleXPx: number;
  readonly middleYPx: number;
}
/** Pixels by which a picture's drawn size may miss its own and still be meant to be the same. */
const MEANT_AS_IS_PX = 2;

/** Where a product's picture is drawn: its middle in the frame, what it turns about, and its size there. */
export interface DrawnPlace extends PlacedPicture {
  readonly centerXPx: number;
  readonly centerYPx: number;
}

/**
 * Where a picture is drawn for a file. One that stands upright at about its own size is drawn pixel for pixel, so that none of its pixels is
 * mixed of several: frames are whole pixels, and sizes that follow from them miss by a part of one.
 * @param picture of the size in which it is drawn
 */
export function drawnPlace(placement: Placement, box: VisibleBox, frame: Size, picture: Size): DrawnPlace {
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

/** How large the product's picture is drawn in the frame, whichever of its renditions is drawn. */
export function placedPicture(placement: Placement, box: VisibleBox, frame: Size): PlacedPicture {
  const placed = placedBox(placement, box, frame);
  const whole = { widthPx: placed.widthPx / box.width, heightPx: placed.heightPx / box.height };
  return {
    ...whole,
    middleXPx: (box.x + box.width / 2) * whole.widthPx,
    middleYPx: (box.y + box.height / 2) * whole.heightPx,
  };
}

/** Up to here a product stands on its foot; beyond, on whatever is lowest. */
const UPRIGHT_DEG = 12;

/** Middle and width of what touches the ground, in the frame's pixels. */
export function placedFoot(
  placement: Placement,
  box: VisibleBox,
  frame: Size,
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

/** How far below the middle the turned box reaches, as a share of the frame's height. */
export function footOffset(placement: Placement, box: VisibleBox, frame: Size): number {
  const { widthPx, heightPx } = placedBox(placement, box, frame);
  const turn = (placement.rotationDeg * Math.PI) / 180;
  const reachPx = (widthPx * Math.abs(Math.sin(turn)) + heightPx * Math.abs(Math.cos(turn))) / 2;
  return reachPx / frame.heightPx;
}

/** A composite is a file of at most 25 MB, and phones refuse larger canvases. */
const COMPOSITE_LONGEST_SIDE_PX = 3600;

/**
 * Size of a composite of the usual size: the image container decides.
 * @param container in device pixels; null while it is not known
 */
export const usualSize = (frame: Size, container: Size | null): Size =>
  container === null ? frame : asLargeAs(frame, container);

/**
 * Size of a larger composite: it keeps the product's own pixels, so that nothing of the photo is lost.
 * @param picture the product's picture at its own size
 */
export function nativeSize({ placement, box, frame }: FramedProduct, picture: Size): Size {
  const longestPx = Math.max(frame.widthPx, frame.heightPx);
  const native = (box.width * picture.widthPx) / (placement.width * frame.widthPx);
  const factor = clamp(native, 1, COMPOSITE_LONGEST_SIDE_PX / longestPx);
  return {
    widthPx: Math.round(frame.widthPx * factor),
    heightPx: Math.round(frame.heightPx * factor),
  };
}

/**
 * The picture's place on the screen decides the size of the composite. A small window is no reason for a small picture: it is
 * never smaller than the format's own size.
 */
function asLargeAs(frame: Size, container: Size): Size {
  const canvas = outputCanvasSize(container, frame.widthPx / frame.heightPx, false);
  return canvas.widthPx > frame.widthPx && canvas.heightPx > frame.heightPx ? canvas : frame;
}
