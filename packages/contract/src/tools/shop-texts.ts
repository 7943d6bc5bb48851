import { z } from 'zod';

const shopTextSchema = z.object({
  title: z.string(),
  /** At most five bullet points, starting with the most informative. */
  bullets: z.array(z.string()),
  alt_text: z.string(),
});
export type ShopText = z.infer<typeof shopTextSchema>;

export const shopTextsSchema = z.object({
  en: shopTextSchema,
  de: shopTextSchema,
  fr: shopTextSchema,
  es: shopTextSchema,
  it: shopTextSchema,
});
export type ShopTexts = z.infer<typeof shopTextsSchema>;
