/** Builds the provenance of pictures that a tool makes, identically in the server and the command line. */
import { createHash } from 'node:crypto';
import { createProvenance, joinedBy, PRODUCT_TITLE, PRODUCT_VERSION, withStep } from '@packshot/contract';
import type { EngineRecord, Provenance, ProvenanceStep, StepOf } from '@packshot/contract';
import { probeImageHeader } from './pixels/file/header/probe.ts';
import { marksIn, provenanceIn } from './pixels/file/metadata/provenance-in-file.ts';

/** Input of a tool that its provenance step records. */
export interface ProvenanceInput {
  readonly tool: ProvenanceStep['tool'];
}

const builtIn = { name: PRODUCT_TITLE, version: PRODUCT_VERSION } as const;

/** Provenance of an unsigned file whose statements are trusted. */
export function provenanceOfFile(bytes: Uint8Array): Provenance {
  const embeddedProvenance = provenanceIn(bytes);
  return embeddedProvenance.original !== undefined || embeddedProvenance.steps.length > 0
    ? embeddedProvenance
    : { ...embeddedProvenance, original: describeOriginal(bytes) };
}

/** Provenance of an untrusted file: its hash, and its self-declaration as generated or not. */
export const provenanceOfUpload = (bytes: Uint8Array): Provenance => ({
  ...marksIn(bytes),
  original: describeOriginal(bytes),
});

function describeOriginal(bytes: Uint8Array): NonNullable<Provenance['original']> {
  const { format } = probeImageHeader(bytes, bytes.length);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, type: `image/${format}` };
}

/**
 * Provenance of a picture that was made from other pictures.
 * @param pictures the first one was edited; the others contributed parts
 * @param step the tool's step; null if only the format changed
 */
export function provenanceAfter(pictures: readonly Provenance[], step: ProvenanceStep | null): Provenance {
  const [first = createProvenance([]), ...others] = pictures;
  const picture = joinedBy(first, others);
  return step === null ? picture : withStep(picture, step);
}

/** Provenance step of a tool, as written into files. */
export function createStep(
  input: ProvenanceInput,
  { effect, ingredient, parameters }: StepOf,
  engine: Pick<EngineRecord, 'name' | 'model'> | null,
): ProvenanceStep {
  return {
    tool: input.tool,
    effect,
    engine: engine === null ? builtIn : { name: engine.name, version: engine.model },
    ...(ingredient && { ingredient }),
    parameters: { ...parameters, recipe: hashSettings(input) },
  };
}

const RECIPE_LENGTH = 16;

/** Fields of an input that name pictures or hash their bytes. */
const NAMES_PICTURE = /(?:Key|Sha256|_s3)$/;

/**
 * Hashes all settings of a tool, including texts, without revealing them. Excludes storage keys, which identify users.
 */
function hashSettings(input: ProvenanceInput): string {
  const settings = Object.entries(input).filter(([name]) => !NAMES_PICTURE.test(name));
  const withoutKeys = (name: string, value: unknown) => (NAMES_PICTURE.test(name) ? undefined : value);
  const text = JSON.stringify(settings, withoutKeys);
  return createHash('sha256').update(text).digest('hex').slice(0, RECIPE_LENGTH);
}
