import { classNames } from '../../../ui/class-names.ts';
import { getCompareMode } from '../state/studio-state.ts';
import { findStage } from '../state/tools.ts';
import { useIsDrawing, useStudio, useStudioState } from '../state/use-studio.ts';
import { getNeighbors } from './run-variants.ts';

/**
 * Dots below the picture on touch screens: the variants between which users swipe, and which of them is shown.
 * Decorative, because the strip names the variants.
 */
export function SwipeDots() {
  const { tools } = useStudio();
  const count = useStudioState((state) => getNeighbors(state)?.ids.length ?? 0);
  const shownAt = useStudioState((state) => getNeighbors(state)?.at ?? 0);
  const isPossible = useStudioState(
    (state) => getCompareMode(state) === 'result' && findStage(tools, state) === null,
  );
  const isDrawing = useIsDrawing();
  if (count === 0 || !isPossible || isDrawing) return null;
  return (
    <div
      aria-hidden
      data-testid="swipe-dots"
      className="pointer-events-none absolute bottom-16 left-1/2 hidden -translate-x-1/2 gap-1.5 pointer-coarse:flex"
    >
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          className={classNames(
            'size-1.5 rounded-full transition-colors forced-color-adjust-none',
            at === shownAt
              ? 'bg-ink forced-colors:bg-[Highlight]'
              : 'bg-field-line/50 forced-colors:bg-[CanvasText]',
          )}
        />
      ))}
    </div>
  );
}
