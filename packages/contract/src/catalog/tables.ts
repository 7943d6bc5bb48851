import { z } from 'zod';
import { takenRowsSchema } from './items.ts';
import { inJson } from '../tools/options.ts';
import { CELL_MAX_LENGTH, OWN_COLUMNS_MAX } from './limits.ts';
import { TABLE_ENCODINGS } from './table-text.ts';

export const COLUMN_ROLES = ['sku', 'variant', 'slot', 'file', 'url'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const indexSchema = z.number().int().min(0).max(99);

/** Column indices from 0. A row needs a file name or an address; without `sku`, its SKU is the file name. */
export const tableMappingSchema = z.strictObject({
  sku: indexSchema.nullable(),
  variant: indexSchema.nullable(),
  slot: indexSchema.nullable(),
  file: indexSchema.nullable(),
  url: indexSchema.nullable(),
  /** Custom columns, whose values can be used in file names and are copied to the manifest. */
  own: z.array(indexSchema).max(OWN_COLUMNS_MAX),
});
export type TableMapping = z.infer<typeof tableMappingSchema>;

/**
 * Query for sending a CSV or XLSX as it is; its type is detected from the bytes. Without `mapping` the answer is a
 * preview of the table, and no rows are added.
 */
export const tableQuerySchema = z.object({
  mapping: inJson(tableMappingSchema).optional().describe('JSON; without it, nothing is added'),
  only_show: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: adds nothing, even with a mapping; the response says how many rows it can use'),
  encoding: z
    .enum(TABLE_ENCODINGS)
    .optional()
    .describe('Character encoding of a CSV; defaults to the likeliest of `readings` in the response'),
});

export const tableAnswerSchema = z.object({
  data: z.object({
    columns: z.array(z.string()),
    /** First rows of the table, with long cells truncated. */
    first_rows: z.array(z.array(z.string().max(CELL_MAX_LENGTH))),
    rows: z.number().int(),
    usable: z.number().int(),
    /** Mapping suggested from the columns’ names, or the one that the caller sent. */
    mapping: tableMappingSchema,
    /** Unusable rows with the reasons, at most a hundred. */
    problems: z.array(z.object({ row: z.number().int(), message: z.string() })),
    /** Encoding used for a CSV; null for an XLSX. */
    encoding: z.enum(TABLE_ENCODINGS).nullable(),
    /** Possible encodings of a CSV, most likely first, each with a sample line; empty if the encoding is certain. */
    readings: z.array(z.object({ encoding: z.enum(TABLE_ENCODINGS), name: z.string(), sample: z.string() })),
    /** User-facing sentences about digits that a spreadsheet lost and unreadable letters, with the row numbers. */
    notices: z.array(z.string()),
    added: z.number().int(),
    /** Numbers of rows that the run already had, at most a hundred. */
    taken: takenRowsSchema,
  }),
});
export type TableAnswer = z.infer<typeof tableAnswerSchema>['data'];
