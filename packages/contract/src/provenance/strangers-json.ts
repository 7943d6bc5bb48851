/** Sanitizes untrusted JSON: truncates text, limits lists, and drops unknown shapes. */
import { z } from 'zod';

const TEXT_MAX_LENGTH = 160;

export const text = z.string().transform((all) => all.slice(0, TEXT_MAX_LENGTH));
export const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);
export const lenientList = <Schema extends z.ZodType>(schema: Schema, most: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.slice(0, most).flatMap((item) => {
        const read = schema.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );
