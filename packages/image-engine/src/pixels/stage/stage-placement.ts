import type { Placement } from '@packshot/contract';
import type { CutSide } from './cut-off.ts';
import type { FramedStage } from './crop.ts';
import { defaultPlacement, footFrontPx } from './placement.ts';
import { isLyingOn } from './set-kinds.ts';

/** What is cut off ends beyond the picture by this share of it, so that no edge of it is seen. */
const OVERLAP = 0.002;

/** What a product's place depends on; lengths in any one unit. */
interface StandingShape {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of what touches the ground. */
  readonly baseWidthPx: number;
  /** The photo's lower edge cuts it off: so does the picture's. */
  readonly isCutBelow?: boolean | undefined;
  /** The photo's side cuts it off: so does the picture's. */
  readonly cutSide?: CutSide | undefined;
}

/**
 * Where a product goes by default, for the studio's preview and the engine alike: its base in the middle of the stage; lying, in the middle of the stage's room;
 * hanging, its top at the stage's point.
 * @param elevationDeg the angle by which the stage's camera looks down
 */
export function stagePlacement(
  stage: FramedStage,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): Placement {
  const usual = defaultPlacement(stage, product, pictureShape);
  const placement = { ...usual, centerX: atSide(usual, product.cutSide) };
  if (stage.hangs) return placement;
  if (product.isCutBelow === true) {
    const height = (placement.width * pictureShape * product.heightPx) / product.widthPx;
    return { ...placement, centerY: 1 + OVERLAP - height / 2 };
  }
  if (isLyingOn({ camera: { elevationDeg } })) {
    return { ...placement, centerY: stage.footY - stage.maxHeight / 2 };
  }
  const front = frontShare(placement.width, product, pictureShape, elevationDeg);
  return { ...placement, centerY: placement.centerY + front };
}

/** Where its middle is when it leaves the picture at the side where it left the photo. */
function atSide({ centerX, width }: Placement, side: CutSide | undefined): number {
  if (side === undefined) return centerX;
  return side === 'left' ? width / 2 - OVERLAP : 1 + OVERLAP - width / 2;
}

/** How far below the middle of a product's base its front edge is, as a share of the picture's height. */
export const frontShare = (
  width: number,
  product: StandingShape,
  pictureShape: number,
  elevationDeg: number,
): number => (footFrontPx(product, elevationDeg) / product.widthPx) * width * pictureShape;
