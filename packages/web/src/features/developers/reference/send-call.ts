import { keepBytes } from '../../../lib/files/chosen-file.ts';
import type { Operation } from './document.ts';

/** User's input in the form that sends a call. Empty texts aren't sent. */
export interface TryItInput {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, File>>;
}

export interface CallOutcome {
  readonly status: number;
  readonly durationMs: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Object URL of the picture in the response; null if the response isn't a picture. */
  readonly pictureAddress: string | null;
  readonly text: string | null;
}

/** Kind of an API key; a `live` key would spend credits. */
export type KeyKind = 'test' | 'live' | 'other';

export function kindOfKey(key: string): KeyKind {
  if (key.startsWith('pk_test_')) return 'test';
  return key.startsWith('pk_live_') ? 'live' : 'other';
}

/** Names of response headers that the page shows. */
const SHOWN =
  /^(content-type|content-length|location|retry-after|x-request-id|packshot-|ratelimit|idempotency-)/;

/** Sends a call of the public API from this page to this installation. */
export async function sendCall(
  operation: Operation,
  { key, values, files }: TryItInput,
): Promise<CallOutcome> {
  const sentEntries = Object.entries(values).filter(([, value]) => value !== '');
  const findParameterPlace = (name: string) =>
    operation.parameters.find((parameter) => parameter.name === name)?.in;
  const address = new URL(
    operation.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    ),
    location.origin,
  );
  const headers = new Headers({ 'x-api-key': key });
  const form = new FormData();
  for (const [name, value] of sentEntries) {
    const place = findParameterPlace(name);
    if (place === 'query') address.searchParams.set(name, value);
    else if (place === 'header') headers.set(name, value);
    else if (place === undefined) form.set(name, value);
  }
  for (const [name, file] of Object.entries(files)) form.set(name, await keepBytes(file));
  const begun = performance.now();
  const answer = await fetch(address.href, {
    method: operation.method,
    headers,
    ...(operation.requestBody !== undefined && { body: form }),
  });
  const isPicture = (answer.headers.get('content-type') ?? '').startsWith('image/');
  const body = await answer.blob();
  return {
    status: answer.status,
    durationMs: Math.round(performance.now() - begun),
    headers: [...answer.headers].filter(([name]) => SHOWN.test(name)),
    pictureAddress: isPicture ? URL.createObjectURL(body) : null,
    text: isPicture ? null : readable(await body.text()),
  };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
