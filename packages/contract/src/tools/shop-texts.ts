/** What a shop page says of a product. */
import { z } from 'zod';

const shopTextSchema = z.object({
  title: z.string(),
  /** At most five, the most telling first. */
  bullets: z.array(z.string()),
  alt_text: z.string(),
});
export type ShopText = z.infer<typeof shopTextSchema>;

/** By language: the same facts in each. */
export const shopTextsSchema = z.object({
  en: shopTextSchema,
  de: shopTextSchema,
  fr: shopTextSchema,
  es: shopTextSchema,
  it: shopTextSchema,
});
export type ShopTexts = z.infer<typeof shopTextsSchema>;
