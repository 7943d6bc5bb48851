export { CAPABILITIES } from './capabilities.ts';
export { createProvider } from './create-provider.ts';
export { ProviderFailure, rowOf } from './port.ts';
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
