import { z } from 'zod';
import { flagText } from '../bounded-text.ts';
import type { FlagText } from '../bounded-text.ts';
import { COMPARED_WITH } from '../provenance/product-comparison.ts';

/**
 * Tools that an external engine may perform, with their API names. `scene` is a scene with a product, `inspire` is one
 * without a product, and `prompt` suggests scenes for a description.
 */
const ENGINE_TOOL_WIRE_NAMES = {
  'cut-out': 'cut-out',
  scene: 'background',
  inspire: 'inspiration',
  magic: 'magic',
  upscale: 'upscale',
  harmonize: 'harmonize',
  describe: 'describe',
  prompt: 'prompt',
} as const;
export type EngineTool = keyof typeof ENGINE_TOOL_WIRE_NAMES;
export const ENGINE_TOOLS = Object.keys(ENGINE_TOOL_WIRE_NAMES) as readonly EngineTool[];

type EngineToolWireName = (typeof ENGINE_TOOL_WIRE_NAMES)[EngineTool];
const TOOLS_BY_WIRE_NAME = Object.fromEntries(
  ENGINE_TOOLS.map((tool) => [ENGINE_TOOL_WIRE_NAMES[tool], tool]),
) as Readonly<Record<EngineToolWireName, EngineTool>>;
const engineToolWireSchema = z.enum(Object.values(ENGINE_TOOL_WIRE_NAMES));
/** Decodes the API's name of a tool to our internal name. */
export const engineToolSchema = z.codec(engineToolWireSchema, z.enum(ENGINE_TOOLS), {
  decode: (name) => TOOLS_BY_WIRE_NAME[name],
  encode: (tool) => ENGINE_TOOL_WIRE_NAMES[tool],
});

/** External engines: a vendor's service, or a server that the operator runs. */
export const PROVIDER_IDS = ['openai', 'stability', 'comfyui', 'automatic1111', 'chat'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];
export const ENGINE_IDS = ['embedded', ...PROVIDER_IDS] as const;
export type EngineId = (typeof ENGINE_IDS)[number];

/** Cost of an engine's call for the operator: only electricity, some cents, or tens of cents. */
export const COST_CLASSES = ['own-hardware', 'cents', 'tens-of-cents'] as const;
export const costClassSchema = z.enum(COST_CLASSES);
export type CostClass = z.infer<typeof costClassSchema>;

/** Engine that made a result. Missing if the built-in engine made it and no other one was requested. */
export const engineRecordSchema = z.object({
  id: z.enum(ENGINE_IDS),
  name: z.string(),
  model: z.string().nullable(),
  /** Full prompt sent to the engine, which includes more than the user's text. */
  prompt: z.string().nullable(),
  /** Seed sent to the engine; null if it doesn't accept seeds. */
  seed: z.number().int().nullable(),
  cost_class: costClassSchema.nullable(),
  /** Whether the requested engine failed, and the built-in one took over as the user had agreed. */
  fell_back: z.boolean(),
});
export type EngineRecord = z.infer<typeof engineRecordSchema>;

/** Number of the product's pixels that differ between input and result. */
export const productPixelsSchema = z.object({
  /** Number of fully opaque pixels of the product. */
  total: z.number().int(),
  /** Number of changed pixels, apart from the smooth light that the picture declares for the product, if any. */
  changed: z.number().int(),
  /** Largest CIEDE2000 difference of a changed pixel; 0 if none has changed. Missing in results of older releases. */
  worst_delta_e: z.number().optional(),
  /** Picture with which the product was compared. Missing in results of older releases, as is the light. */
  compared_with: z.enum(COMPARED_WITH).optional(),
  /** Smooth light that the picture declares for the product, or null. */
  light: z
    .object({ strength: z.number(), least_gain: z.number(), most_gain: z.number() })
    .nullable()
    .optional(),
  /** Address of a picture that shows the changed pixels and their differences. */
  heat_map_url: z.string(),
});
export type ProductPixels = z.infer<typeof productPixelsSchema>;

export const engineOfferSchema = z.object({
  tool: engineToolSchema,
  id: z.enum(PROVIDER_IDS),
  name: z.string(),
  model: z.string().nullable(),
  cost_class: costClassSchema,
  takes_reference: z.boolean(),
  /** Whether equal seeds give equal pictures. */
  takes_seed: z.boolean(),
});
export type EngineOffer = z.infer<typeof engineOfferSchema>;
export const enginesResponseSchema = z.object({ data: z.array(engineOfferSchema) });

export interface EngineChoice {
  /** Whether the built-in engine takes over if the external one fails. */
  readonly allowsFallback: boolean;
  /** For a scene with a product: whether the product's original pixels are drawn over the result. */
  readonly keepsProduct: boolean;
}

/** Form fields that choose the engine; without them the built-in engine is used. */
export const ENGINE_FIELDS = {
  engine: z
    .enum(['embedded', 'provider'])
    .optional()
    .describe('provider: the engine that `engines/` offers for this tool'),
  engine_fallback: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'true: uses the built-in engine when that engine can’t do it; otherwise the task fails, free of charge',
    ),
} as const;

/** Fields that select an engine. `product_lock` applies only to scenes. */
export interface EngineFields {
  readonly engine?: 'embedded' | 'provider' | undefined;
  readonly engine_fallback?: FlagText | undefined;
  readonly product_lock?: FlagText | undefined;
}

/** Engine requested by a form; null for the built-in one, which is also the default. */
export function toEngineChoice({ engine, engine_fallback, product_lock }: EngineFields): EngineChoice | null {
  if (engine !== 'provider') return null;
  return { allowsFallback: engine_fallback === 'true', keepsProduct: product_lock !== 'false' };
}

export const engineFields = (choice: EngineChoice | null): Pick<EngineFields, 'engine' | 'engine_fallback'> =>
  choice === null ? {} : { engine: 'provider', engine_fallback: flagText(choice.allowsFallback) };
