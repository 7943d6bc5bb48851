import { t } from '@packshot/contract/text/translation';
import type { Placement } from '@packshot/contract/tools/scene';
import { formatPercent } from '../../../../lib/page/percent.ts';

const roundPercent = (share: number): string => formatPercent(Math.round(share * 100) / 100);

/** Describes for screen readers how the product was moved, or returns an empty text if it wasn't. */
export function describePlacing(before: Placement, now: Placement): string {
  const isMoved = before.centerX !== now.centerX || before.centerY !== now.centerY;
  const changes = [
    isMoved &&
      t('Product moved: its center is {x} from the left and {y} from the top.', {
        x: roundPercent(now.centerX),
        y: roundPercent(now.centerY),
      }),
    before.width !== now.width &&
      t('Product resized: it is {width} of the picture’s width.', { width: roundPercent(now.width) }),
    before.rotationDeg !== now.rotationDeg &&
      t('Product rotated to {degrees} degrees.', { degrees: Math.round(now.rotationDeg) }),
    before.isFlipped !== now.isFlipped && t('Product flipped.'),
  ];
  return changes.filter((words) => words !== false).join(' ');
}
