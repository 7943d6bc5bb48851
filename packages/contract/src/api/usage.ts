import { z } from 'zod';
import { idTextSchema, numberText } from '../bounded-text.ts';
import { TASK_TOOLS } from '../tools/task-tools.ts';
import { API_KEY_MODES } from './keys.ts';

export const API_CALL_RETENTION_DAYS = 90;
export const LAST_API_CALLS = 100;
const DEFAULT_DAYS = 30;

export const apiUsageQuerySchema = z.object({
  /** Number of days (UTC) that the report covers, up to and including today. */
  days: numberText(z.coerce.number().int().min(1).max(API_CALL_RETENTION_DAYS)).default(DEFAULT_DAYS),
  key_id: idTextSchema.optional(),
  tool: z.enum(TASK_TOOLS as readonly [string, ...string[]]).optional(),
});
export type ApiUsageQuery = z.infer<typeof apiUsageQuerySchema>;

export const apiUsageFiguresSchema = z.object({
  calls: z.number().int(),
  /** Calls that were answered with a status of 400 or more. */
  errors: z.number().int(),
  /** Time within which 95 % of the calls were answered; null if there were no calls. */
  p95_ms: z.number().int().nullable(),
  credits: z.number().int(),
});
export type ApiUsageFigures = z.infer<typeof apiUsageFiguresSchema>;

export const apiCallSchema = z.object({
  request_id: z.uuid(),
  key_id: z.uuid(),
  key_name: z.string(),
  /** Tool that the call used; null for calls that use no tool. */
  tool: z.string().nullable(),
  method: z.string(),
  route: z.string(),
  status: z.number().int(),
  /** Error code; null for a success. */
  code: z.string().nullable(),
  duration_ms: z.number().int(),
  credits: z.number().int(),
  at: z.iso.datetime(),
});
export type ApiCallLine = z.infer<typeof apiCallSchema>;

const dayFiguresSchema = apiUsageFiguresSchema.extend({ day: z.iso.date() });
const keyFiguresSchema = apiUsageFiguresSchema.extend({
  key_id: z.uuid(),
  name: z.string(),
  starts_with: z.string(),
  mode: z.enum(API_KEY_MODES),
  has_ended: z.boolean(),
});
const toolFiguresSchema = apiUsageFiguresSchema.extend({ tool: z.string().nullable() });

export const apiUsageSchema = z.object({
  total: apiUsageFiguresSchema,
  /** All days of the period, including those without a call. */
  by_day: z.array(dayFiguresSchema),
  /** Usage of each key, the key with the most calls first. */
  by_key: z.array(keyFiguresSchema),
  /** Usage of each tool, the tool with the most calls first. */
  by_tool: z.array(toolFiguresSchema),
  /** Latest calls, newest first. */
  last_calls: z.array(apiCallSchema),
});
export type ApiUsage = z.infer<typeof apiUsageSchema>;
export const apiUsageResponseSchema = z.object({ data: apiUsageSchema });

const CREDITS = { credits: true } as const;
/** Usage report of the public API; omits credits on a server without billing. */
export const v1UsageResponseSchema = z.object({
  data: z.object({
    total: apiUsageFiguresSchema.partial(CREDITS),
    by_day: z.array(dayFiguresSchema.partial(CREDITS)),
    by_key: z.array(keyFiguresSchema.partial(CREDITS)),
    by_tool: z.array(toolFiguresSchema.partial(CREDITS)),
    last_calls: z.array(apiCallSchema.partial(CREDITS)),
  }),
});
