import type { ProviderId } from '@packshot/contract';
import { CAPABILITIES } from './capabilities.ts';
import { checkPicture, UnusablePicture } from './check-picture.ts';
import { ProviderHttp } from './http/provider-http.ts';
import type { ProviderHttpOptions } from './http/provider-http.ts';
import type { ProviderTiming } from './http/waiting.ts';
import { findRow } from './port.ts';
import type {
  CapabilityAnswer,
  Capability,
  CapabilityRow,
  ImageProvider,
  ProvidedPrompts,
  ProvidedText,
  ProviderCall,
  RequestOf,
} from './port.ts';

/** Operator's settings for one external engine. */
export interface ProviderSettings {
  readonly id: ProviderId;
  readonly baseUrl: URL;
  /** API key of the engine; null if it needs none. */
  readonly key: string | null;
  readonly model: string | null;
  /** True if the operator allows the engine's host to be in a private network. */
  readonly mayBePrivate: boolean;
  readonly concurrency: number;
  readonly perMinute: number | null;
  /** Time limit for one picture, from the request to the last byte of the response. */
  readonly timeoutMs: number;
  /** Folder with ComfyUI workflows that replace the built-in ones; null to use the built-in ones. */
  readonly workflowsFolder: string | null;
}

/** Bytes of a picture as received from an engine; the code that calls the handler checks them. */
interface ReceivedPicture {
  readonly picture: Uint8Array;
}
type RawAnswerOf<Name extends Capability> = Name extends 'describe'
  ? ProvidedText
  : Name extends 'prompt-assist'
    ? ProvidedPrompts
    : ReceivedPicture;

type CapabilityHandlers = {
  readonly [Name in Capability]?: (
    request: RequestOf<Name>,
    call: ProviderCall,
  ) => Promise<RawAnswerOf<Name>>;
};

interface Adapter {
  readonly settings: ProviderSettings;
  readonly name: string;
  readonly http: ProviderHttp;
  readonly handlers: CapabilityHandlers;
  readonly checkHealth: (signal: AbortSignal) => Promise<void>;
}

export const HEALTH_TIMEOUT_MS = 4_000;

/** Display name of an engine, derived from its address, because many servers use OpenAI's protocol. */
export function hostName({ baseUrl, mayBePrivate }: ProviderSettings, nameOfOwn: string): string {
  if (baseUrl.hostname === 'api.openai.com') return 'OpenAI';
  return mayBePrivate ? nameOfOwn : baseUrl.hostname;
}

export const createHttp = (
  settings: ProviderSettings,
  waiting: ProviderTiming,
  rest: Pick<ProviderHttpOptions, 'secretHeaders' | 'readRefusal'>,
): ProviderHttp =>
  new ProviderHttp({
    provider: settings.id,
    baseUrl: settings.baseUrl,
    secret: settings.key,
    mayBePrivate: settings.mayBePrivate,
    limits: { concurrency: settings.concurrency, perMinute: settings.perMinute },
    timeoutMs: settings.timeoutMs,
    waiting,
    ...rest,
  });

/** Creates a provider from an adapter: adds its capability rows, and checks the pictures that it receives. */
export function createProviderFrom({ settings, name, http, handlers, checkHealth }: Adapter): ImageProvider {
  const rows = CAPABILITIES[settings.id].map((row): CapabilityRow =>
    // A self-hosted server costs its operator only electricity, whatever protocol it uses.
    settings.mayBePrivate ? { ...row, costClass: 'own-hardware' } : row,
  );
  return {
    id: settings.id,
    name,
    model: settings.model,
    rows,
    checkHealth,
    async run<Name extends Capability>(
      request: RequestOf<Name>,
      call: ProviderCall,
    ): Promise<CapabilityAnswer<Name>> {
      const handler = handlers[request.capability];
      const row = findRow({ rows }, request.capability);
      if (handler === undefined || row === undefined) {
        throw http.failure('ENGINE_REJECTED', `${request.capability} is not among what it does`);
      }
      const check = (answer: RawAnswerOf<Name>): CapabilityAnswer<Name> => {
        if (!('picture' in answer)) return answer as unknown as CapabilityAnswer<Name>;
        try {
          return checkPicture(answer.picture, expectedSize(request, row)) as CapabilityAnswer<Name>;
        } catch (error) {
          if (!(error instanceof UnusablePicture)) throw error;
          throw http.failure('ENGINE_BAD_ANSWER', error.message, error);
        }
      };
      return http.job(async () => check(await handler(request, call)), call.signal);
    },
  };
}

function expectedSize<Name extends Capability>(request: RequestOf<Name>, row: CapabilityRow) {
  if (!('widthPx' in request)) return { widthPx: 1, heightPx: 1 };
  const factor = row.upscaleFactor ?? 1;
  return { widthPx: request.widthPx * factor, heightPx: request.heightPx * factor };
}

/** Decodes base64, with or without a data URL prefix. */
export const fromBase64 = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64'));

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
