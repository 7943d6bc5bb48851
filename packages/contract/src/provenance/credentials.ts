/**
 * Our assertion in a picture's Content Credentials, for facts that C2PA has no fields for. The server writes it, and
 * the checker reads it. Source: C2PA 2.2, 6.2.1 (labels of entity-specific assertions).
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

/** URL path of the root certificate, which verifies this installation's signatures. */
export const ROOT_CERTIFICATE_PATH = '/api/content-credentials/root-certificate.pem';

export const RECIPE_ASSERTION = 'packshot.recipe';

const pixelCount = z.number().int().min(0);

export const recipeAssertionSchema = z.object({
  version: z.literal(1),
  /** Source type of the whole picture, the same as in the file's XMP metadata. */
  sourceType: z.enum(DIGITAL_SOURCE_TYPES),
  contents: z.array(z.enum(CONTENTS)).max(CONTENTS.length),
  original: provenanceSchema.shape.original,
  /** Identifies all settings of the last step without disclosing them. */
  recipe: z.string().max(80).optional(),
  seed: z.number().optional(),
  /** Number of product pixels. This field and the next four are set only if the product was measured. */
  productPixels: pixelCount.optional(),
  productPixelsChanged: pixelCount.optional(),
  /** Largest CIEDE2000 difference of a changed pixel. */
  productWorstDeltaE: z.number().min(0).optional(),
  /**
   * Reference picture of the comparison, multiplied by the light. Files of older releases lack this field and `light`.
   */
  comparedWith: z.enum(COMPARED_WITH).optional(),
  /** Light applied to the product; null for none. */
  light: declaredLightSchema.nullable().optional(),
  /** Set if another picture was measured, of which this file is a copy saved with loss or in another size. */
  countedOn: z.enum(COUNTED_ON).optional(),
  /** For a file that a browser saved with loss or in another size: comparison of the product in small squares. */
  productSquares: comparedSquaresSchema.optional(),
  /** For a file written by a browser: share of it that the server compared with, and found in, its own pictures. */
  comparedShare: z.number().min(0).max(1).optional(),
});
export type RecipeAssertion = Readonly<z.infer<typeof recipeAssertionSchema>>;

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

/** Fields of the assertion that state the result of a product comparison. */
export const measuredIn = (proof: {
  readonly total: number;
  readonly changed: number;
  readonly worstDeltaE?: number | undefined;
  readonly comparedWith?: ComparedWith | undefined;
  readonly light?: DeclaredLight | null | undefined;
}): MeasuredFile => ({
  productPixels: proof.total,
  productPixelsChanged: proof.changed,
  ...(proof.worstDeltaE !== undefined && { productWorstDeltaE: proof.worstDeltaE }),
  ...(proof.comparedWith !== undefined && { comparedWith: proof.comparedWith }),
  ...(proof.light !== undefined && { light: proof.light }),
});
