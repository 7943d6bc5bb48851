import { expect, it } from 'vitest';
import { NO_EDITS } from './edits.ts';
import { editsReused } from './reused-edits.ts';

it('goes on from all that an enlarged picture was made with', () => {
  const was = { factor: 4, mode: 'detailed', clean_up: true } as const;
  const reused = editsReused(NO_EDITS, { prompt: '', seed: null, settings: was });
  expect(reused.settings).toMatchObject({ factor: 4, mode: 'detailed', cleansUp: true });
  const { clean_up: _cleaned, ...plain } = was;
  const again = editsReused(reused, { prompt: '', seed: null, settings: plain });
  expect(again.settings.cleansUp).toBe(false);
});
