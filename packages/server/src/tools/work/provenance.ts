/** How the pictures that a task works on came to be, looked up. */
import { beginning } from '@packshot/contract';
import type { CountedPixels, Provenance, ProvenanceStep, TaskTool } from '@packshot/contract';
import { provenanceAfter } from '@packshot/image-engine/provenance';
import type { ResultOrigin } from '../model.ts';
import type { Stores } from '../stores.ts';

/** Results are made of results of results, and a loop of keys must end. */
const DEEPEST = 32;

/** What a tool knows of its own results. */
type StepsOfTools = Readonly<
  Record<
    TaskTool,
    {
      readonly stepIn: (origin: ResultOrigin) => {
        readonly madeFrom: readonly string[];
        readonly step: ProvenanceStep | null;
      };
    }
  >
>;

/**
 * Looks up how a stored result of a user came to be: as it was noted, or, of those from before it was noted, as their requests tell.
 * Null for what is no result.
 */
export function createProvenanceLookup(records: Pick<Stores['records'], 'findOrigin'>, tools: StepsOfTools) {
  const find = async (userId: string, key: string, depth: number): Promise<Provenance | null> => {
    const origin = depth > DEEPEST ? null : await records.findOrigin(userId, key);
    if (origin === null) return null;
    if ('provenance' in origin.result && origin.result.provenance !== undefined)
      return origin.result.provenance;
    const { madeFrom, step } = tools[origin.input.tool].stepIn(origin);
    const pictures: Provenance[] = [];
    for (const from of madeFrom)
      pictures.push((await find(userId, from, depth + 1)) ?? beginning(['picture']));
    return provenanceAfter(pictures, step);
  };
  return (userId: string, key: string): Promise<Provenance | null> => find(userId, key, 0);
}

/** Looks up what was counted of the product in a stored result of a user's when it was made; null for what was not counted. */
export function createPixelCounts(records: Pick<Stores['records'], 'findOrigin'>) {
  return async (userId: string, key: string): Promise<CountedPixels | null> => {
    const origin = await records.findOrigin(userId, key);
    return origin !== null && 'productPixels' in origin.result ? (origin.result.productPixels ?? null) : null;
  };
}
