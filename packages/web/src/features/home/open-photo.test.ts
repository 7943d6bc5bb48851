import { MESSAGES } from '@packshot/contract/messages';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../lib/state/global-state.ts';
import { takeIncomingWork } from '../../lib/handover/incoming-work.ts';
import { setNavigator } from '../../lib/state/navigation.ts';
import { SAMPLES } from '../../lib/samples/samples.ts';
import type { SamplePhoto } from '../../lib/samples/samples.ts';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { openSample } from './open-photo.ts';

const sample = SAMPLES[0] as SamplePhoto;
const visited: string[] = [];

beforeEach(() => {
  stubBrowser();
  visited.length = 0;
  setNavigator((path) => visited.push(path));
  useGlobalState.setState(initialGlobalState(), true);
});
afterEach(() => vi.unstubAllGlobals());

it('opening a sample passes it to the Create page as a file', async () => {
  stubServer({ '': () => new Response('pixels') });
  await openSample(sample, 'magic');
  expect(visited).toEqual(['/studio']);
  expect(takeIncomingWork()).toMatchObject({ tool: 'magic', file: expect.any(File) as File, isTrial: true });
});

it('a sample that cannot be loaded shows an error, and nothing is opened', async () => {
  stubServer({ '': () => new Response('', { status: 404 }) });
  await openSample(sample);
  expect(useGlobalState.getState()).toMatchObject({
    toastType: 'error',
    toastMessage: MESSAGES.imageLoadFailed,
  });
  expect([visited, takeIncomingWork()]).toEqual([[], null]);
});
