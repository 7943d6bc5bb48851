import type { RecordSettings } from '@packshot/contract';
import type { GenerationInput, SceneInput, StoredPicture } from '../generations/model.ts';
import type { SlotKeys, StoredRecord } from './model.ts';
import type { RecordOrigin } from './record-store.ts';

/** Facts about a result that the server knows itself and never takes from a client. */
type KnownFacts = Pick<
  StoredRecord,
  'toolType' | 'prompt' | 'widthPx' | 'heightPx' | 'seed' | 'placement' | 'scene' | 'settings' | 'engine'
> & { readonly keys: Omit<SlotKeys, 'thumb'> };

/** Null for a description, because it is not a picture. */
export function factsOf({ input, result, featureType }: RecordOrigin): KnownFacts | null {
  if ('finalDescription' in result) return null;
  return {
    toolType: featureType,
    keys: keysOf(input, result),
    prompt: 'prompt' in input ? (input.prompt ?? '') : '',
    widthPx: result.widthPx,
    heightPx: result.heightPx,
    ...('scene' in result
      ? { seed: result.scene.seed, placement: result.scene.placement, scene: result.scene.facts }
      : { seed: null, placement: null, scene: null }),
    settings: settingsOf(input),
    engine: engineOf(result),
  };
}

/** Null for the built-in engine, also when it stepped in for another. */
function engineOf({ engine }: RecordOrigin['result']): StoredRecord['engine'] {
  if (engine === undefined || engine.id === 'embedded') return null;
  return {
    provider: engine.name,
    model: engine.model ?? 'its own model',
    cost_class: engine.cost_class ?? '',
  };
}

function keysOf(input: GenerationInput, { fullKey, standardKey }: StoredPicture): KnownFacts['keys'] {
  return {
    output_image: fullKey,
    standard_output_image: standardKey,
    input_image: input.imageKey ?? null,
    input_mask_image: maskKeyOf(input),
    reference_image: input.tool === 'scene' ? (input.referenceKey ?? null) : null,
  };
}

function maskKeyOf(input: GenerationInput): string | null {
  if (input.tool === 'refine') return input.strokesKey;
  return 'maskKey' in input ? input.maskKey : null;
}

function settingsOf(input: GenerationInput): RecordSettings {
  switch (input.tool) {
    case 'upscale':
      return { factor: input.factor, mode: input.mode };
    case 'harmonize':
      return { strength: input.strength };
    case 'scene':
      return sceneSettings(input);
    default:
      return {};
  }
}

function sceneSettings(input: SceneInput): RecordSettings {
  const { referenceId, placement, shadow, count } = input;
  return {
    light: input.light,
    palette: [...input.palette],
    aspect_ratio: input.aspectRatioId,
    larger_size: input.isLarger,
    ...(referenceId !== undefined && { reference_id: referenceId }),
    ...(placement !== undefined && { placement }),
    ...(shadow !== undefined && { shadow }),
    ...((count === 2 || count === 4) && { count }),
  };
}
