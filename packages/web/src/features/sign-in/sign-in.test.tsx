// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSession } from '../../lib/session/session-store.ts';
import { initialGlobalState, useGlobalState } from '../../lib/state/global-state.ts';
import { setNavigator } from '../../lib/state/navigation.ts';
import { guestSession, stubServer } from '../../testing/browser-doubles.ts';
import type { SentRequest } from '../../testing/browser-doubles.ts';
import SignInPage from './sign-in.tsx';
import SignUpPage from './sign-up.tsx';

const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message }, { status, headers });
const wrong = () => refusal(401, 'WRONG_CREDENTIALS', ACCOUNT_MESSAGES.wrongCredentials);
const tokenRefused = () => refusal(401, 'UNAUTHENTICATED', 'No.');
const refreshAnswer = () => Response.json({ access: 'newer', refresh: 'newer-refresh' });
const signedIn = () => {
  const session = guestSession('member', 'member-refresh');
  return Response.json({ data: { ...session, info: { user: { ...session.info.user, is_guest: false } } } });
};
const callsTo = (requests: readonly SentRequest[], part: string) =>
  requests.filter(({ url }) => url.includes(part));

let root: Root;
let visited: string[];
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
  const { info } = guestSession();
  localStorage.setItem('token', 'guest');
  localStorage.setItem('refresh_token', 'guest-refresh');
  localStorage.setItem('current_user', JSON.stringify({ user: info.user }));
  useGlobalState.setState(initialGlobalState(), true);
  visited = [];
  setNavigator((path) => visited.push(path));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function open(Page: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<RouterProvider router={router as never} />));
}

async function fill(values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (field === null) throw new Error(`No field ${name}`);
    // Sets the value without React, which would ignore a value that it has already recorded.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })));
  }
}

async function submit() {
  const form = document.querySelector('form');
  await act(async () => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
}

const toast = () => {
  const { showToast, toastType, toastMessage } = useGlobalState.getState();
  return showToast ? [toastType, toastMessage] : null;
};
const readPageText = () => document.body.textContent;
const markSession = () =>
  [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')].map(({ name }) => name);

describe('signing in', () => {
  const signIn = async () => {
    await fill({ email: 'ann@shop.example', password: 'wrongpass1' });
    await submit();
  };

  it('signing in sends a wrong password once, keeps the guest’s session, and shows one message', async () => {
    const requests = stubServer({ '/login/refresh/': refreshAnswer, '/login/': wrong });
    await open(SignInPage);
    await signIn();
    await vi.waitFor(() => expect(toast()).toEqual(['error', ACCOUNT_MESSAGES.wrongCredentials]));
    expect(callsTo(requests, '/login/')).toHaveLength(1);
    expect(localStorage.getItem('refresh_token')).toBe('guest-refresh');
    expect(markSession()).toEqual(['password']);
    expect(readPageText()).toContain(ACCOUNT_MESSAGES.checkAddressAndPassword);
    expect(readPageText()).not.toContain(ACCOUNT_MESSAGES.wrongCredentials);
    expect(visited).toEqual([]);
  });

  it('signing in as a guest with an expired access token renews the token and tries again', async () => {
    const requests = stubServer({
      '/login/refresh/': refreshAnswer,
      '/login/': ({ headers }) =>
        headers.get('authorization') === 'Bearer newer' ? signedIn() : tokenRefused(),
    });
    await open(SignInPage);
    await signIn();
    await vi.waitFor(() => expect(visited).toContain('/studio'));
    expect(callsTo(requests, '/login/').map(({ url }) => url.split('/').at(-2))).toEqual([
      'login',
      'refresh',
      'login',
    ]);
    expect(localStorage.getItem('token')).toBe('member');
  });

  it('signing in continues when the guest session has ended, and doesn’t send the user home', async () => {
    const requests = stubServer({
      '/login/refresh/': () => refusal(401, 'SESSION_EXPIRED', 'Over.'),
      '/login/': ({ headers }) => (headers.has('authorization') ? tokenRefused() : wrong()),
    });
    await open(SignInPage);
    await signIn();
    await vi.waitFor(() => expect(toast()).toEqual(['error', ACCOUNT_MESSAGES.wrongCredentials]));
    expect(callsTo(requests, '/login/')).toHaveLength(3);
    expect(visited).toEqual([]);
  });

  it('too many attempts show how long to wait, and when to try again', async () => {
    stubServer({ '/login/': () => refusal(429, 'TOO_MANY_REQUESTS', 'Wait.', { 'retry-after': '701' }) });
    await open(SignInPage);
    await signIn();
    await vi.waitFor(() =>
      expect(toast()).toEqual(['error', 'Too many requests. Please try again in 12 minutes.']),
    );
    expect(readPageText()).toMatch(/You can try again at \d{1,2}:\d{2}/);
  });

  it('signing in proves that this browser is known, and solves the captcha of an account under attack', async () => {
    const proof = `${'d'.repeat(22)}.1795000000000.${'s'.repeat(43)}`;
    localStorage.setItem('knownDevice', JSON.stringify([proof]));
    const puzzle = {
      algorithm: 'SHA-256',
      challenge: createHash('sha256').update('salt0').digest('hex'),
      maxnumber: 1,
      salt: 'salt',
      signature: 's',
    };
    const requests = stubServer({
      'captcha-challenge': () => Response.json(puzzle),
      '/login/': ({ headers }) =>
        headers.has('x-captcha') ? signedIn() : refusal(428, 'CAPTCHA_REQUIRED', 'Solve.'),
    });
    await open(SignInPage);
    await signIn();
    await vi.waitFor(() => expect(visited).toContain('/studio'));
    expect(JSON.parse(callsTo(requests, '/login/')[0]?.init.body as string)).toMatchObject({
      device_tokens: [proof],
    });
  });
});

describe('signing up', () => {
  const signUp = async () => {
    await fill({
      email: 'ann@shop.example',
      password: 'password1',
      first_name: 'Ann',
      last_name: 'Lee',
      company_name: '',
    });
    await submit();
  };

  it('signing up tells the server the page’s language, in which the first mail comes', async () => {
    const requests = stubServer({
      'captcha-challenge': () => new Response(null, { status: 404 }),
      'fast-register': () => refusal(409, 'EMAIL_TAKEN', ACCOUNT_MESSAGES.emailTaken),
    });
    await open(SignUpPage);
    expect(readPageText()).toContain('20 generations and 5 downloads free, once your address is confirmed');
    await signUp();
    await vi.waitFor(() => expect(callsTo(requests, 'fast-register')).toHaveLength(1));
    const [call] = callsTo(requests, 'fast-register');
    expect(JSON.parse(call?.init.body as string)).toMatchObject({ language: 'en' });
  });

  it('signing up shows a refusal as an error toast, and marks the field', async () => {
    stubServer({
      'captcha-challenge': () => new Response(null, { status: 404 }),
      'fast-register': () => refusal(409, 'EMAIL_TAKEN', ACCOUNT_MESSAGES.emailTaken),
    });
    await open(SignUpPage);
    await signUp();
    await vi.waitFor(() => expect(toast()).toEqual(['error', ACCOUNT_MESSAGES.emailTaken]));
    expect(markSession()).toEqual(['email']);
    expect(readPageText()).toContain(ACCOUNT_MESSAGES.addressInUse);
  });

  it('signing up shows the server’s message about a field beside it', async () => {
    const fields = [{ field: 'password', message: ACCOUNT_MESSAGES.passwordTooCommon }];
    stubServer({
      'captcha-challenge': () => new Response(null, { status: 404 }),
      'fast-register': () =>
        Response.json({ code: 'BAD_REQUEST', message: 'Bad.', detail: { fields } }, { status: 400 }),
    });
    await open(SignUpPage);
    await signUp();
    await vi.waitFor(() => expect(toast()).toEqual(['error', ACCOUNT_MESSAGES.correctWhatIsMarked]));
    expect(markSession()).toEqual(['password']);
    expect(readPageText()).toContain(ACCOUNT_MESSAGES.passwordTooCommon);
  });

  it('signing up waits for the guest session to start, so that its generations are kept', async () => {
    await forgetSession();
    const guest = Promise.withResolvers<Response>();
    const requests = stubServer({
      'captcha-challenge': () => new Response(null, { status: 404 }),
      'fast-register': () => refusal(409, 'EMAIL_TAKEN', ACCOUNT_MESSAGES.emailTaken),
      'guest-session': () => guest.promise,
    });
    await open(SignUpPage);
    await signUp();
    await vi.waitFor(() => expect(callsTo(requests, 'guest-session')).toHaveLength(1));
    expect(callsTo(requests, 'fast-register')).toEqual([]);
    guest.resolve(Response.json({ data: guestSession('guest', 'guest-refresh') }));
    await vi.waitFor(() => expect(callsTo(requests, 'fast-register')).toHaveLength(1));
    expect(callsTo(requests, 'fast-register')[0]?.headers.get('authorization')).toBe('Bearer guest');
  });
});

it('a new password field states its rules to Safari and to users', async () => {
  stubServer({});
  await open(SignUpPage);
  const field = document.querySelector('input[name="password"]');
  expect(field?.getAttribute('passwordrules')).toContain('allowed: upper, [@$!%*?&];');
  expect(document.body.textContent).toContain('Also allowed: @ $ ! % * ? &.');
});
