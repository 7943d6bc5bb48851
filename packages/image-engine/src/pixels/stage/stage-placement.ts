import type { Placement } from '@packshot/contract';
import type { CutEdges } from './cut-off.ts';
import type { FramedStage } from './crop.ts';
import { defaultPlacement, footFrontPx } from './placement.ts';
import { isLyingOn } from './set-kinds.ts';

/**
 * Distance by which a side that the photo cut off extends beyond the picture, as a share of it, so that the cut isn't
 * visible.
 */
const OVERLAP = 0.002;

/** Inputs of a product's default placement; all lengths in one unit. */
interface StandingShape extends Partial<CutEdges> {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Width of the product's contact with the ground. */
  readonly baseWidthPx: number;
}

/**
 * Default placement of a product, computed in the same way by the web app's preview and the engine. A standing product
 * has the center of its base at the set's product position, a lying product its center in the available space, and a
 * hanging product its top at the product position. An edge of the photo that cuts the product off becomes an edge of
 * the picture.
 * @param elevationDeg elevation of the set's camera
 */
export function stagePlacement(
  stage: FramedStage,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): Placement {
  const usual = defaultPlacement(stage, product, pictureShape);
  if (stage.hangs) return { ...usual, centerX: atSide(usual, product) };
  const isLying = isLyingOn({ camera: { elevationDeg } });
  const width = cutWidth(usual.width, stage, product, pictureShape, elevationDeg);
  const height = (width * pictureShape * product.heightPx) / product.widthPx;
  const placement = { ...usual, width, centerX: atSide({ ...usual, width }, product) };
  if (product.isCutBelow === true) return { ...placement, centerY: 1 + OVERLAP - height / 2 };
  // Moves only a product that hangs, lies, or is cut off on both sides to the upper edge. A standing product stays on
  // the ground; `cutWidth` makes it large enough to reach the upper edge.
  const isHeld = product.hangsFromEdge === true || product.cutSide === 'both' || isLying;
  if (product.isCutAbove === true && isHeld) return { ...placement, centerY: height / 2 - OVERLAP };
  if (isLying) return { ...placement, centerY: stage.footY - stage.maxHeight / 2 };
  const front = frontShare(width, product, pictureShape, elevationDeg);
  return { ...placement, centerY: stage.footY - height / 2 + front };
}

/**
 * Width of a product that reaches from edge to edge, or from the ground to the upper edge, if the photo cuts it off
 * there; otherwise its usual width. A product that would be wider than the picture has its usual width too.
 */
function cutWidth(
  usualWidth: number,
  { footY }: FramedStage,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): number {
  const { cutSide, isCutAbove = false, hangsFromEdge = false } = product;
  if (cutSide === 'both') return 1 + 2 * OVERLAP;
  if (!isCutAbove || hangsFromEdge || isLyingOn({ camera: { elevationDeg } })) return usualWidth;
  const above = (product.heightPx / product.widthPx) * pictureShape;
  const front = frontShare(1, product, pictureShape, elevationDeg);
  const width = above > front ? (footY + OVERLAP) / (above - front) : Infinity;
  return width > 1 + 2 * OVERLAP ? usualWidth : width;
}

/** Horizontal center of a product that extends beyond the picture at the sides where its photo cuts it off. */
function atSide({ centerX, width }: Placement, { cutSide }: StandingShape): number {
  if (cutSide === 'left') return width / 2 - OVERLAP;
  if (cutSide === 'right') return 1 + OVERLAP - width / 2;
  return cutSide === 'both' ? 0.5 : centerX;
}

/** Distance by which a base's front edge is lower than its center, as a share of the picture's height. */
export const frontShare = (
  width: number,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): number => (footFrontPx(product, elevationDeg) / product.widthPx) * width * pictureShape;
