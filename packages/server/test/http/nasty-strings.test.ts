import { ENDPOINTS, errorBodySchema, TOOL_IDS } from '@packshot/contract';
import type { Session } from '@packshot/contract';
import type { LightMyRequestResponse } from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../../src/platform/mail/smtp-mailer.ts';
import {
  endpointsWithFields,
  listFields,
  parsedValue,
  withValue,
} from '../../src/testing/contract-fields.ts';
import type { ContractField } from '../../src/testing/contract-fields.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { NASTY_STRINGS } from '../../src/testing/nasty-strings.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { ApiRequest, TestApi } from '../../src/testing/test-api.ts';
import { REFERENCE_ID } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

const AT_ONCE = 8;
const LINK_TOKEN = 'A'.repeat(43);
/**
 * Valid values for fields whose schema alone doesn't suffice to create one. Storage keys are filled in after an
 * upload.
 */
const EXAMPLES: Record<string, unknown> = {
  email: 'nasty@shop.example',
  password: 'rightpass1',
  first_name: 'Ann',
  last_name: 'Smith',
  access_token: LINK_TOKEN,
  token: LINK_TOKEN,
  code_verifier: 'v'.repeat(43),
  redirect_uri: 'https://studio.example/sign-in',
  object_name: '123456789012.png',
  image_s3: 'uploads/nobody/photo.png',
  mask_s3: 'uploads/nobody/photo.png',
  matte_s3: 'uploads/nobody/photo.png',
  reference_s3: 'uploads/nobody/photo.png',
  reference_id: REFERENCE_ID,
  key: 'uploads/nobody/photo.png',
  standard_output_image_url_key: 'uploads/nobody/photo.png',
  input_image_url_key: 'uploads/nobody/photo.png',
  input_mask_image_url_key: 'uploads/nobody/photo.png',
  reference_image_url_key: 'uploads/nobody/photo.png',
  thumb_url_key: 'uploads/nobody/photo.png',
  feature_type: '6',
  tool_type: String(TOOL_IDS.bgRemove),
  'palette[]': '#c0ffee',
  'device_tokens[]': `${'d'.repeat(22)}.1.${'s'.repeat(43)}`,
  settings: '{}',
  // Field omitted, because a result is saved only once, whatever the other fields are. The record's other keys behave
  // the same.
  output_image_url_key: undefined,
  value: '2',
  count: '2',
  aspect_ratio: '1',
  seed: '1',
  strength: '0.5',
  expires_at: '2100-01-01T00:00:00Z',
  'addresses[]': '2001:db8::/32',
  url: 'https://shop.example/hook',
  endpoint: 'https://s3.example.com',
  region: 'eu-central-1',
  bucket: 'shop-photos',
  access_key_id: 'AKIAEXAMPLE',
  secret_access_key: 'secret',
  plan_id: 'lite-month',
  term: 'month',
  page: '1',
  per_page: '20',
  palette: '["#c0ffee"]',
  lamps: '{"key":{"level":0.5,"warmth":0}}',
  part_colors: '{"wall":"#c0ffee"}',
  color: '#c0ffee',
  // Value of each key of an object with any keys, such as the colors of parts.
  word: '#c0ffee',
  product_colors: '["#c0ffee"]',
  placement: '{"centerX":0.5,"centerY":0.5,"width":0.4,"rotationDeg":0,"isFlipped":false}',
  beside:
    '[{"image_s3":"uploads/nobody/photo.png","placement":{"centerX":0.5,"centerY":0.5,"width":0.4,"rotationDeg":0,"isFlipped":false}}]',
  view: '{"pose":"stands","elevationDeg":10}',
  light_match: '40',
  larger_side: '2048',
  drawn_from: '[{"key":"uploads/nobody/photo.png","matrix":[1,0,0,1,0,0]}]',
  ground: '#c0ffee',
  product_scale: 'table',
  recipe: JSON.stringify(PLAIN_RECIPE),
  name_pattern: '{sku}_{channel}.{ext}',
  image_key: 'uploads/nobody/photo.png',
  row: '1',
  mapping: '{"sku":0,"variant":null,"slot":null,"file":1,"url":null,"own":[]}',
  // Field omitted, because an unreadable value has its own error message.
  look: undefined,
  surroundings: '{"light":null,"groundLine":0.4,"warmth":0,"brightness":null}',
  shadow: '{"kind":"contact","directionDeg":null,"softness":null,"opacity":1}',
};
let api: TestApi;
let worker: TestWorker;
let access: string;
let requests = 0;

beforeAll(async () => {
  api = await startTestApi({
    allowances: { memberGenerations: 10_000 },
    tracking: { hosts: ['studio.example'], internal_domains: [] },
  });
  const body = { email: 'ann@shop.example', password: 'rightpass1', first_name: 'Ann', last_name: 'Smith' };
  const session = await api.data<Session>('register', { body });
  access = session.access;
  // Confirms the mail address, which adds the credits that a prompt needs to be accepted and stored.
  await api.deliverMails();
  const token = /#verify-email=([\w-]{43})/.exec(api.services.mails.at(-1)?.text ?? '')?.[1];
  await api.data('verifyEmail', { body: { token } });
  const key = await api.services.upload(await api.services.sessions.authenticate(access));
  for (const name of Object.keys(EXAMPLES)) if (/_s3$|_url_key$|^key$/.test(name)) EXAMPLES[name] &&= key;
  // Starts a worker that ends each task immediately, because some responses are streams that would otherwise stay open.
  worker = await startTestWorker(
    api.services,
    fakeEngine(async () => FAKE_RESULT),
    { concurrency: 4 },
  );
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});

/** Returns the request as a browser sends it: forms are encoded, JSON is unchanged. */
function asSent(field: ContractField, request: Record<'params' | 'query' | 'input', unknown>): ApiRequest {
  requests += 1;
  const isForm = ENDPOINTS[field.endpoint].body === 'form';
  const texts = (part: unknown) => (part ?? {}) as Record<string, string>;
  return {
    access,
    // Each request has another network address, to avoid the limits per address.
    ip: `198.51.${100 + Math.floor(requests / 250)}.${requests % 250}`,
    params: Object.fromEntries(
      Object.entries(texts(request.params)).map(([name, text]) => [name, inPath(text)]),
    ),
    query: Object.fromEntries(new URLSearchParams(texts(request.query))),
    headers: {
      accept: 'application/json',
      ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(request.input !== undefined && {
      body: isForm ? new URLSearchParams(texts(request.input)).toString() : request.input,
    }),
  };
}

/** Encodes a value for a path segment; an empty value becomes a null character. */
const inPath = (value: string | number) => encodeURIComponent(String(value).toWellFormed()) || '%00';

async function storedTexts(): Promise<Set<string>> {
  const { rows: tables } = await api.services.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const { rows } = await api.services.pool.query<{ row: unknown }>(
    tables.map(({ name }) => `select to_jsonb(t) as row from ${name} t`).join(' union all '),
  );
  return new Set(rows.flatMap(({ row }) => textsIn(row)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, value.toLowerCase()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Endpoints that read a text but don't store it. */
const KEEPS_NOTHING = new Set(['forgotPassword', 'logout', 'descriptionToPrompt', 'createUploadTarget']);

async function expectKeptOrRefused(field: ContractField, what: string, value: string): Promise<void> {
  // Forms are encoded before they are sent, which replaces lone surrogates. So they are also replaced in the expected
  // text.
  const isForm = ENDPOINTS[field.endpoint].body === 'form';
  const request = withValue(field, isForm ? value.toWellFormed() : value);
  const answer = await api.send(field.endpoint, asSent(field, request));
  const where = `${field.endpoint}, ${field.part} ${field.name}, ${what}: ${answer.body.slice(0, 300)}`;
  expect(answer.statusCode, where).toBeLessThan(500);
  if (answer.statusCode >= 400) {
    expect(errorBodySchema.safeParse(answer.json()).success, where).toBe(true);
    return;
  }
  expectHarmlessHeaders(answer, where);
  const parsedText = parsedValue(field, request);
  if (typeof parsedText !== 'string' || ENDPOINTS[field.endpoint].method === 'GET') return;
  if (parsedText === '' || KEEPS_NOTHING.has(field.endpoint)) return;
  const stored = await storedTexts();
  expect(stored.has(parsedText) || stored.has(parsedText.toLowerCase()), where).toBe(true);
}

/** Expects that response headers contain no cookie, script or line break. */
function expectHarmlessHeaders({ headers }: LightMyRequestResponse, where: string): void {
  expect(headers['set-cookie'], where).toBeUndefined();
  for (const text of Object.values(headers)) expect(String(text), where).not.toMatch(/alert\(1\)|[\r\n]/);
}

/**
 * Each field gets a third of the strings and each string goes into a third of the fields, unless all combinations are
 * wanted: CONTRIBUTING.md, "Thorough tests".
 */
const SHARES = process.env['THOROUGH_TESTS'] === undefined ? 3 : 1;
let fieldsSoFar = 0;
const pickShare = <Text>(strings: readonly Text[]): Text[] =>
  strings.filter((_, at) => (at + fieldsSoFar) % SHARES === 0);

describe('a nasty string', () => {
  it.each(endpointsWithFields)('is stored unchanged or refused in each field of %s', async (name) => {
    const fields = listFields(name, EXAMPLES);
    expect(fields.length).toBeGreaterThan(0);
    // A PATCH replaces the previous text, so each stored text is checked before the next request.
    const atOnce = ENDPOINTS[name].method === 'PATCH' ? 1 : AT_ONCE;
    for (const field of fields) {
      fieldsSoFar += 1;
      const strings = pickShare(Object.entries(NASTY_STRINGS));
      while (strings.length > 0) {
        const some = strings.splice(0, atOnce);
        await Promise.all(some.map(([what, value]) => expectKeptOrRefused(field, what, value)));
      }
    }
  });
});

/** Length of a string in characters, just below the body limit. */
const ENDLESS = 60_000;
/** Strings on which ambiguous regular expressions backtrack almost forever, and strings of extreme length. */
const ENDLESS_STRINGS = [
  `a@${'.'.repeat(ENDLESS)}@`,
  `${' '.repeat(ENDLESS)}x`,
  'a'.repeat(ENDLESS),
  '0'.repeat(ENDLESS),
];

describe('an endless string', () => {
  it.each(endpointsWithFields.filter((name) => ENDPOINTS[name].body === 'json'))(
    'is refused in each field of %s',
    async (name) => {
      const bodies = listFields(name, EXAMPLES).filter(({ part }) => part === 'input');
      for (const field of bodies) {
        fieldsSoFar += 1;
        for (const value of pickShare(ENDLESS_STRINGS)) {
          const answer = await api.send(name, asSent(field, withValue(field, value)));
          expect(answer.statusCode, `${name}, ${field.name}: ${answer.body.slice(0, 300)}`).toBe(400);
          expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
        }
      }
    },
  );
});

/** Names of the headers of our mails; any other header would have been injected. */
const MAIL_HEADERS = new Set([
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]);

describe('a mail about a nasty string', () => {
  const received: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk) => (raw += String(chunk)));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('goes to one recipient, with our own headers and escaped markup', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Packshot <hello@studio.example>');
    await eventually('the worker has written all mails', async () => {
      const { rows } = await api.services.pool.query(
        `select 1 from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`,
      );
      return rows.length === 0 || undefined;
    });
    const mails = [...api.services.mails];
    expect(mails.length).toBeGreaterThan(30);
    await Promise.all(mails.map((mail) => mailer.send(mail)));

    expect(received).toHaveLength(mails.length);
    for (const { to, raw } of received) {
      expect(to, raw).toHaveLength(1);
      const { headers, html, bcc = [], cc = [] } = await PostalMime.parse(raw);
      expect(headers.map(({ key }) => key).filter((key) => !MAIL_HEADERS.has(key))).toEqual([]);
      expect([...bcc, ...cc]).toEqual([]);
      expect(html).not.toMatch(/<(?:script|img|svg)/i);
    }
  });
});

describe('the data after all nasty strings', () => {
  it('keeps its invariants and tables', async () => {
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });
});
