import type { EngineFailureCode, ProviderId } from '@packshot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeQuickPng } from '../codec/encode.ts';
import { maskPicture } from '../pixels/scene/mask-picture.ts';
import { fittedSize } from '../pixels/scene/provider-sizes.ts';
import { raster } from '../pixels/raster/raster.ts';
import { CAPABILITIES } from './capabilities.ts';
import { createProvider } from './index.ts';
import type { ProviderTiming } from './http/waiting.ts';
import { ProviderFailure } from './port.ts';
import type { CapabilityRow, ImageProvider, ProviderRequest } from './port.ts';
import { automatic1111 } from './testing/automatic1111-double.ts';
import { comfyUi } from './testing/comfyui-double.ts';
import { openAiChat, openAiImages } from './testing/openai-double.ts';
import { stability } from './testing/stability-double.ts';
import { VendorDouble } from './testing/vendor-double.ts';
import type { Mood, Vendor } from './testing/vendor-double.ts';

const SECRET = 'secret-of-the-tests';

const VENDORS: readonly { id: ProviderId; vendor: Vendor; basePath: string; workPath: RegExp }[] = [
  { id: 'openai', vendor: openAiImages, basePath: '/v1', workPath: /^\/v1\/images\// },
  { id: 'stability', vendor: stability, basePath: '', workPath: /^\/v2beta\/stable-image\// },
  { id: 'comfyui', vendor: comfyUi(), basePath: '', workPath: /^\/prompt$/ },
  { id: 'automatic1111', vendor: automatic1111, basePath: '', workPath: /2img$/ },
  { id: 'chat', vendor: openAiChat, basePath: '/v1', workPath: /completions$/ },
];

/** Simulated time: sleeping advances the clock immediately. */
class PassingTime implements ProviderTiming {
  #now = 0;
  readonly slept: number[] = [];
  nowMs = () => this.#now;
  random = () => 0.5;
  sleep = async (durationMs: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    this.slept.push(durationMs);
    this.#now += durationMs;
    // Lets other tasks run between the steps, as real waiting would.
    await new Promise((resolve) => setImmediate(resolve));
  };
}

const samples = new Map<CapabilityRow, Promise<ProviderRequest>>();

function getSample(row: CapabilityRow): Promise<ProviderRequest> {
  const sample = samples.get(row) ?? sampleRequest(row);
  samples.set(row, sample);
  return sample;
}

/** Request with a picture and a mask in its center, in a size that the engine accepts for a small square. */
async function sampleRequest(row: CapabilityRow): Promise<ProviderRequest> {
  const { widthPx, heightPx } = fittedSize({ widthPx: 96, heightPx: 96 }, row.sizes);
  const data = new Uint8Array(widthPx * heightPx * 4).fill(255);
  const mask = new Uint8Array(widthPx * heightPx);
  for (let y = heightPx >> 2; y < (heightPx * 3) >> 2; y++) {
    mask.fill(255, y * widthPx + (widthPx >> 2), y * widthPx + ((widthPx * 3) >> 2));
  }
  const image = await encodeQuickPng(raster(data, widthPx, heightPx, 4));
  const maskPng = await encodeQuickPng(maskPicture(raster(mask, widthPx, heightPx, 1), row.mask ?? 'white'));
  const picture = { widthPx, heightPx, image, seed: 7, ...(row.takesReference && { reference: image }) };
  switch (row.capability) {
    case 'text-to-image':
      return { ...picture, capability: row.capability, prompt: 'wet slate' };
    case 'product-background':
    case 'inpaint':
      return { ...picture, capability: row.capability, prompt: 'wet slate', mask: maskPng };
    case 'erase':
    case 'relight':
      return { ...picture, capability: row.capability, mask: maskPng };
    case 'remove-background':
    case 'upscale':
    case 'describe':
      return { ...picture, capability: row.capability };
    case 'prompt-assist':
      return { capability: row.capability, description: 'A red mug.', suggestions: 3 };
  }
}

describe.each(VENDORS)('the adapter of $id', ({ id, vendor, basePath, workPath }) => {
  const double = new VendorDouble(vendor);
  let address: URL;
  let waiting: PassingTime;
  let provider: ImageProvider;
  const rows = CAPABILITIES[id];

  beforeAll(async () => {
    address = new URL(basePath, await double.start());
  });
  afterAll(() => double.stop());
  beforeEach(() => {
    double.reset();
    waiting = new PassingTime();
    provider = providerWith({});
  });

  const providerWith = ({ timeoutMs = 60_000, mayBePrivate = true }) =>
    createProvider(
      {
        id,
        baseUrl: address,
        key: SECRET,
        model: null,
        mayBePrivate,
        concurrency: 2,
        perMinute: null,
        timeoutMs,
        workflowsFolder: null,
      },
      waiting,
    );
  const run = async (row: CapabilityRow, signal = new AbortController().signal, from = provider) =>
    from.run(await getSample(row), { signal, onProgress: () => undefined });
  const [firstRow] = rows;
  if (firstRow === undefined) throw new Error('An engine can do something');

  const captureFailure = async (mood: Mood, from = provider): Promise<ProviderFailure> => {
    double.mood = mood;
    const outcome: unknown = await run(firstRow, undefined, from).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ProviderFailure);
    expect((outcome as ProviderFailure).message).not.toContain(SECRET);
    return outcome as ProviderFailure;
  };
  const workRequests = () => double.requests.filter(({ path }) => workPath.test(path)).length;

  it.each(rows)('$capability requests follow the vendor’s contract', async (row) => {
    const answer = await run(row);
    expect(double.faults).toEqual([]);
    if ('text' in answer) expect(answer.text).toBe('A red mug with a handle.');
    else if ('prompt' in answer) expect(answer.suggestions).toHaveLength(3);
    else expect(answer.bytes.length).toBeGreaterThan(0);
  });

  it('the health check succeeds', async () => {
    await provider.checkHealth(new AbortController().signal);
    expect(double.faults).toEqual([]);
  });

  it.each([
    ['unauthorized', 'ENGINE_UNAUTHORIZED'],
    ['unpaid', 'ENGINE_OUT_OF_QUOTA'],
    ['busy-for-long', 'ENGINE_BUSY'],
    ['cuts', 'ENGINE_BAD_ANSWER'],
    ['html', 'ENGINE_BAD_ANSWER'],
    ['redirects', 'ENGINE_BAD_ANSWER'],
  ] as const satisfies readonly (readonly [Mood, EngineFailureCode])[])(
    'the vendor’s fault “%s” is reported as %s, without a retry',
    async (mood, code) => {
      expect((await captureFailure(mood)).code).toBe(code);
      expect(workRequests()).toBe(1);
    },
  );

  it('a rate-limited request is retried twice after the requested delay, and then fails', async () => {
    expect((await captureFailure('busy')).code).toBe('ENGINE_BUSY');
    expect(workRequests()).toBe(3);
    // Both pauses are the requested seven seconds plus half of the jitter.
    expect(waiting.slept.filter((ms) => ms === 7_875)).toHaveLength(2);
  });

  it('a request is retried successfully after a short time in which the vendor was busy or broken', async () => {
    double.mood = 'busy';
    double.moodLasts = 1;
    await run(firstRow);
    double.mood = 'broken';
    double.moodLasts = 1;
    await run(firstRow);
    expect(double.faults).toEqual([]);
  });

  it('a lasting fault of the vendor is reported as a failure', async () => {
    expect((await captureFailure('broken')).code).toBe('ENGINE_FAILED');
    expect(workRequests()).toBe(3);
  });

  it('a hanging request is ended by a timeout', async () => {
    expect((await captureFailure('hangs', providerWith({ timeoutMs: 120 }))).code).toBe('ENGINE_TIMED_OUT');
  });

  it('after five failures no requests are sent for half a minute, and then a single trial request', async () => {
    double.mood = 'unpaid';
    for (let i = 0; i < 5; i++) await captureFailure('unpaid');
    const requestCount = workRequests();
    expect((await captureFailure('unpaid')).code).toBe('ENGINE_BUSY');
    expect(workRequests()).toBe(requestCount);
    await waiting.sleep(30_000, new AbortController().signal);
    double.mood = 'fine';
    await run(firstRow);
    await run(firstRow);
    expect(double.faults).toEqual([]);
  });

  it('a private address is not contacted without permission', async () => {
    const outcome: unknown = await run(firstRow, undefined, providerWith({ mayBePrivate: false })).catch(
      (error: unknown) => error,
    );
    expect(outcome).toMatchObject({ code: 'ENGINE_UNREACHABLE' });
    expect(double.requests).toEqual([]);
  });

  it('an abort stops the request', async () => {
    double.mood = 'hangs';
    const abort = new AbortController();
    const running = run(firstRow, abort.signal);
    await double.saw(({ path }) => workPath.test(path));
    abort.abort(new Error('canceled by the test'));
    await expect(running).rejects.toThrow('canceled by the test');
  });

  it.runIf(firstRow.capability !== 'describe').each([
    ['wrong-size', 'ENGINE_BAD_ANSWER'],
    ['truncated', 'ENGINE_BAD_ANSWER'],
  ] as const)('a faulty picture (%s) is reported as %s', async (mood, code) => {
    expect((await captureFailure(mood)).code).toBe(code);
  });

  // Stability responds with the picture itself, so an empty response counts as a truncated picture.
  it.runIf(id !== 'stability')('an empty answer is detected', async () => {
    expect((await captureFailure('no-picture')).code).toBe('ENGINE_BAD_ANSWER');
  });

  it.runIf(vendor.moderation !== undefined)('a refusal by content rules is passed on', async () => {
    expect((await captureFailure('moderated')).code).toBe('ENGINE_MODERATED');
    expect(workRequests()).toBe(1);
  });
});
