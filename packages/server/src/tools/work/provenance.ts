/** Looks up the provenance of the pictures that a task edits. */
import { createProvenance } from '@packshot/contract';
import type { CountedPixels, Provenance, ProvenanceStep, TaskTool } from '@packshot/contract';
import { provenanceAfter } from '@packshot/image-engine/provenance';
import type { ResultOrigin } from '../model.ts';
import type { ToolStores } from '../stores.ts';

/** Maximum depth of results made from results, which also ends a loop of keys. */
const DEEPEST = 32;

/** Functions by which tools derive provenance steps from their stored results. */
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
 * Looks up the provenance of a user's stored result: either as recorded or, for older results, derived from their
 * requests. Returns null for keys that aren't results.
 */
export function createProvenanceLookup(
  records: Pick<ToolStores['records'], 'findOrigin'>,
  tools: StepsOfTools,
) {
  const find = async (userId: string, key: string, depth: number): Promise<Provenance | null> => {
    const origin = depth > DEEPEST ? null : await records.findOrigin(userId, key);
    if (origin === null) return null;
    if ('provenance' in origin.result && origin.result.provenance !== undefined)
      return origin.result.provenance;
    const { madeFrom, step } = tools[origin.input.tool].stepIn(origin);
    const pictures: Provenance[] = [];
    for (const from of madeFrom)
      pictures.push((await find(userId, from, depth + 1)) ?? createProvenance(['picture']));
    return provenanceAfter(pictures, step);
  };
  return (userId: string, key: string): Promise<Provenance | null> => find(userId, key, 0);
}

/**
 * Looks up how many of the product's pixels differ in a user's stored result, as counted when it was made. Returns
 * null if they weren't counted.
 */
export function createPixelCounts(records: Pick<ToolStores['records'], 'findOrigin'>) {
  return async (userId: string, key: string): Promise<CountedPixels | null> => {
    const origin = await records.findOrigin(userId, key);
    return origin !== null && 'productPixels' in origin.result ? (origin.result.productPixels ?? null) : null;
  };
}
