import type { EngineOffer } from '@packshot/contract/tools/engines';
import { STORAGE_KEYS } from '../../../lib/state/storage-keys.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { readStoredJson, removeStored, writeStored } from '../../../lib/state/storage.ts';
import { createEngines, offerFor } from './engines.ts';

const OFFER: EngineOffer = {
  tool: 'scene',
  id: 'openai',
  name: 'OpenAI',
  model: 'gpt-image-1.5',
  cost_class: 'cents',
  takes_reference: true,
  takes_seed: false,
};
let nowMs = 0;
const engines = (answer: () => Promise<readonly EngineOffer[]> = async () => [OFFER]) =>
  createEngines({ services: { engines: answer, nowMs: () => nowMs } });

describe('the engine choice', () => {
  beforeEach(() => {
    nowMs = 0;
    removeStored(STORAGE_KEYS.engineChoices);
  });

  it('is the built-in engine until the user chooses another', async () => {
    const { load, choose, engineFor } = engines();
    await load();
    expect(engineFor('scene')).toBeNull();
    choose('scene', { isOther: true });
    expect(engineFor('scene')).toEqual({ allowsFallback: false, keepsProduct: true });
    expect(engineFor('magic')).toBeNull();
  });

  it('applies only while the chosen engine is offered', async () => {
    const first = engines();
    await first.load();
    first.choose('scene', { isOther: true, allowsFallback: true });
    expect(readStoredJson(STORAGE_KEYS.engineChoices)).toMatchObject({ background: { isOther: true } });
    const later = engines(async () => []);
    expect(later.engineFor('scene')).toBeNull();
    await later.load();
    expect(later.engineFor('scene')).toBeNull();
    const back = engines();
    await back.load();
    expect(back.engineFor('scene')).toMatchObject({ allowsFallback: true });
  });

  it('reloads the offered engines after a while, and drops them when the request fails', async () => {
    let requestCount = 0;
    const { load, store } = engines(async () => {
      requestCount += 1;
      if (requestCount === 2) throw new Error('offline');
      return [OFFER];
    });
    await load();
    await load();
    expect(requestCount).toBe(1);
    expect(offerFor(store.getState(), 'scene')).toEqual(OFFER);
    nowMs = 30_000;
    await load();
    expect(offerFor(store.getState(), 'scene')).toBeNull();
  });

  it('discards unreadable stored choices', () => {
    writeStored(STORAGE_KEYS.engineChoices, '{"background": {"isOther": "yes"}}');
    expect(engines().store.getState().choices).toEqual({});
  });
});
