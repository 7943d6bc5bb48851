import type { Logger } from '../../platform/logging/logger.ts';

/** What it counts, and the work. */
export type Part<Figure extends string> = readonly [figure: Figure, work: () => Promise<number>];

/**
 * Runs the parts of a round one after another. A part that fails is logged and counted, and the others go on: what one slow
 * statement or one damaged row holds up must not keep everything else from being cleaned up.
 * @returns the sum of what the parts of each figure did
 */
export async function eachByItself<Figure extends string>(
  { logger }: { readonly logger: Logger },
  parts: readonly Part<Figure>[],
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
