import { expect, it } from 'vitest';
import type { GenerationInput } from '../model.ts';
import { upscale } from './upscale.ts';

it('the History record of an enlargement mentions that the photo was cleaned up only if it was', () => {
  const input = { tool: 'upscale', imageKey: 'u/1', factor: 2, mode: 'faithful' } as const;
  const settings = { factor: 2, mode: 'faithful' };
  expect(upscale.recordFacts(input).settings).toEqual(settings);
  const cleaned: GenerationInput = Object.assign({ cleansUp: true }, input);
  expect(upscale.recordFacts(cleaned).settings).toEqual({ ...settings, clean_up: true });
});
