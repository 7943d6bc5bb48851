/** What a person sets the tools to; each is an edit that can be undone. */
import type { StudioContext } from './studio-context.ts';
import { editSettings } from '../model/edits.ts';
import type { EditName, ToolSettings } from '../model/edits.ts';

export interface SettingsActions {
  /** What the magic tool is asked for. */
  setPrompt(prompt: string): void;
  /** @param feather how soft a mask's edge is, as a share of the picture's longest side */
  setFeather(feather: number): void;
  setUpscale(part: Partial<Pick<ToolSettings, 'factor' | 'mode'>>): void;
  /** How far a product is matched to its scene, 0 to 1. */
  setStrength(strength: number): void;
}

export function createSettingsActions(context: StudioContext): SettingsActions {
  const set = (name: EditName, part: Partial<ToolSettings>): void =>
    context.change((document, nowMs) => editSettings(document, name, nowMs, part));
  /** Other settings may help where the last ones failed. */
  const setAnew = (name: EditName, part: Partial<ToolSettings>): void => {
    context.dismissFailure();
    set(name, part);
  };
  return {
    setPrompt: (prompt) => setAnew('magic-wish', { prompt }),
    setFeather: (feather) => setAnew('feather', { feather }),
    setUpscale: (part) => setAnew('upscale', part),
    setStrength: (strength) => set('strength', { strength }),
  };
}
