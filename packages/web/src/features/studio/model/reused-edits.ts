/** What the tools are set to when somebody goes on from a picture of history. */
import { settingsOfRecord } from '@packshot/contract/tools/option-settings';
import { UPSCALE_OPTIONS } from '@packshot/contract/tools/upscale';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { Edits } from './edits.ts';
import { recordedScene } from './scene-settings.ts';

/** Everything of the scene as it was asked for, what nobody had set included; of the other tools what there is. */
export function editsReused(edits: Edits, { prompt, seed, settings: was }: ReusedSettings): Edits {
  const { settings } = edits;
  return {
    ...edits,
    settings: {
      ...settings,
      // A scene's words are no change that somebody asks for in the magic tool; its light is always noted.
      prompt: was.light === undefined ? prompt : settings.prompt,
      strength: was.strength ?? settings.strength,
      surroundings: was.surroundings ?? settings.surroundings,
      ...(was.factor !== undefined && settingsOfRecord(UPSCALE_OPTIONS, was)),
    },
    scene: {
      ...edits.scene,
      ...recordedScene(was),
      ...backgroundOf(was),
      prompt,
      seed,
      reference: was.reference_id === undefined ? null : { kind: 'built-in', id: was.reference_id },
    },
  };
}

function backgroundOf({ background }: ReusedSettings['settings']): Partial<Edits['scene']> {
  if (background === undefined) return { background: 'scene' };
  if (background === 'transparent') return { background };
  return { background: 'color', color: background.toLowerCase() };
}
