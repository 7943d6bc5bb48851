import { z } from 'zod';
import {
  CONTENTS,
  contentsOfType,
  DIGITAL_SOURCE_TYPES,
  EFFECT_NAMES,
  EFFECTS,
  sourceTypeFor,
} from './source-types.ts';
import type { Content, DigitalSourceType } from './source-types.ts';

/** Texts that come from engines or files are cut to this. */
const NAME_MAX_LENGTH = 80;
const name = z.string().max(NAME_MAX_LENGTH);

/** Steps that a picture keeps; of older ones only their number and what they put into the picture. */
export const STEPS_MAX = 24;
const PARAMETERS_MAX = 12;

const parameterSchema = z.union([z.number(), z.boolean(), name]);

/** One thing that was done to a picture. */
export const provenanceStepSchema = z.object({
  /** The tool's name, or what the browser did. */
  tool: name,
  effect: z.enum(EFFECT_NAMES),
  /** What did it. */
  engine: z.object({ name, version: name.nullable() }),
  /** What came into the picture beside the product. */
  ingredient: z.object({ kind: z.enum(['studio-set', 'picture', 'color']), name }).optional(),
  /** What it was set to, as far as that matters: modes, factors, seeds. No words of the user's. */
  parameters: z
    .record(name, parameterSchema)
    .refine((parameters) => Object.keys(parameters).length <= PARAMETERS_MAX)
    .optional(),
});
export type ProvenanceStep = Readonly<z.infer<typeof provenanceStepSchema>>;

/** What a tool says of its step; who did it is added. */
export type StepOf = Pick<ProvenanceStep, 'effect' | 'ingredient' | 'parameters'>;

/** How a picture came to be. */
export const provenanceSchema = z.object({
  version: z.literal(1),
  contents: z.array(z.enum(CONTENTS)).max(CONTENTS.length),
  /** The file that it began with; absent: none, or unknown. */
  original: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), type: name }).optional(),
  /** Oldest first. */
  steps: z.array(provenanceStepSchema).max(STEPS_MAX),
  /** How many steps there were before these. */
  earlierSteps: z.number().int().min(0).max(1_000_000),
});
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

/** What a file says of its picture to machines. */
export interface PictureMetadata {
  /** Empty: none. */
  readonly altText: string;
  readonly provenance: Provenance;
}

/** A picture that nothing was done to yet. */
export const beginning = (contents: readonly Content[]): Provenance => ({
  version: 1,
  contents: [...contents],
  steps: [],
  earlierSteps: 0,
});

const inOrder = (contents: readonly Content[]): Content[] =>
  CONTENTS.filter((content) => contents.includes(content));

/** The picture after one more step. */
export function withStep(before: Provenance, step: ProvenanceStep): Provenance {
  const steps = [...before.steps, clipped(step)];
  const dropped = Math.max(0, steps.length - STEPS_MAX);
  return {
    ...before,
    contents: inOrder([...before.contents, ...EFFECTS[step.effect]]),
    steps: steps.slice(dropped),
    earlierSteps: before.earlierSteps + dropped,
  };
}

/** The picture with others in it: their contents are its own from now on, its steps stay its own. */
export const joinedBy = (picture: Provenance, others: readonly Provenance[]): Provenance => ({
  ...picture,
  contents: inOrder([picture, ...others].flatMap(({ contents }) => contents)),
});

/** What lies around a product once it is put on this picture. */
const AS_GROUND: Readonly<Record<Content, Content>> = {
  photo: 'photo-ground',
  'photo-ground': 'photo-ground',
  picture: 'plain-ground',
  'plain-ground': 'plain-ground',
  rendered: 'rendered',
  generated: 'generated-ground',
  'generated-ground': 'generated-ground',
  'generated-part': 'generated-ground',
};

/** The product, put on another picture. */
export const putOn = (product: Provenance, ground: Provenance, step: ProvenanceStep): Provenance =>
  withStep(
    joinedBy(product, [{ ...ground, contents: ground.contents.map((content) => AS_GROUND[content]) }]),
    step,
  );

/** What its file says to shops and search engines. */
export const digitalSourceFor = ({ contents }: Provenance): DigitalSourceType => sourceTypeFor(contents);

/** Names of engines and models are their operators' own words. */
function clipped(step: ProvenanceStep): ProvenanceStep {
  const { engine, ingredient } = step;
  const short = (text: string): string => text.slice(0, NAME_MAX_LENGTH);
  return {
    ...step,
    engine: { name: short(engine.name), version: engine.version && short(engine.version) },
    ...(ingredient && { ingredient: { ...ingredient, name: short(ingredient.name) } }),
  };
}

const isWritten = (type: string): type is DigitalSourceType =>
  (DIGITAL_SOURCE_TYPES as readonly string[]).includes(type);

/** The picture, if somebody says more of it than is known: what is known is never taken back. */
export function atLeast(provenance: Provenance, stated: string): Provenance {
  const order = (type: DigitalSourceType): number => DIGITAL_SOURCE_TYPES.indexOf(type);
  if (isWritten(stated) && order(stated) <= order(digitalSourceFor(provenance))) return provenance;
  return joinedBy(provenance, [beginning(contentsOfType(stated) ?? [])]);
}
