/**
 * What a file's Content Credentials say, in words for people. Everything in them was written by whoever made the file: every text is cut to a
 * length, every list to a number, and what has another shape than the standard's is left out. Source: C2PA 2.2, chapters 15 and 18.
 */
import { RECIPE_ASSERTION, recipeAssertionSchema } from './credentials.ts';
import type { RecipeAssertion } from './credentials.ts';
import { brokenIngredientsOf, fateOf, namesUnconfirmed, SAYS_WHO } from './credentials-verdict.ts';
import type { CountedPixels } from './product-comparison.ts';
import { DIGITAL_SOURCE_URI } from './source-types.ts';
import { ingredientInWords } from './step-words.ts';
import { z } from 'zod';

const TEXT_MAX_LENGTH = 160;
const STEPS_MAX = 60;
const INGREDIENTS_MAX = 30;
const BROKEN_INGREDIENTS_MAX = 5;
/** Of those that are only looked through. */
const LOOKED_THROUGH_MAX = 5_000;
const UNTITLED = 'A picture without a title';

/** What became of a signature. */
export type Verdict =
  /** As it was signed, by this installation: its root is the only one that the page trusts. */
  | 'own'
  /** As it was signed; nobody vouches for who signed it. */
  | 'intact'
  /** Something was changed after it was signed. */
  | 'changed'
  /** There is something that no program can read. */
  | 'damaged'
  | 'none';

export interface Step {
  readonly words: string;
  /** What did it; null where nothing is said. */
  readonly by: string | null;
  /** Of the kind of source that was used, if that says something. */
  readonly note: string | null;
}

export interface Report {
  readonly verdict: Verdict;
  /** Why it is not as it was signed, each once. */
  readonly faults: readonly string[];
  /** The program that wrote the credentials. */
  readonly maker: string | null;
  /** Who signed them, as the certificate says. */
  readonly signer: string | null;
  readonly signedAt: string | null;
  readonly steps: readonly Step[];
  /** Titles of the pictures that it is made of. */
  readonly ingredients: readonly string[];
  /** Titles of those whose own credentials do not hold. */
  readonly brokenIngredients: readonly string[];
  /** It names a person or an account, which could not be confirmed. */
  readonly namesUnconfirmed: boolean;
  /** Hash of the file that it began with, in hexadecimal digits. */
  readonly originalSha256: string | null;
  /** What was measured of the product when the file was signed. */
  readonly product: CountedPixels | null;
  /** Of a file that a browser wrote: the share of it that the server compared with its own records. */
  readonly comparedShare: number | null;
  /** Where its credentials are, if not in the file; null where they are in it, or nowhere. */
  readonly keptAt: string | null;
  /** There are bytes in the file that its signature does not cover. */
  readonly hasUnsignedFilling: boolean;
}

export const NOTHING: Report = {
  verdict: 'none',
  faults: [],
  maker: null,
  signer: null,
  signedAt: null,
  steps: [],
  ingredients: [],
  brokenIngredients: [],
  namesUnconfirmed: false,
  originalSha256: null,
  product: null,
  comparedShare: null,
  keptAt: null,
  hasUnsignedFilling: false,
};

const text = z.string().transform((all) => all.slice(0, TEXT_MAX_LENGTH));
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);
const listOf = <Schema extends z.ZodType>(schema: Schema, most: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.slice(0, most).flatMap((item) => {
        const read = schema.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );

const agentSchema = z.union([
  text,
  z.object({ name: text, version: maybe(text) }).transform(({ name, version }) => named(name, version)),
]);
const actionSchema = z.object({
  action: text,
  description: maybe(text),
  softwareAgent: maybe(agentSchema),
  digitalSourceType: maybe(text),
});
const actionsSchema = z.object({ actions: listOf(actionSchema, STEPS_MAX) });
/** All of them, each once: the one that tells of a change may be the last. */
const codesSchema = listOf(z.object({ code: text }), Infinity).transform((all) => [
  ...new Set(all.map(({ code }) => code)),
]);
const resultSchema = z
  .object({ success: codesSchema, failure: codesSchema })
  .catch({ success: [], failure: [] });
const ingredientSchema = z
  .object({
    title: maybe(text),
    label: maybe(text),
    validation_status: codesSchema,
    validation_results: z.object({ activeManifest: resultSchema }).optional().catch(undefined),
  })
  .transform(({ title, label, validation_status: then, validation_results: results }) => ({
    title,
    label,
    failure: results?.activeManifest.failure ?? then,
  }));
const manifestSchema = z.object({
  claim_generator: maybe(text),
  claim_generator_info: listOf(z.object({ name: text, version: maybe(text) }), 4),
  signature_info: maybe(z.object({ issuer: maybe(text), common_name: maybe(text), time: maybe(text) })),
  assertions: listOf(z.object({ label: text, data: z.unknown() }), 100),
  ingredients: listOf(ingredientSchema, INGREDIENTS_MAX),
});
const madeFromSchema = z.object({ ingredients: listOf(ingredientSchema, LOOKED_THROUGH_MAX) });
const deltaSchema = z
  .object({ ingredientAssertionURI: z.string(), validationDeltas: resultSchema })
  .transform(({ ingredientAssertionURI, validationDeltas: { failure } }) => ({
    ingredientAssertionURI,
    failure,
  }));
const NO_RESULTS = { activeManifest: { success: [], failure: [] }, ingredientDeltas: [] };
const storeSchema = z.object({
  active_manifest: z.string(),
  manifests: z.record(z.string(), z.unknown()),
  validation_state: z.string(),
  validation_results: z
    .object({ activeManifest: resultSchema, ingredientDeltas: listOf(deltaSchema, LOOKED_THROUGH_MAX) })
    .catch(NO_RESULTS),
});

/** What the standard's reader has said of a file, as JSON. */
export function reportOf(said: string): Report {
  const store = storeSchema.safeParse(parsed(said));
  const active = store.success
    ? manifestSchema.safeParse(store.data.manifests[store.data.active_manifest])
    : undefined;
  if (!store.success || active?.success !== true) return { ...NOTHING, verdict: 'damaged' };
  const { validation_state: state, validation_results: results } = store.data;
  const { assertions, claim_generator_info: made, claim_generator: maker, ingredients } = active.data;
  const codes = results.activeManifest.failure;
  const faults = codes.filter((code) => !SAYS_WHO.test(code));
  const verdict = fateOf(state, results.activeManifest);
  const recipe = recipeAssertionSchema.safeParse(
    assertions.find(({ label }) => label === RECIPE_ASSERTION)?.data,
  ).data;
  const { signature_info: signature } = active.data;
  const program = made[0];
  return {
    verdict,
    faults: verdict === 'changed' ? [...new Set((faults.length > 0 ? faults : codes).map(faultInWords))] : [],
    maker: program ? named(program.name, program.version) : (maker ?? null),
    signer: signature?.common_name ?? signature?.issuer ?? null,
    signedAt: signature?.time ?? null,
    steps: assertions
      .filter(({ label }) => /^c2pa\.actions(?:\.v\d+)?$/.test(label))
      .flatMap(({ data }) => actionsSchema.safeParse(data).data?.actions ?? [])
      .slice(0, STEPS_MAX)
      .map(stepOf),
    ingredients: ingredients.map(({ title }) => ingredientInWords(title ?? UNTITLED)),
    brokenIngredients: brokenIngredientsIn(store.data),
    namesUnconfirmed: namesUnconfirmed(results.activeManifest),
    originalSha256: recipe?.original?.sha256 ?? null,
    product: recipe ? productIn(recipe) : null,
    comparedShare: recipe?.comparedShare ?? null,
    keptAt: null,
    hasUnsignedFilling: false,
  };
}

function brokenIngredientsIn({
  active_manifest: active,
  manifests,
  validation_results: { ingredientDeltas },
}: z.infer<typeof storeSchema>): string[] {
  // Its own first: the others may be more than are shown.
  const names = [active, ...Object.keys(manifests).filter((name) => name !== active)];
  const madeFrom = names.map((name) => {
    const read = madeFromSchema.safeParse(manifests[name]);
    return [name, read.data ?? { ingredients: [] }] as const;
  });
  return brokenIngredientsOf(new Map(madeFrom), ingredientDeltas)
    .slice(0, BROKEN_INGREDIENTS_MAX)
    .map((title) => ingredientInWords(title || UNTITLED));
}

function productIn(recipe: RecipeAssertion): CountedPixels | null {
  const { productPixels: total, productPixelsChanged: changed, comparedWith, light } = recipe;
  return total === undefined || changed === undefined ? null : { total, changed, comparedWith, light };
}

function parsed(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return null;
  }
}

const named = (name: string, version: string | null | undefined): string =>
  version == null ? name : `${name} ${version}`;

const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/(?:dataHash|bmffHash|boxesHash|collectionHash)/, 'The picture was changed after it was signed.'],
  [/^claimSignature\./, 'The signature does not match the credentials.'],
  [/^assertion\./, 'What the credentials say was changed after they were signed.'],
  [/^ingredient\./, 'What is said of a picture that it is made of does not match.'],
  [/^signingCredential\.expired/, 'The certificate had ended when it was signed.'],
  [/^signingCredential\.(?:revoked|ocsp)/, 'The certificate was taken back.'],
  [/^signingCredential\./, 'The certificate is none that may sign pictures.'],
  [/^claim\./, 'The credentials are incomplete.'],
];
const faultInWords = (code: string): string =>
  FAULTS.find(([pattern]) => pattern.test(code))?.[1] ?? 'The credentials do not follow the standard.';

/** The standard's actions, for credentials that describe none of theirs. */
const ACTIONS: Readonly<Record<string, string>> = {
  'c2pa.addedText': 'Text added',
  'c2pa.adjustedColor': 'Colors adjusted',
  'c2pa.color_adjustments': 'Colors adjusted',
  'c2pa.converted': 'Saved in another format',
  'c2pa.created': 'Created',
  'c2pa.cropped': 'Cropped',
  'c2pa.deleted': 'Something removed',
  'c2pa.drawing': 'Drawn on',
  'c2pa.dubbed': 'Sound replaced',
  'c2pa.edited': 'Edited',
  'c2pa.edited.metadata': 'Information about the picture edited',
  'c2pa.enhanced': 'Enhanced',
  'c2pa.filtered': 'Filters applied',
  'c2pa.opened': 'Began with a file',
  'c2pa.orientation': 'Turned or mirrored',
  'c2pa.placed': 'Another picture put in',
  'c2pa.published': 'Published',
  'c2pa.redacted': 'Part of the credentials removed',
  'c2pa.removed': 'A picture taken out',
  'c2pa.repackaged': 'Packaged anew',
  'c2pa.resized': 'Resized',
  'c2pa.transcoded': 'Saved in another format',
  'c2pa.watermarked': 'Watermarked',
  'c2pa.unknown': 'Something that the program did not name',
};

/** The sources that say more than the action. Source: IPTC NewsCodes, digital source type. */
const SOURCES: Readonly<Record<string, string>> = {
  digitalCapture: 'A photo',
  computationalCapture: 'A photo of several exposures',
  trainedAlgorithmicMedia: 'Made by a generative model',
  compositeWithTrainedAlgorithmicMedia: 'In part made by a generative model',
  compositeSynthetic: 'Put together with what a generative model made',
  algorithmicMedia: 'Made by an algorithm',
  digitalCreation: 'Drawn or rendered',
  screenCapture: 'A picture of a screen',
};

function stepOf({
  action,
  description,
  softwareAgent,
  digitalSourceType,
}: z.infer<typeof actionSchema>): Step {
  const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const source = digitalSourceType?.startsWith(DIGITAL_SOURCE_URI)
    ? digitalSourceType.slice(DIGITAL_SOURCE_URI.length)
    : '';
  return {
    words: description || known || action,
    by: softwareAgent ?? null,
    note: Object.hasOwn(SOURCES, source) ? (SOURCES[source] ?? null) : null,
  };
}
