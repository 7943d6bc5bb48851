import type { Logger } from '../../platform/logging/logger.ts';

/** Name of a figure, and the work that returns it. */
export type MaintenanceStep<Figure extends string> = readonly [figure: Figure, work: () => Promise<number>];

/**
 * Runs the steps of a maintenance round one after another. A failed step is logged and counted, and the others
 * continue. So a slow statement or a damaged row doesn't block all other cleanup.
 * @returns the sum of each figure over its steps
 */
export async function eachByItself<Figure extends string>(
  { logger }: { readonly logger: Logger },
  parts: readonly MaintenanceStep<Figure>[],
): Promise<Record<Figure | 'failed', number>> {
  const names = parts.map(([figure]) => [figure, 0] as const);
  const figures = Object.fromEntries([...names, ['failed', 0]]) as Record<Figure | 'failed', number>;
  for (const [figure, work] of parts) {
    try {
      figures[figure] += await work();
    } catch (error) {
      figures.failed += 1;
      logger.warn({ err: error, part: figure }, 'a part of a round failed; the next round tries again');
    }
  }
  return figures;
}
