/**
 * What a picture's Content Credentials say beyond what C2PA has words for: one assertion of ours, which the server writes and the checker
 * reads. Source: C2PA 2.2, 6.2.1 (labels of entity-specific assertions).
 */
import { z } from 'zod';
import { provenanceSchema } from './chain.ts';
import {
  COMPARED_WITH,
  comparedSquaresSchema,
  COUNTED_ON,
  declaredLightSchema,
} from './product-comparison.ts';
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
  /** These five only where they were measured: of the product's pixels, how many are not what they should be. */
  productPixels: pixelCount.optional(),
  productPixelsChanged: pixelCount.optional(),
  /** The largest CIEDE2000 difference of a changed one. */
  productWorstDeltaE: z.number().min(0).optional(),
  /** What they should be: this, times the light. Both are absent in files of older releases. */
  comparedWith: z.enum(COMPARED_WITH).optional(),
  /** Null: none. */
  light: declaredLightSchema.nullable().optional(),
  /** All of this was not measured on this very file, but on the picture that it was saved from: with loss, or in another size. */
  countedOn: z.enum(COUNTED_ON).optional(),
  /** Of a file that a browser wrote with loss, or in another size: the product in small squares, each compared as a whole. */
  productSquares: comparedSquaresSchema.optional(),
  /** Of a file that a browser wrote: the share of it that was compared with the pictures it shows, and is like them. */
  comparedShare: z.number().min(0).max(1).optional(),
});
export type RecipeAssertion = Readonly<z.infer<typeof recipeAssertionSchema>>;

/** What was measured on a file. */
export type MeasuredFile = Pick<
  RecipeAssertion,
  | 'productPixels'
  | 'productPixelsChanged'
  | 'productWorstDeltaE'
  | 'comparedWith'
  | 'light'
  | 'countedOn'
  | 'productSquares'
  | 'comparedShare'
>;

/** What the comparison of a file's product says in the file's credentials. */
export const measuredIn = (proof: {
  readonly total: number;
  readonly changed: number;
  readonly worstDeltaE?: number | undefined;
  readonly comparedWith?: ComparedWith | undefined;
  readonly light?: DeclaredLight | null | undefined;
}): MeasuredFile => ({
  productPixels: proof.total,
  productPixelsChanged: proof.changed,
  // Results of older releases lack these.
  ...(proof.worstDeltaE !== undefined && { productWorstDeltaE: proof.worstDeltaE }),
  ...(proof.comparedWith !== undefined && { comparedWith: proof.comparedWith }),
  ...(proof.light !== undefined && { light: proof.light }),
});
