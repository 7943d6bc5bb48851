import type { ProviderId } from '@packshot/contract';
import { CAPABILITIES } from './capabilities.ts';
import { checkedPicture, UnusablePicture } from './checked-picture.ts';
import { ProviderHttp } from './http/provider-http.ts';
import type { ProviderHttpOptions } from './http/provider-http.ts';
import type { Waiting } from './http/waiting.ts';
import { rowOf } from './port.ts';
import type {
  AnswerOf,
  Capability,
  CapabilityRow,
  ImageProvider,
  ProvidedPrompts,
  ProvidedText,
  ProviderCall,
  RequestOf,
} from './port.ts';

/** How an operator has set up one engine. */
export interface ProviderSettings {
  readonly id: ProviderId;
  readonly baseUrl: URL;
  /** What opens the door; null where it is open. */
  readonly key: string | null;
  readonly model: string | null;
  /** The operator has said that the host may be in a private network. */
  readonly mayBePrivate: boolean;
  readonly concurrency: number;
  readonly perMinute: number | null;
  /** Of one picture, from the call to its last byte. */
  readonly timeoutMs: number;
  /** Of ComfyUI: a folder with workflows that take the place of ours; null: ours. */
  readonly workflowsFolder: string | null;
}

/** Bytes of a picture as they came; checked by whoever called the handler. */
interface RawPicture {
  readonly picture: Uint8Array;
}
export type RawAnswerOf<Name extends Capability> = Name extends 'describe'
  ? ProvidedText
  : Name extends 'prompt-assist'
    ? ProvidedPrompts
    : RawPicture;

export type Handlers = {
  readonly [Name in Capability]?: (
    request: RequestOf<Name>,
    call: ProviderCall,
  ) => Promise<RawAnswerOf<Name>>;
};

interface Adapter {
  readonly settings: ProviderSettings;
  readonly name: string;
  readonly http: ProviderHttp;
  readonly handlers: Handlers;
  readonly checkHealth: (signal: AbortSignal) => Promise<void>;
}

/** A health check is no reason to wait. */
export const HEALTH_TIMEOUT_MS = 4_000;

/** Many speak OpenAI's language: who it is, is said by the address. */
export function nameOfHost({ baseUrl, mayBePrivate }: ProviderSettings, nameOfOwn: string): string {
  if (baseUrl.hostname === 'api.openai.com') return 'OpenAI';
  return mayBePrivate ? nameOfOwn : baseUrl.hostname;
}

/** HTTP under a provider's settings. */
export const httpOf = (
  settings: ProviderSettings,
  waiting: Waiting,
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

/** Makes a provider of an adapter: its rows, its limits, and answers that are checked before they count. */
export function providerOf({ settings, name, http, handlers, checkHealth }: Adapter): ImageProvider {
  const rows = CAPABILITIES[settings.id].map((row): CapabilityRow =>
    // Whoever runs the server pays for the current alone, whatever it speaks.
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
    ): Promise<AnswerOf<Name>> {
      const handler = handlers[request.capability];
      const row = rowOf({ rows }, request.capability);
      if (handler === undefined || row === undefined) {
        throw http.failure('ENGINE_REJECTED', `${request.capability} is not among what it does`);
      }
      const check = (answer: RawAnswerOf<Name>): AnswerOf<Name> => {
        if (!('picture' in answer)) return answer as unknown as AnswerOf<Name>;
        try {
          return checkedPicture(answer.picture, expectedSize(request, row)) as AnswerOf<Name>;
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

/** A picture in base64, perhaps as a data URL. */
export const fromBase64 = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64'));

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
