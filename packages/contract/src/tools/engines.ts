import { z } from 'zod';
import { flagText } from '../bounded-text.ts';
import type { FlagText } from '../bounded-text.ts';
import { COMPARED_WITH } from '../provenance/product-comparison.ts';

/**
 * Everything that an engine outside of the product may do instead of the built-in one, by what it is called on the wire. `scene` is a scene
 * with a product, `inspire` one without, `prompt` makes scenes of a description.
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
/** The wire's name is decoded to the tool's. */
export const engineToolSchema = z.codec(engineToolWireSchema, z.enum(ENGINE_TOOLS), {
  decode: (name) => TOOLS_BY_WIRE_NAME[name],
  encode: (tool) => ENGINE_TOOL_WIRE_NAMES[tool],
});

/** Engines outside of the product: a vendor's, or a server of the operator's own. */
export const PROVIDER_IDS = ['openai', 'stability', 'comfyui', 'automatic1111', 'chat'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];
export const ENGINE_IDS = ['embedded', ...PROVIDER_IDS] as const;
export type EngineId = (typeof ENGINE_IDS)[number];

/** What one call costs the operator: nothing but current, some cents, or tens of cents. */
export const COST_CLASSES = ['own-hardware', 'cents', 'tens-of-cents'] as const;
export const costClassSchema = z.enum(COST_CLASSES);
export type CostClass = z.infer<typeof costClassSchema>;

/** What made a result. Absent on a result that the built-in engine made because it was asked to. */
export const engineRecordSchema = z.object({
  id: z.enum(ENGINE_IDS),
  /** As people know it. */
  name: z.string(),
  model: z.string().nullable(),
  /** The prompt that it was given, which is more than what the user wrote. */
  prompt: z.string().nullable(),
  /** Null where the engine takes none. */
  seed: z.number().int().nullable(),
  cost_class: costClassSchema.nullable(),
  /** Another engine was asked, could not do it, and the user had agreed to this one instead. */
  fell_back: z.boolean(),
});
export type EngineRecord = z.infer<typeof engineRecordSchema>;

/** How many of the product's own pixels differ between what was given and what was made. */
export const productPixelsSchema = z.object({
  /** Those that the product covers whole. */
  total: z.number().int(),
  /** Beyond the smooth light that the picture declares, if it declares one. */
  changed: z.number().int(),
  /** The largest CIEDE2000 difference of a changed pixel; 0 when none has changed. Absent in results of older releases. */
  worst_delta_e: z.number().optional(),
  /** What they were compared with. Absent in results of older releases, as is the light. */
  compared_with: z.enum(COMPARED_WITH).optional(),
  /** The smooth light that the picture declares for the product; null: none. */
  light: z
    .object({ strength: z.number(), least_gain: z.number(), most_gain: z.number() })
    .nullable()
    .optional(),
  /** A picture of where, and by how much. */
  heat_map_url: z.string(),
});
export type ProductPixels = z.infer<typeof productPixelsSchema>;

/** An engine that is configured for a tool and answers. */
export const engineOfferSchema = z.object({
  tool: engineToolSchema,
  id: z.enum(PROVIDER_IDS),
  name: z.string(),
  model: z.string().nullable(),
  cost_class: costClassSchema,
  /** Follows a reference picture, not only words. */
  takes_reference: z.boolean(),
  /** The same seed gives the same picture. */
  takes_seed: z.boolean(),
});
export type EngineOffer = z.infer<typeof engineOfferSchema>;
export const enginesResponseSchema = z.object({ data: z.array(engineOfferSchema) });

/** Somebody chose the engine that is offered beside the built-in one. */
export interface EngineChoice {
  /** When it cannot do it, the built-in one does. */
  readonly allowsFallback: boolean;
  /** Of a scene with a product: the product's own pixels go over what was made. */
  readonly keepsProduct: boolean;
}

/** What a form of a generation says of the engine; without it the built-in one is meant. */
export const ENGINE_FIELDS = {
  engine: z
    .enum(['embedded', 'provider'])
    .optional()
    .describe('provider: the engine that `engines/` offers for this tool'),
  engine_fallback: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'true: when that engine cannot do it, the built-in one does; otherwise the task fails, free of charge',
    ),
} as const;

/** The fields that name an engine. `product_lock` is a scene's alone. */
export interface EngineFields {
  readonly engine?: 'embedded' | 'provider' | undefined;
  readonly engine_fallback?: FlagText | undefined;
  readonly product_lock?: FlagText | undefined;
}

/** The engine that a form asks for; null for the built-in one, which is also the default. */
export function toEngineChoice({ engine, engine_fallback, product_lock }: EngineFields): EngineChoice | null {
  if (engine !== 'provider') return null;
  return { allowsFallback: engine_fallback === 'true', keepsProduct: product_lock !== 'false' };
}

/** What a form says to ask for that engine. */
export const engineFields = (choice: EngineChoice | null): Pick<EngineFields, 'engine' | 'engine_fallback'> =>
  choice === null ? {} : { engine: 'provider', engine_fallback: flagText(choice.allowsFallback) };
