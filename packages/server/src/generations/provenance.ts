/** How the pictures that a task works on came to be, and what it adds. */
import { createHash } from 'node:crypto';
import { beginning, joinedBy, PRODUCT_TITLE, PRODUCT_VERSION, withStep } from '@packshot/contract';
import type { EngineRecord, Provenance, ProvenanceStep, TaskTool } from '@packshot/contract';
import { probeImageHeader, provenanceIn } from '@packshot/image-engine/pixels';
import type { GenerationInput } from '../domain/generations/model.ts';
import type { RecordOrigin, RecordStore } from '../domain/records/record-store.ts';

/** What a tool says of its step; who did it is added. */
export type StepOf = Pick<ProvenanceStep, 'effect' | 'ingredient' | 'parameters'>;

const builtIn = { name: PRODUCT_TITLE, version: PRODUCT_VERSION } as const;

/** Of what a client uploaded. */
export function provenanceOfUpload(bytes: Uint8Array): Provenance {
  const said = provenanceIn(bytes);
  if (said.original !== undefined || said.steps.length > 0) return said;
  const { format } = probeImageHeader(bytes, bytes.length);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...said, original: { sha256, type: `image/${format}` } };
}

/**
 * Of a picture made from others.
 * @param pictures the first is what was worked on; of the others only parts came in
 * @param step null: the same picture in another form
 */
export function provenanceAfter(pictures: readonly Provenance[], step: ProvenanceStep | null): Provenance {
  const [first = beginning([]), ...others] = pictures;
  const picture = joinedBy(first, others);
  return step === null ? picture : withStep(picture, step);
}

/** A tool's step, as it is written into files. */
export function stepOf(
  input: GenerationInput,
  { effect, ingredient, parameters }: StepOf,
  engine: Pick<EngineRecord, 'name' | 'model'> | null,
): ProvenanceStep {
  return {
    tool: input.tool,
    effect,
    engine: engine === null ? builtIn : { name: engine.name, version: engine.model },
    ...(ingredient && { ingredient }),
    parameters: { ...parameters, recipe: recipeOf(input) },
  };
}

const RECIPE_LENGTH = 16;

/** Identifies everything that was set, words included, without saying it. Keys name users, so that they are left out. */
function recipeOf(input: GenerationInput): string {
  const settings = Object.entries(input).filter(([name]) => !name.endsWith('Key'));
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, RECIPE_LENGTH);
}

/** Results are made of results of results, and a loop of keys must end. */
const DEEPEST = 32;

/** What a tool knows of its own results. */
type StepsOfTools = Readonly<
  Record<
    TaskTool,
    {
      readonly stepIn: (origin: RecordOrigin) => {
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
export function createProvenanceLookup(records: Pick<RecordStore, 'findOrigin'>, tools: StepsOfTools) {
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
