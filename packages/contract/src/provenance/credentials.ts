/**
 * What a picture's Content Credentials say beyond what C2PA has words for: one assertion of ours, which the server writes and the checker
 * reads. Source: C2PA 2.2, 6.2.1 (labels of entity-specific assertions).
 */
import { z } from 'zod';
import { provenanceSchema } from './chain.ts';
import { COMPARED_WITH, declaredLightSchema } from './product-comparison.ts';
import type { ComparedWith, DeclaredLight } from './product-comparison.ts';
import { CONTENTS, DIGITAL_SOURCE_TYPES } from './source-types.ts';

/** Where an installation has the root that its files are signed under. */
export const ROOT_CERTIFICATE_PATH = '/api/content-credentials/root-certificate.pem';

/** The assertion's label. */
export const RECIPE_ASSERTION = 'packshot.recipe';

const pixelCount = z.number().int().min(0);

export const recipeAssertionSchema = z.object({
  version: z.literal(1),
  /** Of the whole picture, as in its XMP. */
  sourceType: z.enum(DIGITAL_SOURCE_TYPES),
  contents: z.array(z.enum(CONTENTS)).max(CONTENTS.length),
  /** The file that it began with. */
  original: provenanceSchema.shape.original,
  /** Identifies everything that was set in the last step, without saying it. */
  recipe: z.string().max(80).optional(),
  seed: z.number().optional(),
  /** These five only where they were measured on this very file: of the product's pixels, how many are not what they should be. */
  productPixels: pixelCount.optional(),
  productPixelsChanged: pixelCount.optional(),
  /** The largest CIEDE2000 difference of a changed one. */
  productWorstDeltaE: z.number().min(0).optional(),
  /** What they should be: this, times the light. Both are absent in files of older releases. */
  comparedWith: z.enum(COMPARED_WITH).optional(),
  /** Null: none. */
  light: declaredLightSchema.nullable().optional(),
  /** Of a file that a browser wrote: the share of it that was compared with the pictures it shows, and is like them. */
  comparedShare: z.number().min(0).max(1).optional(),
});
export type RecipeAssertion = Readonly<z.infer<typeof recipeAssertionSchema>>;

/** What was measured on a file. */
export type MeasuredFile =
  | Required<
      Pick<
        RecipeAssertion,
        'productPixels' | 'productPixelsChanged' | 'productWorstDeltaE' | 'comparedWith' | 'light'
      >
    >
  | Required<Pick<RecipeAssertion, 'comparedShare'>>;

/** What the comparison of a file's product says in the file's credentials. */
export const measuredIn = (proof: {
  readonly total: number;
  readonly changed: number;
  readonly worstDeltaE: number;
  readonly comparedWith: ComparedWith;
  readonly light: DeclaredLight | null;
}): MeasuredFile => ({
  productPixels: proof.total,
  productPixelsChanged: proof.changed,
  productWorstDeltaE: proof.worstDeltaE,
  comparedWith: proof.comparedWith,
  light: proof.light,
});
