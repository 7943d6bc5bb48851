/** What a person says of what is doubtful. */
import { currentResult } from '../../model/results.ts';
import type { StudioContext } from '../../state/studio-context.ts';

export interface DoubtActions {
  /** The cut-out on the stage was looked at, and is right. */
  accept(): void;
}

export function createDoubtActions({ change }: StudioContext): DoubtActions {
  return {
    accept: () =>
      change((document) => {
        const looked = currentResult(document);
        const results = document.results.map((result) =>
          result.id === looked?.id ? { ...result, doubts: [] } : result,
        );
        return { ...document, results };
      }),
  };
}
