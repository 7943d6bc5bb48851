import { sha256 } from '@noble/hashes/sha2.js';
import { GOOGLE_SCOPES } from '@packshot/contract/accounts/schemas';
import type { SignInOptions, SocialRequest } from '@packshot/contract/accounts/schemas';
import { MESSAGES } from '@packshot/contract/messages';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { ROUTES } from '@packshot/contract/routes';
import { getErrorMessage, request } from '../api/api-client.ts';
import { completeSignIn, failSignIn } from './sign-in.ts';
import {
  onStoredByOtherTab,
  readStored,
  readStoredJson,
  removeStored,
  writeStored,
} from '../state/storage.ts';

type GoogleSignInOptions = NonNullable<SignInOptions['google']>;

/** Sign-in that was started at Google and from which the user hasn't returned yet. */
interface Departure {
  /** Random text that Google returns unchanged, so that an attacker can't inject a token. */
  readonly state: string;
  readonly verifier: string;
  readonly isPopup: boolean;
  readonly startedAtMs: number;
}

const POPUP_FEATURES = 'popup,width=480,height=640';
/** Time in milliseconds for which a started sign-in is valid; longer than users spend on a consent page. */
const DEPARTURE_TTL_MS = 15 * 60_000;

/** Opens Google's sign-in page in a popup, or in this window if the browser blocks popups. */
export function startGoogleSignIn(options: GoogleSignInOptions): void {
  const departure = { state: randomText(), verifier: randomText(), startedAtMs: Date.now() };
  const url = authorizationUrl(options, departure.state, departure.verifier);
  const popup = globalThis.open(url, 'packshot-google', POPUP_FEATURES);
  writeStored(STORAGE_KEYS.socialSignIn, JSON.stringify({ ...departure, isPopup: popup !== null }));
  if (popup === null) location.assign(url);
  else listenForFailure();
}

let stopListening: (() => void) | null = null;

/** Shows the failure of a sign-in popup on the page that opened it. A success reaches pages through the storage. */
function listenForFailure(): void {
  stopListening?.();
  stopListening = onStoredByOtherTab((key) => {
    const message = key === STORAGE_KEYS.loginFailure ? readStored(key) : null;
    if (message === null) return;
    stopListening?.();
    removeStored(STORAGE_KEYS.loginFailure);
    failSignIn(message);
  });
}

function authorizationUrl(options: GoogleSignInOptions, state: string, verifier: string): string {
  const url = new URL(options.authorization_url);
  const parameters = {
    client_id: options.client_id,
    redirect_uri: redirectUri(),
    scope: GOOGLE_SCOPES.join(' '),
    state,
    prompt: 'select_account',
    ...(options.flow === 'implicit'
      ? { response_type: 'token' }
      : { response_type: 'code', code_challenge_method: 'S256', code_challenge: toCodeChallenge(verifier) }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const redirectUri = (): string => location.origin + ROUTES.signIn;

/** Reads the parameters with which Google returns the user; null for any other address. */
export function readGoogleReturn(): URLSearchParams | null {
  const returned = new URLSearchParams(location.hash.slice(1) || location.search);
  const isReturn =
    returned.has('state') && ['access_token', 'code', 'error'].some((name) => returned.has(name));
  return isReturn ? returned : null;
}

/** Completes the sign-in from which the user has returned with these parameters. */
export async function finishGoogleSignIn(returned: URLSearchParams): Promise<void> {
  const departure = takeDeparture();
  const proof =
    departure !== null && departure.state === returned.get('state') ? proofIn(returned, departure) : null;
  const after = { isPopup: departure?.isPopup === true };
  if (proof === null) return failSignIn(MESSAGES.unableToVerify, after);
  try {
    await completeSignIn(await request('registerSocial', { body: proof }), after);
  } catch (error) {
    failSignIn(getErrorMessage(error), after);
  }
}

function proofIn(returned: URLSearchParams, { verifier }: Departure): SocialRequest | null {
  const accessToken = returned.get('access_token');
  if (accessToken !== null) return { provider: 'google', access_token: accessToken };
  const code = returned.get('code');
  if (code === null) return null;
  return { provider: 'google', code, code_verifier: verifier, redirect_uri: redirectUri() };
}

function takeDeparture(): Departure | null {
  const stored = readStoredJson(STORAGE_KEYS.socialSignIn) as Departure | null;
  removeStored(STORAGE_KEYS.socialSignIn);
  const isFresh = stored !== null && Date.now() - stored.startedAtMs < DEPARTURE_TTL_MS;
  return isFresh ? stored : null;
}

/** Random text of 256 bits. */
const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** PKCE challenge. Synchronous, because browsers block a window that is opened after awaiting a promise. */
const toCodeChallenge = (verifier: string): string => base64Url(sha256(new TextEncoder().encode(verifier)));

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
