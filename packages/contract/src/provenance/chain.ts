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

/** Longest text from an engine or file that is stored; longer text is truncated. */
const NAME_MAX_LENGTH = 80;
const name = z.string().max(NAME_MAX_LENGTH);

/**
 * Maximum number of steps stored with a picture. Older steps are only counted (`earlierSteps`); the kinds of content
 * that they added remain in `contents`.
 */
export const STEPS_MAX = 24;
const PARAMETERS_MAX = 12;

const parameterSchema = z.union([z.number(), z.boolean(), name]);

/** Processing step of a picture, as recorded in its provenance. */
export const provenanceStepSchema = z.object({
  /** Name of the tool, or of the browser's operation. */
  tool: name,
  effect: z.enum(EFFECT_NAMES),
  engine: z.object({ name, version: name.nullable() }),
  /** Content that the step added to the picture besides the product. */
  ingredient: z.object({ kind: z.enum(['studio-set', 'picture', 'color']), name }).optional(),
  /** Relevant settings of the step, such as modes, factors and seeds, without the user's text. */
  parameters: z
    .record(name, parameterSchema)
    .refine((parameters) => Object.keys(parameters).length <= PARAMETERS_MAX)
    .optional(),
});
export type ProvenanceStep = Readonly<z.infer<typeof provenanceStepSchema>>;

/** Description of a step by the tool that performs it; the engine is added separately. */
export type StepOf = Pick<ProvenanceStep, 'effect' | 'ingredient' | 'parameters'>;

export const provenanceSchema = z.object({
  version: z.literal(1),
  contents: z.array(z.enum(CONTENTS)).max(CONTENTS.length),
  /** Original file; missing if there is none, or if it is unknown. */
  original: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), type: name }).optional(),
  /** Steps, oldest first. */
  steps: z.array(provenanceStepSchema).max(STEPS_MAX),
  earlierSteps: z.number().int().min(0).max(1_000_000),
});
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

export interface PictureMetadata {
  readonly altText: string;
  readonly provenance: Provenance;
}

export const createProvenance = (contents: readonly Content[]): Provenance => ({
  version: 1,
  contents: [...contents],
  steps: [],
  earlierSteps: 0,
});

const inOrder = (contents: readonly Content[]): Content[] =>
  CONTENTS.filter((content) => contents.includes(content));

export function withStep(before: Provenance, step: ProvenanceStep): Provenance {
  const steps = [...before.steps, clipStep(step)];
  const dropped = Math.max(0, steps.length - STEPS_MAX);
  return {
    ...before,
    contents: inOrder([...before.contents, ...EFFECTS[step.effect]]),
    steps: steps.slice(dropped),
    earlierSteps: before.earlierSteps + dropped,
  };
}

/** Provenance of a picture that includes others: adopts the contents of the others but not their steps. */
export const joinedBy = (picture: Provenance, others: readonly Provenance[]): Provenance => ({
  ...picture,
  contents: inOrder([picture, ...others].flatMap(({ contents }) => contents)),
});

/** Contents that a picture adds when it becomes the background of a product. */
const AS_BACKGROUND: Readonly<Record<Content, Content>> = {
  photo: 'photo-ground',
  'photo-ground': 'photo-ground',
  picture: 'plain-ground',
  'plain-ground': 'plain-ground',
  rendered: 'rendered',
  generated: 'generated-ground',
  'generated-ground': 'generated-ground',
  'generated-part': 'generated-ground',
};

/** Provenance of a product placed on another picture. */
export const putOn = (product: Provenance, ground: Provenance, step: ProvenanceStep): Provenance =>
  withStep(
    joinedBy(product, [{ ...ground, contents: ground.contents.map((content) => AS_BACKGROUND[content]) }]),
    step,
  );

export const digitalSourceFor = ({ contents }: Provenance): DigitalSourceType => sourceTypeFor(contents);

function clipStep(step: ProvenanceStep): ProvenanceStep {
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

/**
 * Adds the contents implied by a source type that a client states. Ignores a type that doesn't rank above the
 * provenance's own type.
 */
export function atLeast(provenance: Provenance, stated: string): Provenance {
  const order = (type: DigitalSourceType): number => DIGITAL_SOURCE_TYPES.indexOf(type);
  if (isWritten(stated) && order(stated) <= order(digitalSourceFor(provenance))) return provenance;
  return joinedBy(provenance, [createProvenance(contentsOfType(stated) ?? [])]);
}
