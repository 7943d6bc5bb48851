import type { Placement } from '@packshot/contract';

/** The distance between tried places, as a share of the picture's height. */
const STEP = 0.02;

/**
 * A cut-off product's place beside its stage: at the same edge of the picture, moved down until a surface carries it. Unchanged where none does.
 * @param footY the middle of its base, as a share of the picture's height
 * @param isCarried whether something level is seen at a position of the picture
 */
export function standBeside(
  placement: Placement,
  footY: number,
  isCarried: (x: number, y: number) => boolean,
): Placement {
  for (let down = 0; footY + down < 1; down += STEP)
    if (isCarried(placement.centerX, footY + down))
      return { ...placement, centerY: placement.centerY + down };
  return placement;
}
