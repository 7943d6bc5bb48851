// @vitest-environment happy-dom
import type { ApiKey } from '@packshot/contract/api/keys';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { stubServer } from '../../../testing/browser-doubles.ts';
import type { SentRequest } from '../../../testing/browser-doubles.ts';
import { button, pageInDocument, press, textOfPage, typeInto } from '../../../testing/page-in-document.ts';
import ApiKeys from './api-keys.tsx';

const render = pageInDocument();
const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
const SECRET = `pk_live_${'a'.repeat(36)}`;

const key = (fields: Partial<ApiKey> = {}): ApiKey => ({
  id: ID,
  name: 'Shop import',
  mode: 'live',
  starts_with: 'pk_live_aaaa',
  scopes: ['images:read', 'jobs:run'],
  addresses: [],
  monthly_ceiling: null,
  spent_this_month: 0,
  expires_at: null,
  last_used_at: null,
  rotated_until: null,
  created_at: '2026-11-20T10:00:00.000Z',
  member: { user_id: ID, name: 'Ann Smith', is_you: true },
  ...fields,
});

let keys: ApiKey[];
let requests: SentRequest[];

/** Renders the section with these keys; the stub server answers changes with the first key. */
async function show(...shownKeys: readonly ApiKey[]): Promise<void> {
  keys = [...shownKeys];
  const fresh = () => Response.json({ data: { ...key(), ...keys[0], secret: SECRET } });
  requests = stubServer({
    'rotate/': fresh,
    [`api-keys/${ID}/`]: ({ init }) => {
      if (init.method !== 'DELETE') return Response.json({ data: keys[0] });
      keys = [];
      return new Response(null, { status: 204 });
    },
    'api-keys/': ({ init }) => {
      if (init.method !== 'POST') return Response.json({ data: keys });
      keys = [key()];
      return fresh();
    },
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: ApiKeys }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await render(<RouterProvider router={router} />);
  await vi.waitFor(() => expect(button('New key')).toBeDefined());
}

function lastBody(): unknown {
  const body = requests.findLast(({ init }) => init.body)?.init.body;
  return typeof body === 'string' ? JSON.parse(body) : null;
}

describe('the API key list', () => {
  it('creates a key with the chosen settings, and shows it once with an example call', async () => {
    await show();
    expect(textOfPage()).toContain('A test key costs nothing.');
    await press('New key');
    await act(async () => document.querySelector<HTMLInputElement>('input[value=live]')?.click());
    await press('Create key');
    expect(textOfPage()).toContain('Please use 1 to 60 characters.');
    await typeInto('Name', 'Shop import');
    await typeInto('Monthly credit limit', '50');
    await typeInto('Allowed IP addresses', '203.0.113.7\nnowhere');
    await press('Create key');
    expect(textOfPage()).toContain('Please enter an IP address or a network like 203.0.113.0/24.');
    await typeInto('Allowed IP addresses', '203.0.113.7\n2001:db8::/32');
    await press('Create key');
    await vi.waitFor(() => expect(textOfPage()).toContain('Copy the key “Shop import” now'));
    expect(lastBody()).toMatchObject({
      name: 'Shop import',
      mode: 'live',
      addresses: ['203.0.113.7', '2001:db8::/32'],
      monthly_ceiling: 50,
      expires_at: null,
    });
    const shownTexts = [...document.querySelectorAll('textarea')].map(({ value }) => value);
    expect(shownTexts).toEqual([
      SECRET,
      `curl ${location.origin}/v1/cutouts -H "Authorization: Bearer ${SECRET}" -F image=@photo.jpg -o cutout.png`,
    ]);
    await press('I’ve copied it');
    expect(textOfPage()).toContain('Shop import');
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it.each([
    ['the first key is a free test key', [], 'test'],
    ['a further key spends credits', [key({ name: 'Till' })], 'live'],
  ] as const)('selects the mode of a new key: %s', async (_name, had, mode) => {
    await show(...had);
    await press('New key');
    await typeInto('Name', 'Shop import');
    await press('Create key');
    await vi.waitFor(() => expect(textOfPage()).toContain('now'));
    expect(lastBody()).toMatchObject({ mode });
  });

  it('shows scopes and usage of a key, and edits it without losing the expiry', async () => {
    const used = { last_used_at: '2026-11-22T10:00:00.000Z', expires_at: '2126-12-01T10:00:00.000Z' };
    await show(key({ ...used, monthly_ceiling: 50, spent_this_month: 3, addresses: ['203.0.113.7'] }));
    expect(textOfPage()).toContain('pk_live_aaaa…');
    expect(textOfPage()).toContain('From 203.0.113.7');
    expect(textOfPage()).toMatch(/Last used Nov 22, 2026.*Expires Dec 1, 2126/);
    expect(document.querySelector('[role=meter]')?.getAttribute('aria-valuetext')).toBe('3 of 50 spent');
    await press('Edit Shop import');
    await typeInto('Name', 'Till');
    await press('Save');
    await vi.waitFor(() => expect(button('Save')).toBeUndefined());
    expect(lastBody()).toEqual({
      name: 'Till',
      scopes: ['images:read', 'jobs:run'],
      addresses: ['203.0.113.7'],
      monthly_ceiling: 50,
    });
  });

  it('rotates and revokes a key only after a confirmation', async () => {
    await show(key({ scopes: ['images:read'] }));
    await press('Rotate Shop import');
    expect(textOfPage()).toContain('works for 24 more hours');
    await press('Cancel');
    expect(requests.some(({ url }) => url.includes('rotate'))).toBe(false);
    await press('Rotate Shop import');
    await press('Rotate key');
    await vi.waitFor(() => expect(textOfPage()).toContain('Copy the key'));
    // The page shows no sample command, because the key lacks the scope for cut-outs.
    expect(textOfPage()).not.toContain('Try it');
    await press('I’ve copied it');
    await press('Revoke Shop import');
    expect(textOfPage()).toContain('This can’t be undone.');
    await press('Revoke key');
    await vi.waitFor(() => expect(button('Revoke Shop import')).toBeUndefined());
    expect(requests.filter(({ init }) => init.method === 'DELETE')).toHaveLength(1);
  });

  it('offers only to revoke keys of other members', async () => {
    await show(key({ member: { user_id: ID, name: 'Bob Stone', is_you: false } }));
    expect(textOfPage()).toContain('Bob Stone');
    expect(['Edit', 'Rotate', 'Revoke'].map((each) => button(`${each} Shop import`) !== undefined)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
