/**
 * Content Credentials of a file in words for users. All their content is untrusted: text is truncated, lists are
 * limited, and unknown shapes are dropped. Source: C2PA 2.2, chapters 15 and 18.
 */
import { t } from '../text/translation.ts';
import { RECIPE_ASSERTION, recipeAssertionSchema } from './credentials.ts';
import type { RecipeAssertion } from './credentials.ts';
import {
  listBrokenIngredients,
  judgeCredentials,
  isOfCertificate,
  namesUnconfirmed,
  SAYS_WHO,
} from './credentials-verdict.ts';
import { generatedBySources, getGeneratedShare } from './generated-share.ts';
import type { GeneratedShare } from './generated-share.ts';
import type { ComparedSquares, CountedPixels } from './product-comparison.ts';
import { actionsIn, formatAgent, listSources, toSteps } from './credentials-steps.ts';
import type { Action, Step } from './credentials-steps.ts';
import { lenientList, maybe, text } from './strangers-json.ts';
import { ingredientInWords } from './step-words.ts';
import type { Envelope, Verdict } from './credentials-verdict.ts';
import { z } from 'zod';

const INGREDIENTS_MAX = 30;
const BROKEN_INGREDIENTS_MAX = 5;
/** Maximum number of entries examined in lists that aren't shown. */
const LOOKED_THROUGH_MAX = 5_000;
const UNTITLED = t('A picture without a title');

export interface Report {
  readonly verdict: Verdict;
  /** Distinct reasons why the file isn't as it was signed. */
  readonly faults: readonly string[];
  readonly maker: string | null;
  /** Signer according to the certificate. */
  readonly signer: string | null;
  readonly signedAt: string | null;
  readonly steps: readonly Step[];
  /** Share of the picture made by a generative model; null if the credentials don't state it. */
  readonly generated: GeneratedShare | null;
  readonly ingredients: readonly string[];
  readonly brokenIngredients: readonly string[];
  readonly namesUnconfirmed: boolean;
  /** SHA-256 of the original file, in hexadecimal. */
  readonly originalSha256: string | null;
  /** Comparison of the product's pixels, made when the file was signed. */
  readonly product: CountedPixels | null;
  /** Comparison of the product in small squares, for a file that was saved with loss or in another size. */
  readonly productSquares: ComparedSquares | null;
  /** For a file written by a browser: share of the picture that the server compared with its own records. */
  readonly comparedShare: number | null;
  /** Address of credentials stored outside the file; null if the file contains them, or there are none. */
  readonly keptAt: string | null;
  /** Whether the file contains bytes that its signature doesn't cover. */
  readonly hasUnsignedFilling: boolean;
}

export const NOTHING: Report = {
  verdict: 'none',
  faults: [],
  maker: null,
  signer: null,
  signedAt: null,
  steps: [],
  generated: null,
  ingredients: [],
  brokenIngredients: [],
  namesUnconfirmed: false,
  originalSha256: null,
  product: null,
  productSquares: null,
  comparedShare: null,
  keptAt: null,
  hasUnsignedFilling: false,
};

/** List of status codes, without a length limit because the code that reports a change may be the last one. */
const codesSchema = lenientList(z.object({ code: text }), Infinity).transform((all) => [
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
  claim_generator_info: lenientList(z.object({ name: text, version: maybe(text) }), 4),
  signature_info: maybe(z.object({ issuer: maybe(text), common_name: maybe(text), time: maybe(text) })),
  assertions: lenientList(z.object({ label: text, data: z.unknown() }), 100),
  ingredients: lenientList(ingredientSchema, INGREDIENTS_MAX),
});
const madeFromSchema = z.object({ ingredients: lenientList(ingredientSchema, LOOKED_THROUGH_MAX) });
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
    .object({ activeManifest: resultSchema, ingredientDeltas: lenientList(deltaSchema, LOOKED_THROUGH_MAX) })
    .catch(NO_RESULTS),
});

/**
 * Creates the report on a file's credentials.
 * @param readerJson output of the standard's reader, as JSON
 * @param envelope facts about the same file that the reader doesn't check
 */
export function createReport(readerJson: string, envelope: Envelope): Report {
  const store = storeSchema.safeParse(parseReport(readerJson));
  const active = store.success
    ? manifestSchema.safeParse(store.data.manifests[store.data.active_manifest])
    : undefined;
  if (!store.success || active?.success !== true) return { ...NOTHING, verdict: 'damaged' };
  const { validation_state: state, validation_results: results } = store.data;
  const {
    assertions,
    claim_generator_info: generatorInfo,
    claim_generator: maker,
    ingredients,
  } = active.data;
  const signed = judgeCredentials(state, results.activeManifest);
  const isAsWritten = envelope === 'sound' || envelope === 'filled';
  const verdict = isAsWritten ? signed : 'changed';
  const recipe = recipeAssertionSchema.safeParse(
    assertions.find(({ label }) => label === RECIPE_ASSERTION)?.data,
  ).data;
  const { signature_info: signature } = active.data;
  const program = generatorInfo[0];
  const actions = actionsIn(assertions);
  return {
    verdict,
    faults: [
      ...faultsInWords(signed, results.activeManifest.failure),
      ...(isAsWritten || signed === 'changed' ? [] : [ENVELOPE_FAULT]),
    ],
    maker: program ? formatAgent(program.name, program.version) : (maker ?? null),
    signer: signature?.common_name ?? signature?.issuer ?? null,
    signedAt: signature?.time ?? null,
    steps: toSteps(actions),
    generated: generatedIn(actions, store.data, recipe),
    ingredients: ingredients.map(({ title }) => ingredientInWords(title ?? UNTITLED)),
    brokenIngredients: brokenIngredientsIn(store.data),
    namesUnconfirmed: namesUnconfirmed(results.activeManifest),
    originalSha256: recipe?.original?.sha256 ?? null,
    product: recipe ? productIn(recipe) : null,
    productSquares: recipe?.productSquares ? { ...recipe.productSquares, countedOn: recipe.countedOn } : null,
    comparedShare: recipe?.comparedShare ?? null,
    keptAt: null,
    hasUnsignedFilling: envelope === 'filled',
  };
}

/**
 * Generated share of the picture by our own assertion; by the sources of its steps and ingredients if the assertion is
 * missing or states that nothing was generated.
 */
function generatedIn(
  actions: readonly Action[],
  { active_manifest: active, manifests }: z.infer<typeof storeSchema>,
  recipe: RecipeAssertion | undefined,
): GeneratedShare | null {
  const others = Object.keys(manifests)
    .slice(0, INGREDIENTS_MAX)
    .filter((name) => name !== active)
    .flatMap((name) =>
      listSources(actionsIn(manifestSchema.safeParse(manifests[name]).data?.assertions ?? [])),
    );
  const stated = generatedBySources(listSources(actions), others);
  const knownShare = recipe ? getGeneratedShare(recipe.contents) : null;
  return knownShare === null || (knownShare.startsWith('none') && stated !== null) ? stated : knownShare;
}

function faultsInWords(verdict: Verdict, codes: readonly string[]): string[] {
  if (verdict !== 'changed' && verdict !== 'unsound') return [];
  const relevantCodes =
    verdict === 'changed' ? codes.filter((code) => !SAYS_WHO.test(code)) : codes.filter(isOfCertificate);
  return [...new Set((relevantCodes.length > 0 ? relevantCodes : codes).map(faultInWords))];
}

function brokenIngredientsIn({
  active_manifest: active,
  manifests,
  validation_results: { ingredientDeltas },
}: z.infer<typeof storeSchema>): string[] {
  // Puts the active manifest first, because there may be more manifests than are shown.
  const names = [active, ...Object.keys(manifests).filter((name) => name !== active)];
  const madeFrom = names.map((name) => {
    const read = madeFromSchema.safeParse(manifests[name]);
    return [name, read.data ?? { ingredients: [] }] as const;
  });
  return listBrokenIngredients(new Map(madeFrom), ingredientDeltas)
    .slice(0, BROKEN_INGREDIENTS_MAX)
    .map((title) => ingredientInWords(title || UNTITLED));
}

function productIn(recipe: RecipeAssertion): CountedPixels | null {
  const { productPixels: total, productPixelsChanged: changed, comparedWith, light, countedOn } = recipe;
  return total === undefined || changed === undefined
    ? null
    : { total, changed, comparedWith, light, countedOn };
}

function parseReport(readerJson: string): unknown {
  try {
    return JSON.parse(readerJson);
  } catch {
    return null;
  }
}

const ENVELOPE_FAULT = t(
  'The structure that holds the credentials in the file was changed after signing: no signature covers it, and no program writes it like this.',
);
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/(?:dataHash|bmffHash|boxesHash|collectionHash)/, t('The picture was changed after it was signed.')],
  [/^claimSignature\./, t('The signature does not match the credentials.')],
  [/^assertion\./, t('The Content Credentials were changed after signing.')],
  [/^ingredient\./, t('The information about a source picture doesn’t match.')],
  [
    /^signingCredential\.expired/,
    t('Its certificate has expired. Nothing in the file proves that it was signed before then.'),
  ],
  [/^signingCredential\.(?:revoked|ocsp)/, t('The certificate was revoked.')],
  [/^signingCredential\./, t('The certificate isn’t valid for signing pictures.')],
  [/^claim\./, t('The credentials are incomplete.')],
];
const faultInWords = (code: string): string =>
  FAULTS.find(([pattern]) => pattern.test(code))?.[1] ?? t('The credentials do not follow the standard.');
