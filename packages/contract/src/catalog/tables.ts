import { z } from 'zod';
import { takenRowsSchema } from './items.ts';
import { inJson } from '../tools/options.ts';
import { CELL_MAX_LENGTH, OWN_COLUMNS_MAX } from './limits.ts';
import { TABLE_ENCODINGS } from './table-text.ts';

/** What a column of a table can be, besides one of your own. */
export const COLUMN_ROLES = ['sku', 'variant', 'slot', 'file', 'url'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const indexSchema = z.number().int().min(0).max(99);

/** By their numbers in the table, from 0. A row needs a file or an address; without `sku` it is called like its file. */
export const tableMappingSchema = z.strictObject({
  sku: indexSchema.nullable(),
  variant: indexSchema.nullable(),
  slot: indexSchema.nullable(),
  file: indexSchema.nullable(),
  url: indexSchema.nullable(),
  /** Kept, for names and for the manifest. */
  own: z.array(indexSchema).max(OWN_COLUMNS_MAX),
});
export type TableMapping = z.infer<typeof tableMappingSchema>;

/** CSV or XLSX, as it is: the type is read from the bytes. `mapping` absent: nothing is added, the table is shown. */
export const tableQuerySchema = z.object({
  mapping: inJson(tableMappingSchema).optional().describe('JSON; absent: nothing is added'),
  only_show: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: nothing is added with a mapping either; the answer says how many rows it can use'),
  encoding: z
    .enum(TABLE_ENCODINGS)
    .optional()
    .describe('How the letters of a CSV are written; absent: the likeliest of `readings` of the answer'),
});

export const tableAnswerSchema = z.object({
  data: z.object({
    columns: z.array(z.string()),
    /** The first rows; long cells are cut. */
    first_rows: z.array(z.array(z.string().max(CELL_MAX_LENGTH))),
    rows: z.number().int(),
    /** Of these, those that can be used by this mapping. */
    usable: z.number().int(),
    /** As the columns’ names suggest, or as it was sent. */
    mapping: tableMappingSchema,
    /** Rows that cannot be used, and why; the first hundred. */
    problems: z.array(z.object({ row: z.number().int(), message: z.string() })),
    /** How the letters of a CSV were read; null for an XLSX. */
    encoding: z.enum(TABLE_ENCODINGS).nullable(),
    /** Other ways to read them, the likeliest first, where a CSV doesn't say which is right; each with a line as it would be. */
    readings: z.array(z.object({ encoding: z.enum(TABLE_ENCODINGS), name: z.string(), sample: z.string() })),
    /** Sentences for people about digits that a spreadsheet has dropped and letters that could not be read, with their rows. */
    notices: z.array(z.string()),
    /** Rows that were added to the run. */
    added: z.number().int(),
    /** The first hundred. */
    taken: takenRowsSchema,
  }),
});
export type TableAnswer = z.infer<typeof tableAnswerSchema>['data'];
