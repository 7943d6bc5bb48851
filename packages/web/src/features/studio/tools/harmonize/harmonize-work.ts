/** Matches a product to the light of its background. */
import { t } from '@packshot/contract/text/translation';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { DEFAULT_SHADOW } from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import { HARMONIZE_OPTIONS } from '@packshot/contract/tools/harmonize';
import { optionsOfSettings } from '@packshot/contract/tools/option-settings';
import { ESTIMATED_SURROUNDINGS } from '@packshot/contract/tools/surroundings';
import type { Surroundings } from '@packshot/contract/tools/surroundings';
import { Blend } from 'lucide';
import { isFlat, isProductCurrent, placedProduct } from '../../composite/composing.ts';
import type { StudioDocument } from '../../model/document.ts';
import { editSettings } from '../../model/edits.ts';
import type { ToolSettings } from '../../model/edits.ts';
import { toAlphaId, currentResult, findResult } from '../../model/results.ts';
import type { PictureId, Result } from '../../model/results.ts';
import type { EngineUse, StudioContext, ToolWork } from '../../state/studio-context.ts';
import { keepComposite } from '../scene/keep-composite.ts';

export const HARMONIZE_ENGINE: EngineUse = { tool: 'harmonize' };

export const HARMONIZE: ToolWork = {
  name: 'harmonize',
  icon: Blend,
  label: t('Harmonize'),
  reasonNotReady: reasonNotHarmonizable,
  perform: harmonize,
  server: {
    request: async ({ document, resolveKey }, inputId) => ({
      tool: 'harmonize',
      input: {
        imageKey: await resolveKey(inputId),
        maskKey: await resolveKey(toAlphaId(inputId)),
        ...optionsOfSettings(HARMONIZE_OPTIONS, asSet(document.edits.settings)),
      },
    }),
    makes: 'picture',
    opensComparison: true,
    resultTool: 'harmonize',
    toResultFacts: ({ strength, surroundings }, document) => ({
      strength: strength ?? document?.edits.settings.strength ?? null,
      surroundings: surroundings ?? document?.edits.settings.surroundings,
    }),
    engine: HARMONIZE_ENGINE,
    working: OWN_MESSAGES.harmonizing,
    done: t('The product is harmonized with its background.'),
  },
};

/**
 * For each studio, the ID of the document whose composite is being made. No run is active yet, so this keeps a second
 * click from starting another one.
 */
const composing = new WeakMap<StudioContext, string>();

/** Harmonizes the picture; makes the composite first if there is none. */
async function harmonize(studio: StudioContext, start: (inputId: PictureId) => Promise<void>): Promise<void> {
  const { document } = studio.store.getState();
  if (!document || composing.get(studio) === document.id) return;
  composing.set(studio, document.id);
  try {
    const inputId = harmonizable(document) ?? (await keepComposite(studio, shadowToKeep(studio)));
    composing.delete(studio);
    if (inputId !== null && studio.isOpen(document.id)) await start(inputId);
  } catch (error) {
    composing.delete(studio);
    console.warn('The picture to be matched was not made.', error);
    studio.services.notify('error', OWN_MESSAGES.compositeFailed);
  }
}

/**
 * Shadow for the composite that is sent to harmonizing, which adds a shadow of its own. A shadow computed by default
 * is therefore dropped. A shadow that the user chose stays, as does the one in the photo unless the user has changed
 * the light.
 */
function shadowToKeep({ store }: StudioContext): Shadow | undefined {
  const state = store.getState();
  const { scene, settings } = state.document?.edits ?? {};
  if (!scene || !settings || scene.shadow !== null) return undefined;
  const isOwn = placedProduct(state)?.maps.shadow && settings.surroundings.light === null;
  return isOwn ? undefined : { ...DEFAULT_SHADOW, kind: 'none' };
}

/** Whether the stage shows a product with a background that the browser made. */
export const isOnFlatBackground = (document: StudioDocument): boolean =>
  isProductCurrent(document) && isFlat(document.edits.scene);

/** ID of the composite to harmonize: the current picture, or the one from which a harmonized picture was made. */
export function harmonizable(document: StudioDocument): PictureId | null {
  const result = currentResult(document);
  if (result?.tool === 'composite') return result.id;
  const input = result?.tool === 'harmonize' ? findResult(document, result.inputId) : null;
  return input?.tool === 'composite' ? input.id : null;
}

/** Settings for the request; omits the surroundings if the user has set none of them. */
const asSet = ({ strength, surroundings }: ToolSettings) => ({
  strength,
  surroundings: Object.values(surroundings).every((part) => part === null) ? null : surroundings,
});

/** Whether the picture was made with these settings of light and background. */
export const isMadeFor = (result: Result, surroundings: Surroundings): boolean =>
  JSON.stringify(result.surroundings ?? ESTIMATED_SURROUNDINGS) === JSON.stringify(surroundings);

function reasonNotHarmonizable(document: StudioDocument): string | null {
  if (harmonizable(document)) {
    const result = currentResult(document);
    const { strength, surroundings } = document.edits.settings;
    const isSame =
      result?.tool === 'harmonize' && result.strength === strength && isMadeFor(result, surroundings);
    return isSame ? t('Already applied at this strength.') : null;
  }
  const { scene } = document.edits;
  if (scene.background === 'picture' && scene.picture) return null;
  if (scene.background === 'color') return null;
  return t('Place the product on a picture or a color first.');
}

export type HarmonizeSettings = ReturnType<typeof createHarmonizeSettings>;

export const createHarmonizeSettings = ({ change }: StudioContext) => ({
  /** Sets the strength of matching the product to its scene, 0 to 1. */
  setStrength: (strength: number): void =>
    change((document, nowMs) => editSettings(document, 'strength', nowMs, { strength })),
  /** Sets parts of light and background; null uses the estimate again. */
  setSurroundings: (part: Partial<Surroundings>): void =>
    change((document, nowMs) =>
      editSettings(document, 'surroundings', nowMs, {
        surroundings: { ...document.edits.settings.surroundings, ...part },
      }),
    ),
});
