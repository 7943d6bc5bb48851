// @vitest-environment happy-dom
import type { Webhook, WebhookDelivery } from '@packshot/contract/api/webhooks';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubServer } from '../../../testing/browser-doubles.ts';
import type { SentRequest } from '../../../testing/browser-doubles.ts';
import { button, pageInDocument, press, textOfPage, typeInto } from '../../../testing/page-in-document.ts';
import Webhooks from './webhooks.tsx';

const render = pageInDocument();
const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
const DELIVERY_ID = '1c0f7f2e-7a55-4c3e-8f35-0d8c6f0e4a77';
const URL_OF_SHOP = 'https://shop.example/hook';
const SECRET = `whsec_${'a'.repeat(43)}=`;
const AT = '2026-11-20T10:00:00.000Z';

const webhook = (fields: Partial<Webhook> = {}): Webhook => ({
  id: ID,
  url: URL_OF_SHOP,
  description: 'Till',
  events: ['job.succeeded'],
  enabled: true,
  disabled_because: null,
  failing_since: null,
  rotated_until: null,
  created_at: AT,
  ...fields,
});

const delivery = (fields: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: DELIVERY_ID,
  event_id: ID,
  type: 'job.succeeded',
  state: 'failed',
  tries: 10,
  created_at: AT,
  last_tried_at: AT,
  next_try_at: null,
  status: 503,
  problem: null,
  answer: 'Closed for today',
  duration_ms: 84,
  body: '{"type":"job.succeeded"}',
  ...fields,
});

let webhooks: Webhook[];
let requests: SentRequest[];
let listed: WebhookDelivery;

async function show(...shownWebhooks: readonly Webhook[]): Promise<void> {
  webhooks = [...shownWebhooks];
  const fresh = () => Response.json({ data: { ...webhook(), ...webhooks[0], secret: SECRET } });
  requests = stubServer({
    'replay/': () =>
      Response.json({ data: delivery({ state: 'pending', tries: 0, next_try_at: AT }) }, { status: 202 }),
    'deliveries/': () => Response.json({ data: [listed], next_cursor: null }),
    'test/': () =>
      Response.json({ data: delivery({ type: 'webhook.test', state: 'succeeded', status: 204, tries: 1 }) }),
    'rotate/': fresh,
    [`webhooks/${ID}/`]: ({ init }) => {
      if (init.method !== 'DELETE') return Response.json({ data: webhooks[0] });
      webhooks = [];
      return new Response(null, { status: 204 });
    },
    'webhooks/': ({ init }) => {
      if (init.method !== 'POST') return Response.json({ data: webhooks });
      webhooks = [webhook()];
      return fresh();
    },
  });
  await render(<Webhooks />);
  await vi.waitFor(() => expect(button('New webhook')).toBeDefined());
}

const lastBody = () => JSON.parse(requests.findLast(({ init }) => init.body)?.init.body as string) as unknown;

beforeEach(() => {
  listed = delivery();
});

describe('the webhook list', () => {
  it('creates a webhook with the chosen settings, and shows its secret once', async () => {
    await show();
    expect(textOfPage()).toContain('We call your URL');
    await press('New webhook');
    await typeInto('URL', 'http://shop.example/hook');
    await press('Create webhook');
    expect(textOfPage()).toContain('Enter a URL that starts with https://');
    await typeInto('URL', URL_OF_SHOP);
    await act(async () =>
      document.querySelector<HTMLInputElement>('[aria-label="A job was stopped"]')?.click(),
    );
    await press('Create webhook');
    await vi.waitFor(() => expect(textOfPage()).toContain('Copy the secret now'));
    expect(lastBody()).toEqual({
      url: URL_OF_SHOP,
      description: '',
      events: ['job.succeeded', 'job.failed', 'catalog.finished', 'catalog.paused', 'catalog.delivered'],
    });
    expect(document.querySelector('textarea')?.value).toBe(SECRET);
    await press('I’ve copied it');
    expect(textOfPage()).toContain(URL_OF_SHOP);
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('shows the problem of a webhook, and enables it again', async () => {
    await show(webhook({ enabled: false, disabled_because: 'gone' }));
    expect(textOfPage()).toContain('410 Gone');
    await press(`Edit: ${URL_OF_SHOP}`);
    await act(async () => document.querySelector<HTMLInputElement>('[aria-label="Enabled"]')?.click());
    await press('Save');
    await vi.waitFor(() => expect(button('Save')).toBeUndefined());
    expect(lastBody()).toMatchObject({ url: URL_OF_SHOP, enabled: true });
  });

  it('shows the answer to a test event', async () => {
    await show(webhook());
    await press(`Send test event: ${URL_OF_SHOP}`);
    await vi.waitFor(() => expect(textOfPage()).toContain('204 in 84 ms'));
  });

  it('explains the waiting deliveries of a disabled webhook', async () => {
    await show(webhook({ enabled: false }));
    listed = delivery({ state: 'pending', tries: 1, next_try_at: AT });
    await press(`Deliveries: ${URL_OF_SHOP}`);
    await vi.waitFor(() => expect(textOfPage()).toContain('next try once the webhook is enabled'));
  });

  it('lists deliveries, and sends them again', async () => {
    await show(webhook());
    await press(`Deliveries: ${URL_OF_SHOP}`);
    await vi.waitFor(() => expect(textOfPage()).toContain('503 in 84 ms · 10 tries'));
    expect(textOfPage()).toContain('Closed for today');
    const again = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Resend');
    await act(async () => again?.click());
    await vi.waitFor(() => expect(textOfPage()).toContain('Pending'));
    expect(requests.at(-1)?.url).toContain(`${DELIVERY_ID}/replay/`);
  });

  it('deletes a webhook and rotates its secret only after a confirmation', async () => {
    await show(webhook());
    await press(`Rotate secret: ${URL_OF_SHOP}`);
    expect(textOfPage()).toContain('signed with both');
    await press('Rotate secret');
    await vi.waitFor(() => expect(textOfPage()).toContain('Copy the secret now'));
    await press('I’ve copied it');
    await press(`Delete: ${URL_OF_SHOP}`);
    await press('Delete webhook');
    await vi.waitFor(() => expect(textOfPage()).toContain('We call your URL'));
    expect(requests.filter(({ init }) => init.method === 'DELETE')).toHaveLength(1);
  });

  it('isn’t available to members', async () => {
    stubServer({
      'webhooks/': () => Response.json({ code: 'FORBIDDEN', message: 'No.' }, { status: 403 }),
    });
    await render(<Webhooks />);
    await vi.waitFor(() => expect(textOfPage()).toContain('Owners and admins of your organization'));
    expect(button('New webhook')).toBeUndefined();
  });
});
