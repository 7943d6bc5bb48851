import { settingsOfRecord } from '@packshot/contract/tools/option-settings';
import { UPSCALE_OPTIONS } from '@packshot/contract/tools/upscale';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { Edits } from './edits.ts';
import { recordedScene } from './scene-settings.ts';

/** Restores all scene settings, including defaults, and the recorded settings of other tools. */
export function editsReused(edits: Edits, { prompt, seed, settings: was }: ReusedSettings): Edits {
  const { settings } = edits;
  return {
    ...edits,
    settings: {
      ...settings,
      // A record with a light is of a scene, whose prompt doesn't apply to the magic tool.
      prompt: was.light === undefined ? prompt : settings.prompt,
      strength: was.strength ?? settings.strength,
      surroundings: was.surroundings ?? settings.surroundings,
      ...(was.factor !== undefined && settingsOfRecord(UPSCALE_OPTIONS, was)),
    },
    scene: {
      ...edits.scene,
      ...recordedScene(was),
      ...toBackground(was),
      prompt,
      seed,
      reference: was.reference_id === undefined ? null : { kind: 'built-in', id: was.reference_id },
    },
  };
}

function toBackground({ background }: ReusedSettings['settings']): Partial<Edits['scene']> {
  if (background === undefined) return { background: 'scene' };
  if (background === 'transparent') return { background };
  return { background: 'color', color: background.toLowerCase() };
}
