import { isAbsolute, resolve } from 'node:path';
import { ENGINE_TOOLS, PROVIDER_IDS } from '@packshot/contract';
import type { EngineTool, ProviderId } from '@packshot/contract';
import type { ProviderSettings } from '@packshot/image-engine/providers';
import type { ConfigValues } from './keys.ts';

export interface EnginesConfig {
  /** Image engine of each tool that doesn't use the built-in engine. */
  readonly byTool: Readonly<Partial<Record<EngineTool, ProviderId>>>;
  /** Settings of all engines that at least one tool uses. */
  readonly engines: readonly ProviderSettings[];
}

/**
 * Default number of concurrent requests per engine. A vendor's service handles many at once; a graphics card makes one
 * picture after another.
 */
const DEFAULT_CONCURRENCY: Readonly<Record<ProviderId, number>> = {
  openai: 4,
  stability: 4,
  comfyui: 1,
  automatic1111: 1,
  chat: 4,
};

/** Environment variable that selects each tool's engine. */
export const ENGINE_KEYS = {
  'cut-out': 'ENGINE_CUTOUT',
  scene: 'ENGINE_BACKGROUND',
  inspire: 'ENGINE_INSPIRATION',
  magic: 'ENGINE_MAGIC',
  upscale: 'ENGINE_UPSCALE',
  harmonize: 'ENGINE_HARMONIZE',
  describe: 'ENGINE_DESCRIBE',
  prompt: 'ENGINE_PROMPT',
} as const satisfies Record<EngineTool, keyof ConfigValues>;

/** Reads which tools don't use the built-in engine, and the access settings of the engines that they use. */
export function enginesConfig(values: ConfigValues): EnginesConfig {
  const byTool: Partial<Record<EngineTool, ProviderId>> = {};
  for (const tool of ENGINE_TOOLS) {
    const id = values[ENGINE_KEYS[tool]];
    if (id !== 'embedded') byTool[tool] = id;
  }
  const usedEngines = new Set(Object.values(byTool));
  return {
    byTool,
    engines: PROVIDER_IDS.filter((id) => usedEngines.has(id)).map((id) => toSettings(id, values)),
  };
}

function toSettings(id: ProviderId, values: ConfigValues): ProviderSettings {
  const { url, key, model } = getAccess(id, values);
  const baseUrl = new URL(url);
  return {
    id,
    baseUrl,
    key: key ?? null,
    model: model ?? null,
    mayBePrivate: values.ENGINE_PRIVATE_HOSTS?.includes(baseUrl.hostname.replace(/^\[|\]$/g, '')) ?? false,
    concurrency: values.ENGINE_CONCURRENCY?.[id] ?? DEFAULT_CONCURRENCY[id],
    perMinute: values.ENGINE_PER_MINUTE?.[id] ?? null,
    timeoutMs: values.ENGINE_TIMEOUT_S * 1000,
    workflowsFolder: id === 'comfyui' ? resolveFolder(values.COMFYUI_WORKFLOWS) : null,
  };
}

interface Access {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string | undefined;
}

/** Reads an engine's access settings. The schema guarantees a URL for each engine that a tool uses. */
function getAccess(id: ProviderId, values: ConfigValues): Access {
  switch (id) {
    case 'openai':
      return {
        url: values.OPENAI_IMAGES_URL,
        key: values.OPENAI_IMAGES_KEY,
        model: values.OPENAI_IMAGES_MODEL,
      };
    case 'stability':
      return { url: values.STABILITY_URL, key: values.STABILITY_KEY, model: undefined };
    case 'comfyui':
      return { url: values.COMFYUI_URL ?? '', key: values.COMFYUI_KEY, model: values.COMFYUI_MODEL };
    case 'automatic1111':
      return {
        url: values.AUTOMATIC1111_URL ?? '',
        key: values.AUTOMATIC1111_KEY,
        model: values.AUTOMATIC1111_MODEL,
      };
    case 'chat':
      return { url: values.CHAT_URL, key: values.CHAT_KEY, model: values.CHAT_MODEL };
  }
}

const resolveFolder = (folder: string | undefined): string | null =>
  folder === undefined ? null : isAbsolute(folder) ? folder : resolve(folder);
