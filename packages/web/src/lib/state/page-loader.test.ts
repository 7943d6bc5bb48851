import { MESSAGES } from '@packshot/contract/messages';
import { expect, it, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser-doubles.ts';

it('the page is covered during processing, and uncovered however it ends', async () => {
  stubBrowser();
  const { whileProcessing } = await import('./page-loader.ts');
  const { useGlobalState } = await import('./global-state.ts');
  const loader = () => useGlobalState.getState().pageLoader;
  await expect(whileProcessing(async () => loader())).resolves.toBe(MESSAGES.processing);
  expect(loader()).toBe(false);
  const failing = whileProcessing(async () => {
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(loader()).toBe(false);
  vi.unstubAllGlobals();
});
