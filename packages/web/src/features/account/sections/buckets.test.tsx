// @vitest-environment happy-dom
import type { Bucket } from '@packshot/contract/buckets/buckets';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { stubServer } from '../../../testing/browser-doubles.ts';
import type { SentRequest } from '../../../testing/browser-doubles.ts';
import { button, pageInDocument, press, textOfPage, typeInto } from '../../../testing/page-in-document.ts';
import Buckets from './buckets.tsx';

const render = pageInDocument();
const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
const SECRET = 'wJalrXUtnFEMI/K7MDENG';
const AT = '2026-11-20T10:00:00.000Z';

const bucket = (part: Partial<Bucket> = {}): Bucket => ({
  id: ID,
  name: 'Shop photos',
  endpoint: null,
  region: 'eu-central-1',
  bucket: 'shop-photos',
  folder: 'autumn',
  access_key_id: 'AKIAEXAMPLE',
  path_style: false,
  may_read: true,
  may_write: true,
  open_runs: 0,
  created_at: AT,
  tried_at: AT,
  problem: null,
  ...part,
});

let buckets: Bucket[];
let requests: SentRequest[];

async function show(
  shownBuckets: readonly Bucket[],
  {
    canManage = true,
    tried = bucket(),
    refusal,
  }: { canManage?: boolean; tried?: Bucket; refusal?: Response } = {},
): Promise<void> {
  buckets = [...shownBuckets];
  requests = stubServer({
    'try/': () => {
      buckets = [tried];
      return Response.json({ data: tried });
    },
    [`buckets/${ID}/`]: ({ init }) => {
      if (init.method !== 'DELETE') return Response.json({ data: bucket() });
      buckets = [];
      return new Response(null, { status: 204 });
    },
    'buckets/': ({ init }) => {
      if (init.method !== 'POST') return Response.json({ data: buckets, can_manage: canManage });
      if (refusal) return refusal;
      buckets = [bucket({ tried_at: null })];
      return Response.json({ data: buckets[0] }, { status: 201 });
    },
  });
  await render(<Buckets />);
  await vi.waitFor(() => expect(textOfPage()).not.toBe(''));
}

const lastBody = () => JSON.parse(requests.findLast(({ init }) => init.body)?.init.body as string) as unknown;
const tick = (label: string): Promise<void> =>
  act(async () => document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)?.click());
const choose = (value: string): Promise<void> =>
  act(async () => document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click());

async function fillIn(): Promise<void> {
  await press('Connect a bucket');
  await typeInto('Name', 'Shop photos');
  await typeInto('Bucket', 'shop-photos');
  await typeInto('Folder', '/autumn/');
  await typeInto('Access key', 'AKIAEXAMPLE');
  await typeInto('Secret', SECRET);
}

describe('the bucket list', () => {
  it('connects a bucket with the entered values, and tests it at once', async () => {
    await show([], { tried: bucket() });
    expect(textOfPage()).toContain('Import photos from and deliver files to Amazon S3');
    await fillIn();
    expect(document.querySelector('[aria-label="Show secret"]')).not.toBeNull();
    await press('Connect');
    await vi.waitFor(() => expect(textOfPage()).toContain('Works'));
    expect(lastBody()).toEqual({
      name: 'Shop photos',
      endpoint: null,
      region: 'us-east-1',
      bucket: 'shop-photos',
      folder: 'autumn',
      access_key_id: 'AKIAEXAMPLE',
      secret_access_key: SECRET,
      path_style: false,
      may_read: true,
      may_write: true,
    });
    expect(requests.some(({ url }) => url.includes(`${ID}/try/`))).toBe(true);
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('shows field errors before anything is sent', async () => {
    await show([]);
    await press('Connect a bucket');
    await choose('elsewhere');
    await typeInto('Server', 'https://s3.example.com/path');
    await typeInto('Bucket', 'No Bucket');
    await tick('Import photos');
    await tick('Deliver files');
    await press('Connect');
    for (const words of [
      'Please enter a URL like https://s3.example.com, without a path',
      'A bucket name has 3 to 63 lowercase letters',
      'Please enter the secret',
    ])
      expect(textOfPage()).toContain(words);
    expect(requests.some(({ init }) => init.method === 'POST')).toBe(false);
  });

  it('shows an error that only the server can find at its field', async () => {
    const message = 'This URL isn’t on the public internet.';
    await show([], {
      refusal: Response.json(
        { code: 'BAD_REQUEST', message: 'Bad', detail: { fields: [{ field: 'endpoint', message }] } },
        { status: 400 },
      ),
    });
    await fillIn();
    await choose('elsewhere');
    await typeInto('Server', 'https://10.0.0.7');
    await press('Connect');
    await vi.waitFor(() => expect(textOfPage()).toContain(message));
    expect(button('Connect')).toBeDefined();
  });

  it('shows why a bucket fails, and keeps its secret when it is edited', async () => {
    const problem = {
      code: 'BUCKET_SECRET_WRONG',
      message: 'The secret doesn’t match this access key.',
    } as const;
    await show([bucket({ problem })]);
    expect(textOfPage()).toContain('Failing');
    expect(textOfPage()).toContain(problem.message);
    await press('Edit: Shop photos');
    expect(textOfPage()).toContain('Leave empty to keep the current secret.');
    await typeInto('Name', 'Till');
    await press('Save');
    await vi.waitFor(() => expect(textOfPage()).toContain('Works'));
    expect(lastBody()).toMatchObject({ name: 'Till', bucket: 'shop-photos' });
    expect(lastBody()).not.toHaveProperty('secret_access_key');
  });

  it('disconnects a bucket after a confirmation', async () => {
    await show([bucket()]);
    await press('Disconnect: Shop photos');
    expect(textOfPage()).toContain('The bucket’s contents stay.');
    await press('Disconnect');
    await vi.waitFor(() =>
      expect(textOfPage()).toContain('Import photos from and deliver files to Amazon S3'),
    );
    expect(requests.some(({ init }) => init.method === 'DELETE')).toBe(true);
  });

  it('shows members the buckets without actions', async () => {
    await show([bucket({ access_key_id: null })], { canManage: false });
    expect(textOfPage()).toContain('s3://shop-photos/autumn');
    expect(button('Connect a bucket')).toBeUndefined();
    expect(button('Try it: Shop photos')).toBeUndefined();
  });
});
