import { t } from '@packshot/contract/text/translation';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { readMagicPrompt } from '@packshot/image-engine/pixels';
import { WandSparkles } from 'lucide';
import { currentMask, getPictureSize } from '../../model/document.ts';
import { isBlank, standingStrokes } from '../../model/strokes.ts';
import { emptyMask } from '../../state/failure.ts';
import { RunRefusedError } from '../../state/run.ts';
import { editSettings } from '../../model/edits.ts';
import type { EngineUse, StudioContext, ToolWork } from '../../state/studio-context.ts';
import type { StagePicture } from '../../model/picture.ts';
import type { PixelSize } from '../../model/size.ts';
import type { Stroke } from '../../model/strokes.ts';
import type { StudioServices } from '../../state/services.ts';
import { READING_PHOTO } from '../../panel/words.ts';
import type { MaskPart } from './services.ts';

export const MAGIC_ENGINE: EngineUse = { tool: 'magic' };

export const MAGIC: ToolWork = {
  name: 'magic',
  icon: WandSparkles,
  label: t('Generate'),
  reasonNotReady: (document) => {
    if (!getPictureSize(document)) return READING_PHOTO;
    return isBlank(currentMask(document)) ? OWN_MESSAGES.emptyMask : null;
  },
  server: {
    request: async ({ services, document, findPicture, resolveKey, keyOfMask }, inputId) => {
      // Checks the mask before anything is uploaded.
      const strokes = standingStrokes(currentMask(document).strokes);
      const size = getPictureSize(document);
      const { currentId, settings } = document.edits;
      const picture = removes(settings.prompt) ? findPicture(currentId) : null;
      const more =
        size && picture ? await goesWith(services, size, picture, strokes, settings.takesShadow) : null;
      const png = size && (await services.exportMask(strokes, size, settings.feather, more));
      if (!png) throw new RunRefusedError(emptyMask);
      const imageKey = await resolveKey(inputId);
      const maskIdentity = JSON.stringify([
        document.id,
        currentId,
        strokes,
        settings.feather,
        more !== null && settings.takesShadow,
        more !== null,
      ]);
      const maskKey = await keyOfMask(png, maskIdentity);
      const prompt = settings.prompt.trim();
      return {
        tool: 'magic',
        // Without a prompt, the server removes what is in the drawn area.
        input: { imageKey, maskKey, ...(prompt === '' ? {} : { prompt }) },
      };
    },
    makes: 'picture',
    resultTool: 'magic',
    engine: MAGIC_ENGINE,
    working: OWN_MESSAGES.applyingMagic,
    done: t('Picture changed where you drew.'),
  },
};

/** Whether a prompt asks for removing the object in the drawn area rather than changing it. */
export function removes(prompt: string): boolean {
  const reading = readMagicPrompt(prompt);
  return reading.understood && reading.instruction.kind === 'fill';
}

/** Gaps that the strokes enclose, and the shadow, to remove together with the drawn area. If finding them fails, only the drawn area is removed. */
export const goesWith = (
  services: Pick<StudioServices, 'completeRemoval'>,
  size: PixelSize,
  picture: StagePicture,
  strokes: readonly Stroke[],
  takesShadow: boolean,
): Promise<MaskPart | null> =>
  services.completeRemoval(size, picture, strokes, takesShadow).catch((error: unknown) => {
    console.warn('The gaps and the shadow of the drawn area could not be found.', error);
    return null;
  });

export type MagicSettings = ReturnType<typeof createMagicSettings>;

/** Setters of the magic tool. Each dismisses the last failure, because other settings may succeed. */
export const createMagicSettings = ({ change, dismissFailure }: StudioContext) => ({
  setPrompt: (prompt: string): void => {
    dismissFailure();
    change((document, nowMs) => editSettings(document, 'magic-prompt', nowMs, { prompt }));
  },
  /** @param feather softness of the mask's edge, as a share of the picture's longest side */
  setFeather: (feather: number): void => {
    dismissFailure();
    change((document, nowMs) => editSettings(document, 'feather', nowMs, { feather }));
  },
  setTakesShadow: (takesShadow: boolean): void => {
    dismissFailure();
    change((document, nowMs) => editSettings(document, 'takes-shadow', nowMs, { takesShadow }));
  },
});
