import { expect, it } from 'vitest';
import { NO_EDITS } from './edits.ts';
import { editsReused } from './reused-edits.ts';

it('reusing the settings of an enlarged picture from history restores every setting', () => {
  const was = { factor: 4, mode: 'detailed', clean_up: true } as const;
  const reused = editsReused(NO_EDITS, { prompt: '', seed: null, settings: was });
  expect(reused.settings).toMatchObject({ factor: 4, mode: 'detailed', cleansUp: true });
  const { clean_up: _cleaned, ...plain } = was;
  const again = editsReused(reused, { prompt: '', seed: null, settings: plain });
  expect(again.settings.cleansUp).toBe(false);
});

it('a scene’s prompt doesn’t carry over to the magic tool, unlike the prompt of an edit', () => {
  const scene = editsReused(NO_EDITS, {
    prompt: 'linen cloth',
    seed: 7,
    settings: { light: 'auto', palette: [] },
  });
  expect(scene.scene.prompt).toBe('linen cloth');
  expect(scene.settings.prompt).toBe('');
  expect(editsReused(NO_EDITS, { prompt: 'make it navy', seed: null, settings: {} }).settings.prompt).toBe(
    'make it navy',
  );
});
