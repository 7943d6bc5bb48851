/** How the pictures that a tool works on came to be, and what it adds: the server and the command line write the same. */
import { createHash } from 'node:crypto';
import { beginning, joinedBy, PRODUCT_TITLE, PRODUCT_VERSION, withStep } from '@packshot/contract';
import type { EngineRecord, Provenance, ProvenanceStep, StepOf } from '@packshot/contract';
import { probeImageHeader } from './pixels/file/header/probe.ts';
import { marksIn, provenanceIn } from './pixels/file/metadata/provenance-in-file.ts';

/** What was asked of a tool. */
export interface Asked {
  readonly tool: ProvenanceStep['tool'];
}

const builtIn = { name: PRODUCT_TITLE, version: PRODUCT_VERSION } as const;

/** Of a file whose word is taken: what it says goes on in files that nobody signs. */
export function provenanceOfFile(bytes: Uint8Array): Provenance {
  const said = provenanceIn(bytes);
  return said.original !== undefined || said.steps.length > 0
    ? said
    : { ...said, original: originalOf(bytes) };
}

/** Of a file that anybody may have written: a chain that is signed begins with its hash, and with what it cannot deny. */
export const provenanceOfUpload = (bytes: Uint8Array): Provenance => ({
  ...marksIn(bytes),
  original: originalOf(bytes),
});

function originalOf(bytes: Uint8Array): NonNullable<Provenance['original']> {
  const { format } = probeImageHeader(bytes, bytes.length);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, type: `image/${format}` };
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
  input: Asked,
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
function recipeOf(input: Asked): string {
  const settings = Object.entries(input).filter(([name]) => !name.endsWith('Key'));
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, RECIPE_LENGTH);
}
