import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { realWaiting } from './http/waiting.ts';
import { createProvider } from './index.ts';
import { comfyUi } from './testing/comfyui-double.ts';
import { VendorDouble } from './testing/vendor-double.ts';
import { fillIn, readWorkflow } from './workflow.ts';

describe('the ComfyUI adapter', () => {
  const vendor = comfyUi();
  const double = new VendorDouble(vendor);
  let baseUrl: URL;
  let folder: string;
  beforeAll(async () => {
    baseUrl = await double.start();
    folder = await mkdtemp(join(tmpdir(), 'packshot-workflows-'));
  });
  afterAll(async () => {
    await double.stop();
    await rm(folder, { recursive: true });
  });
  afterEach(() => {
    double.reset();
    vendor.sendsEvents = true;
  });

  const provider = (workflowsFolder: string | null = null, waiting = realWaiting) =>
    createProvider(
      {
        id: 'comfyui',
        baseUrl,
        key: null,
        model: 'my.safetensors',
        mayBePrivate: true,
        concurrency: 1,
        perMinute: null,
        timeoutMs: 10_000,
        workflowsFolder,
      },
      waiting,
    );
  const request = {
    capability: 'text-to-image',
    prompt: 'say "wet slate"',
    seed: 7,
    widthPx: 512,
    heightPx: 512,
  } as const;
  const call = (signal = new AbortController().signal) => {
    const progress: number[] = [];
    return { progress, signal, onProgress: (fraction: number) => void progress.push(fraction) };
  };

  it('progress events are passed on', async () => {
    const { progress, ...rest } = call();
    await provider().run<'text-to-image'>(request, rest);
    expect(progress).toEqual([0.5]);
    expect(double.faults).toEqual([]);
  });

  it('a workflow succeeds without events', async () => {
    vendor.sendsEvents = false;
    const picture = await provider().run<'text-to-image'>(request, call());
    expect(picture.widthPx).toBe(512);
    expect(double.faults).toEqual([]);
  });

  it('polls at intervals if the history is written after the workflow’s end', async () => {
    vendor.missesHistory = 4;
    let intervals = 0;
    const sleep = async (_durationMs: number, signal: AbortSignal): Promise<void> => {
      await realWaiting.sleep(50, signal);
      intervals++;
    };
    await provider(null, { ...realWaiting, sleep }).run<'text-to-image'>(request, call());
    // The first two requests are the one at once and the one after the event.
    expect(intervals).toBeGreaterThanOrEqual(3);
    expect(double.faults).toEqual([]);
  });

  it('canceling stops exactly that prompt', async () => {
    vendor.neverEnds = true;
    const abort = new AbortController();
    const running = provider().run<'text-to-image'>(request, call(abort.signal));
    await double.saw(({ path }) => path.startsWith('/history/'));
    abort.abort(new Error('canceled'));
    await expect(running).rejects.toThrow('canceled');
    vendor.neverEnds = false;
    await double.saw(({ path }) => path === '/interrupt');
    await double.saw(({ path }) => path === '/queue');
    expect(double.faults).toEqual([]);
  });

  it('an operator’s workflow replaces ours', async () => {
    const graph = {
      size: {
        class_type: 'EmptyImage',
        inputs: { width: '{{width}}', height: '{{height}}', batch_size: 1, color: 0 },
      },
      canvas: {
        class_type: 'EmptyLatentImage',
        inputs: { width: '{{width}}', height: '{{height}}', batch_size: 1 },
      },
      result: { class_type: 'PreviewImage', inputs: { images: ['size', 0] } },
    };
    await writeFile(join(folder, 'text-to-image.json'), JSON.stringify(graph));
    await provider(folder).run<'text-to-image'>(request, call());
    const promptRequest = double.requests.find(({ path }) => path === '/prompt');
    expect(JSON.parse(promptRequest?.bytes.toString() ?? '')).toMatchObject({
      prompt: { size: { inputs: { width: 512 } } },
    });
    expect(double.faults).toEqual([]);
  });

  it('an invalid workflow is reported with its fault', async () => {
    await writeFile(join(folder, 'erase.json'), '{"nodes": []}');
    expect(() => provider(folder)).toThrow('erase.json is no workflow');
    expect(() => readWorkflow('erase', folder)).toThrow('is no workflow');
    await writeFile(
      join(folder, 'erase.json'),
      '{"1": {"class_type": "A", "inputs": {"a": "{{password}}"}}}',
    );
    expect(() => readWorkflow('erase', folder)).toThrow('asks for {{password}}');
    await writeFile(join(folder, 'erase.json'), '{"1": {"class_type": "A", "inputs": {"a": "{{image}}"}}}');
    expect(() => fillIn(readWorkflow('erase', folder), { prompt: 'x' })).toThrow(
      'Nothing is given for {{image}}',
    );
  });

  it('numbers are filled in as numbers, and values within a text as text', () => {
    const graph = {
      a: { class_type: 'A', inputs: { seed: '{{seed}}', text: 'a {{prompt}} of {{seed}}', link: ['b', 0] } },
    };
    expect(fillIn(graph, { seed: 7, prompt: '"{{seed}}"' })).toEqual({
      a: { class_type: 'A', inputs: { seed: 7, text: 'a "{{seed}}" of 7', link: ['b', 0] } },
    });
  });
});
