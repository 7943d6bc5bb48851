/** Matching a product to the light of what lies behind it. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { Blend } from 'lucide-react';
import { isFlat, isProductCurrent } from '../../composite/composing.ts';
import type { StudioDocument } from '../../model/document.ts';
import { editSettings } from '../../model/edits.ts';
import { alphaIdOf, currentResult, resultOf } from '../../model/results.ts';
import type { PictureId } from '../../model/results.ts';
import type { EngineUse, StudioContext, ToolWork } from '../../state/studio-context.ts';
import { keepComposite } from '../scene/keep-composite.ts';

export const HARMONIZE_ENGINE: EngineUse = { tool: 'harmonize' };

export const HARMONIZE: ToolWork = {
  name: 'harmonize',
  icon: Blend,
  label: 'Harmonize',
  reasonNotReady: reasonNotHarmonizable,
  perform: harmonize,
  server: {
    request: async ({ document, keyOf }, inputId) => ({
      tool: 'harmonize',
      input: {
        imageKey: await keyOf(inputId),
        maskKey: await keyOf(alphaIdOf(inputId)),
        strength: document.edits.settings.strength,
      },
    }),
    makes: 'picture',
    resultTool: 'harmonize',
    factsOf: ({ strength }, document) => ({
      strength: strength ?? document?.edits.settings.strength ?? null,
    }),
    engine: HARMONIZE_ENGINE,
    working: OWN_MESSAGES.harmonizing,
    done: 'The product is harmonized with its background.',
  },
};

/** Documents whose composite is being made: until it is there, no run is active that a second click would meet. */
const composing = new WeakMap<StudioContext, string>();

/** The composite is made first, where there is none. */
async function harmonize(studio: StudioContext, start: (inputId: PictureId) => Promise<void>): Promise<void> {
  const { document } = studio.store.getState();
  if (!document || composing.get(studio) === document.id) return;
  composing.set(studio, document.id);
  try {
    const inputId = harmonizable(document) ?? (await keepComposite(studio));
    composing.delete(studio);
    if (inputId !== null && studio.isOpen(document.id)) await start(inputId);
  } catch (error) {
    composing.delete(studio);
    console.warn('The picture to be matched was not made.', error);
    studio.services.notify('error', OWN_MESSAGES.compositeFailed);
  }
}

/** The product is on the stage with a ground that is made here. */
export const isOnFlatGround = (document: StudioDocument): boolean =>
  isProductCurrent(document) && isFlat(document.edits.scene);

/** The composite that a match starts from: the current picture, or what it was matched from. */
export function harmonizable(document: StudioDocument): PictureId | null {
  const result = currentResult(document);
  if (result?.tool === 'composite') return result.id;
  const input = result?.tool === 'harmonize' ? resultOf(document, result.inputId) : null;
  return input?.tool === 'composite' ? input.id : null;
}

function reasonNotHarmonizable(document: StudioDocument): string | null {
  if (harmonizable(document)) {
    const result = currentResult(document);
    const isSame = result?.tool === 'harmonize' && result.strength === document.edits.settings.strength;
    return isSame ? 'Already applied at this strength.' : null;
  }
  const { scene } = document.edits;
  if (scene.background === 'picture' && scene.picture) return null;
  if (scene.background === 'color') return null;
  return 'Put the product on a picture or a color first.';
}

export interface HarmonizeSettings {
  /** How far a product is matched to its scene, 0 to 1. */
  setStrength(strength: number): void;
}

export const createHarmonizeSettings = ({ change }: StudioContext): HarmonizeSettings => ({
  setStrength: (strength) =>
    change((document, nowMs) => editSettings(document, 'strength', nowMs, { strength })),
});
