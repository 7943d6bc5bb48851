import type { ToolKinds } from '../tools/tool.ts';
import type { SlotKeys, StoredRecord } from './model.ts';
import type { ResultOrigin } from '../tools/model.ts';

/** Facts about a result that the server itself knows and therefore doesn't accept from a client. */
type KnownFacts = Pick<
  StoredRecord,
  | 'toolType'
  | 'prompt'
  | 'widthPx'
  | 'heightPx'
  | 'seed'
  | 'placement'
  | 'scene'
  | 'cutOut'
  | 'settings'
  | 'engine'
  | 'provenance'
> & { readonly keys: Omit<SlotKeys, 'thumb'> };

/** Derives the facts from the task that made the result. Returns null for a text, because it isn't a picture. */
export function knownFacts(tools: ToolKinds, { input, result, toolId }: ResultOrigin): KnownFacts | null {
  if ('finalDescription' in result) return null;
  const { prompt, maskKey, referenceKey, settings } = tools[input.tool].recordFacts(input);
  return {
    toolType: toolId,
    keys: {
      output_image: result.fullKey,
      standard_output_image: result.standardKey,
      input_image: input.imageKey ?? null,
      input_mask_image: maskKey,
      reference_image: referenceKey,
    },
    prompt,
    widthPx: result.widthPx,
    heightPx: result.heightPx,
    ...('scene' in result
      ? { seed: result.scene.seed, placement: result.scene.placement, scene: result.scene.facts }
      : { seed: null, placement: null, scene: null }),
    cutOut: 'cutOut' in result ? result.cutOut : null,
    settings,
    engine: toRecordEngine(result),
    provenance: result.provenance ?? null,
  };
}

/** Returns the engine that made the result; null for the built-in one, also if it replaced an unavailable engine. */
function toRecordEngine({ engine }: ResultOrigin['result']): StoredRecord['engine'] {
  if (engine === undefined || engine.id === 'embedded') return null;
  return {
    provider: engine.name,
    model: engine.model ?? 'its own model',
    cost_class: engine.cost_class ?? '',
  };
}
