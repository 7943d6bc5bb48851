import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_TOOLS, PROVIDER_IDS } from '@packshot/contract';
import type { EngineTool } from '@packshot/contract';
import { CAPABILITIES } from '@packshot/image-engine/providers';
import type { Capability } from '@packshot/image-engine/providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineCatalog, openProviders } from '../../tools/engines/other-engines.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { ConfigError, loadConfig } from './config.ts';
import { describeConfig } from './describe-config.ts';
import { ENGINE_KEYS } from './engines-config.ts';

const KEY = 'sk-of-nobody';
const CAPABILITIES_OF: Readonly<Record<EngineTool, readonly Capability[]>> = {
  'cut-out': ['remove-background'],
  scene: ['product-background'],
  inspire: ['text-to-image'],
  magic: ['inpaint', 'erase'],
  upscale: ['upscale'],
  harmonize: ['relight'],
  describe: ['describe'],
  prompt: ['prompt-assist'],
};

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'packshot-engines-config-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (environment: Record<string, string>) =>
  loadConfig({ DATABASE_URL: 'postgres://app@db.example/packshot', DATA_DIR: dataDir, ...environment });
const problems = (environment: Record<string, string>): string => {
  try {
    load(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};
const ACCESS = {
  OPENAI_IMAGES_KEY: KEY,
  STABILITY_KEY: KEY,
  COMFYUI_URL: 'http://192.168.1.20:8188/',
  AUTOMATIC1111_URL: 'http://sd.lan:7860',
  CHAT_KEY: KEY,
};

describe('the engine configuration', () => {
  it('lists no engines unless some are configured', () => {
    expect(load({}).engines).toEqual({ byTool: {}, engines: [] });
    expect(load(ACCESS).engines.engines).toEqual([]);
  });

  it.each(ENGINE_TOOLS.flatMap((tool) => PROVIDER_IDS.map((id) => [tool, id] as const)))(
    'allows the tool %s to use the engine %s only if the engine supports the tool',
    (tool, id) => {
      const can = CAPABILITIES_OF[tool].every((capability) =>
        CAPABILITIES[id].some((row) => row.capability === capability),
      );
      const key = ENGINE_KEYS[tool];
      const reportedProblems = problems({ ...ACCESS, [key]: id });
      expect(reportedProblems === '').toBe(can);
      if (!can) expect(reportedProblems).toContain(key);
    },
  );

  it('requires the address and key of each engine', () => {
    expect(problems({ ENGINE_BACKGROUND: 'openai' })).toContain('OPENAI_IMAGES_KEY: is needed');
    expect(problems({ ENGINE_BACKGROUND: 'openai', OPENAI_IMAGES_URL: 'http://localai:8080/v1' })).toBe('');
    expect(problems({ ENGINE_UPSCALE: 'stability' })).toContain('STABILITY_KEY: is needed');
    expect(problems({ ENGINE_MAGIC: 'comfyui' })).toContain('COMFYUI_URL: is needed');
    expect(problems({ ENGINE_MAGIC: 'automatic1111' })).toContain('AUTOMATIC1111_URL: is needed');
    expect(problems({ ENGINE_PROMPT: 'chat' })).toContain('CHAT_KEY: is needed');
    expect(problems({ ENGINE_CONCURRENCY: 'openai=0' })).toContain('ENGINE_CONCURRENCY: must be like');
    expect(problems({ ENGINE_PER_MINUTE: 'nobody=4' })).toContain('ENGINE_PER_MINUTE: must be like');
    expect(problems({ ENGINE_PRIVATE_HOSTS: 'http://a' })).toContain('ENGINE_PRIVATE_HOSTS: must be');
  });

  it('allows private hosts only if they are listed, reads limits, and shows no keys', () => {
    const config = load({
      ...ACCESS,
      ENGINE_BACKGROUND: 'comfyui',
      ENGINE_MAGIC: 'openai',
      ENGINE_PRIVATE_HOSTS: '192.168.1.20, sd.lan',
      ENGINE_CONCURRENCY: 'comfyui=2',
      ENGINE_PER_MINUTE: 'openai=30',
    });
    const [openai, comfyui] = config.engines.engines;
    expect(openai).toMatchObject({ id: 'openai', mayBePrivate: false, concurrency: 4, perMinute: 30 });
    expect(comfyui).toMatchObject({ id: 'comfyui', mayBePrivate: true, concurrency: 2, perMinute: null });
    expect(describeConfig(config)['engines']).toBe('background=comfyui magic=openai');
    expect(JSON.stringify(describeConfig(config))).not.toContain(KEY);
  });
});

describe('the catalog of engines', () => {
  it('lists engines that respond, and checks again after a while', async () => {
    let nowMs = 0;
    let isWell = true;
    let looks = 0;
    const { engines } = load({ ...ACCESS, ENGINE_BACKGROUND: 'comfyui', ENGINE_MAGIC: 'comfyui' });
    const [real] = engines.engines.map(() => openProviders(engines)('scene'));
    if (!real) throw new Error('An engine is configured');
    const provider = {
      ...real,
      checkHealth: async () => {
        looks += 1;
        if (!isWell) throw new Error('away');
      },
    };
    const catalog = createEngineCatalog(
      engines,
      (tool) => (tool === 'scene' || tool === 'magic' ? provider : null),
      silentLogger,
      () => nowMs,
    );
    expect((await catalog.offers()).map(({ tool }) => tool)).toEqual(['scene', 'magic']);
    expect(looks).toBe(1);
    isWell = false;
    expect(await catalog.offers()).toHaveLength(2);
    nowMs = 30_000;
    expect(await catalog.offers()).toEqual([]);
    expect(catalog.isConfigured('scene')).toBe(true);
    expect(catalog.isConfigured('upscale')).toBe(false);
    await expect(catalog.scenesFor('A mug.', new AbortController().signal)).rejects.toMatchObject({
      code: 'ENGINE_NOT_AVAILABLE',
    });
  });
});
