import type { ProviderId } from '@packshot/contract';
import { createAutomatic1111 } from './automatic1111.ts';
import { createComfyUi } from './comfyui.ts';
import { realWaiting } from './http/waiting.ts';
import type { ProviderTiming } from './http/waiting.ts';
import { createOpenAiChat } from './openai-chat.ts';
import { createOpenAiImages } from './openai-images.ts';
import type { ImageProvider } from './port.ts';
import type { ProviderSettings } from './provider.ts';
import { createStability } from './stability.ts';

export { CAPABILITIES } from './capabilities.ts';
export { ProviderFailure, findRow } from './port.ts';
export type {
  Capability,
  CapabilityRow,
  ImageProvider,
  ProviderCall,
  ProviderRequest,
  RequestOf,
} from './port.ts';
export type { ProviderSettings } from './provider.ts';
export { backgroundPrompt, sceneWords } from './words.ts';

const ADAPTERS: Readonly<
  Record<ProviderId, (settings: ProviderSettings, waiting: ProviderTiming) => ImageProvider>
> = {
  openai: createOpenAiImages,
  stability: createStability,
  comfyui: createComfyUi,
  automatic1111: createAutomatic1111,
  chat: createOpenAiChat,
};

/** Creates the provider (client of an external engine) for an operator's settings, without contacting the engine. */
export const createProvider = (
  settings: ProviderSettings,
  waiting: ProviderTiming = realWaiting,
): ImageProvider => ADAPTERS[settings.id](settings, waiting);
