import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { API_SCOPES, ERRORS } from '@packshot/contract';
import type { ApiKeyRequest, ApiScope, ApiUsage } from '@packshot/contract';
import { ImageRefusal } from '@packshot/image-engine';
import { createQuotes, REFUSAL_META } from '@packshot/mcp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '../../src/platform/domain-error.ts';
import type { ExportLayout } from '../../src/tools/public-jobs/arrangement.ts';
import { PublicFetchError } from '../../src/platform/public-fetch/public-fetch-error.ts';
import type { PublicFetch } from '../../src/platform/public-fetch/public-fetch-error.ts';
import { createPictureInspector } from '../../src/tools/work/inspect-picture.ts';
import { buildApp } from '../../src/app/app.ts';
import { fakeServices } from '../../src/testing/http/fake-services.ts';
import { PLAIN_OPTIONS } from '../../src/testing/http/plain-options.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import type { FakeWork } from '../../src/testing/fake-engine.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { memoryLog } from '../../src/testing/memory-log.ts';
import { NASTY_STRINGS } from '../../src/testing/nasty-strings.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO, REFERENCE_ID } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

const PHOTO = `data:image/jpeg;base64,${Buffer.from(PRODUCT_PHOTO).toString('base64')}`;
const MASK = `data:image/png;base64,${Buffer.from(drawnPng(64, 48, () => [255, 255, 255, 255])).toString('base64')}`;
/** Fake result that is large enough to be edited again. */
const MADE = { ...FAKE_RESULT, full: drawnPng(64, 48, () => [200, 30, 40, 255]) };
const TOOLS = [
  'look_at_picture',
  'add_picture',
  'check_picture',
  'export_picture',
  'cut_out',
  'place_in_scene',
  'edit_picture',
  'upscale',
  'describe_picture',
  'list_sets',
  'read_job',
  'read_usage',
];

const READING = ['look_at_picture', 'check_picture', 'list_sets', 'read_job', 'read_usage'];

let api: TestApi;
let worker: TestWorker;
let work: FakeWork;
let fetchPublic: PublicFetch;
let site: string;
let arranged: ExportLayout[] = [];
const open: Client[] = [];

beforeAll(async () => {
  const engine = fakeEngine((...call) => work(...call));
  api = await startTestApi({
    publicFetch: (request) => fetchPublic(request),
    rateLimits: { callsPerKey: { max: 1000, windowMs: 60_000 } },
    inspect: createPictureInspector({
      engine: async () => engine,
      signer: () => {
        throw new Error('These tests sign nothing');
      },
    }),
    arranger: {
      arrange: async (_userId, { picture }, arrangement) => {
        arranged.push(arrangement);
        return { file: picture, format: 'png', widthPx: 64, heightPx: 48, foreground: null };
      },
      assertDecodes: async () => undefined,
    },
  });
  worker = await startTestWorker(api.services, engine, { concurrency: 4 });
  site = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});
beforeEach(() => {
  arranged = [];
  work = () => Promise.resolve(MADE);
  fetchPublic = () => Promise.reject(new PublicFetchError('unreachable', 'No network in tests'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

type Era = 'legacy' | 'auto';

async function clientWith(secret: string, era: Era = 'auto', at = site): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: era } });
  const headers = { authorization: `Bearer ${secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', at), { requestInit: { headers } }));
  open.push(client);
  return client;
}

async function newcomer(fields: Partial<ApiKeyRequest> = {}, era: Era = 'auto') {
  const { owner, key, credits } = await newKeyOwner(api.services);
  const secret = await key(fields);
  const client = await clientWith(secret, era);
  return { owner, key, credits, secret, client };
}

interface McpReply extends Record<string, unknown> {
  readonly status: string;
  readonly quote: string;
  readonly code: string;
  readonly job_id: string;
  readonly resource: string;
  readonly results: readonly { readonly resource?: string; readonly description?: string }[];
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
  client.callTool({ name, arguments: args });
/**
 * Returns the data of an MCP response. Structured content must match the tool's output schema, so refusals have theirs
 * in the metadata.
 */
const saidBy = ({ isError, structuredContent, _meta }: CallToolResult) => {
  expect(structuredContent === undefined).toBe(isError === true);
  return (structuredContent ?? _meta?.[REFUSAL_META]) as McpReply;
};
const callTool = async (
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<McpReply> => saidBy(await call(client, name, args));

/** Requests a quote (a price to confirm), then makes the call with it. */
async function spend(client: Client, name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  const { quote } = await callTool(client, name, args);
  return call(client, name, { ...args, quote });
}

describe.each(['legacy', 'auto'] as const)('an MCP client (%s)', (era) => {
  it('lists the tools, with their descriptions and effects', async () => {
    const { client } = await newcomer({}, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const tool of tools) {
      expect(tool.inputSchema.additionalProperties, tool.name).toBe(false);
      expect(tool.outputSchema, tool.name).toBeDefined();
      expect(tool.annotations?.destructiveHint, tool.name).toBe(false);
    }
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(changing.map(({ name }) => name)).toEqual(TOOLS.filter((name) => !READING.includes(name)));
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'auto' ? '2026-07-28' : '2025-11-25');
  });

  it('gets a price quote, starts the work with it, and sees the result', async () => {
    const { client, credits } = await newcomer({}, era);
    const quoteReply = await callTool(client, 'cut_out', { picture: PHOTO });
    expect(quoteReply).toMatchObject({ status: 'quoted', credits: 1, results: [] });
    expect(await credits()).toBe(5);
    const callResult = await call(client, 'cut_out', { picture: PHOTO, quote: quoteReply.quote });
    expect(callResult.isError).toBeUndefined();
    expect(saidBy(callResult)).toMatchObject({ status: 'succeeded', credits_charged: 1, tool: 'cut-out' });
    expect(await credits()).toBe(4);
    expect(callResult.content.map(({ type }) => type)).toEqual(['text', 'image', 'resource_link']);
    const [result] = saidBy(callResult).results;
    const { contents } = await client.readResource({ uri: result?.resource ?? '' });
    expect(
      Buffer.from((contents[0] as { blob: string }).blob, 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });
});

/** Repeats a call as long as the server answers that it is too busy. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!String(error).includes('SERVERS_BUSY')) throw error;
    }
}

/** Reads a user's jobs, with the states of their credits. */
async function queryJobs({ userId }: { readonly userId: string }) {
  const { rows } = await api.services.pool.query<{ id: string; credit_state: string }>(
    'select id, credit_state from generation_requests where user_id = $1',
    [userId],
  );
  return rows;
}

/** Id in the valid format of a job id, but without a job. */
const MISSING_JOB = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe('an MCP price quote', () => {
  it('can be used once: one of several parallel calls makes a job, and the others are told which', async () => {
    const { client, credits } = await newcomer();
    const args = { picture: PHOTO };
    const { quote } = await callTool(client, 'cut_out', args);
    const calls = await Promise.all(
      Array.from({ length: 20 }, () => call(client, 'cut_out', { ...args, quote })),
    );
    const succeededCalls = calls.filter(({ isError }) => isError !== true);
    expect(succeededCalls).toHaveLength(1);
    const others = calls.filter((each) => !succeededCalls.includes(each)).map((each) => saidBy(each).code);
    expect(new Set(others)).toEqual(new Set(['QUOTE_USED']));
    expect(await credits()).toBe(4);
    const [text] = (await call(client, 'cut_out', { ...args, quote })).content;
    expect(text).toMatchObject({
      text: expect.stringContaining(saidBy(succeededCalls[0] as CallToolResult).job_id),
    });
  });

  it('is accepted exactly five times out of 200 when there are five credits', async () => {
    const { client, credits, owner } = await newcomer();
    const args = { picture: (await callTool(client, 'add_picture', { picture: PHOTO })).resource };
    const quotes = await Promise.all(
      Array.from(
        { length: 200 },
        async () => (await patiently(() => callTool(client, 'cut_out', args))).quote,
      ),
    );
    expect(new Set(quotes).size).toBe(200);
    const spendQuote = (quote: string): Promise<CallToolResult> =>
      patiently(() => call(client, 'cut_out', { ...args, quote }));
    const calls = await Promise.all(quotes.map(spendQuote));
    // A call that is refused because the server is busy doesn't use up its quote, so it is repeated.
    for (const [at, each] of calls.entries()) {
      let again = each;
      while (saidBy(again).code === 'SERVERS_BUSY') again = await spendQuote(quotes[at] ?? '');
      calls[at] = again;
    }
    const outcomes = Map.groupBy(calls, (each) => (each.isError === true ? saidBy(each).code : 'made'));
    expect(new Set(outcomes.keys())).toEqual(new Set(['made', 'OUT_OF_CREDITS']));
    const jobs = await queryJobs(owner);
    const answered = (outcomes.get('made') ?? []).map((each) => saidBy(each).job_id);
    expect(new Set(answered)).toEqual(new Set(jobs.map(({ id }) => id)));
    expect(answered).toHaveLength(jobs.length);
    // On a busy machine, a call may be answered before its job has ended. If the job then fails, its credit is refunded
    // and can be used by the next quote.
    const paid = jobs.filter((job) => job.credit_state !== 'released');
    expect(paid.length + (await credits())).toBe(5);
    expect(outcomes.get('OUT_OF_CREDITS')).toHaveLength(200 - jobs.length);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  }, 300_000);

  it('can use the credit that a failed job has returned', async () => {
    const { client, credits, owner } = await newcomer();
    let begun = 0;
    work = () => {
      begun += 1;
      return begun <= 3 ? Promise.reject(new DomainError('NO_SUBJECT')) : Promise.resolve(MADE);
    };
    // Simulates a machine so busy that the job can't be read.
    vi.spyOn(api.services.publicJobs, 'watch').mockImplementation(async function* () {
      throw new DomainError('SERVERS_BUSY');
    });
    const answers: McpReply[] = [];
    const buy = async () => answers.push(saidBy(await spend(client, 'cut_out', { picture: PHOTO })));
    try {
      for (let failing = 0; failing < 3; failing += 1) {
        await buy();
        await vi.waitFor(async () => expect(await credits()).toBe(5), { timeout: 20_000 });
      }
      for (let good = 0; good < 5; good += 1) await buy();
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill('queued'));
      expect(saidBy(await spend(client, 'cut_out', { picture: PHOTO })).code).toBe('OUT_OF_CREDITS');
    } finally {
      vi.restoreAllMocks();
    }
    await vi.waitFor(
      async () => {
        const states = (await queryJobs(owner)).map((job) => job.credit_state);
        expect(states.toSorted()).toEqual([...Array(3).fill('released'), ...Array(5).fill('settled')]);
      },
      { timeout: 20_000 },
    );
    expect(await credits()).toBe(0);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('is valid only for one tool, its arguments and one API key', async () => {
    const { client, credits, key } = await newcomer();
    const args = { picture: PHOTO, factor: 2 };
    const { quote } = await callTool(client, 'upscale', args);
    const other = await clientWith(await key({ name: 'Other' }));
    const refusals = [
      await callTool(client, 'upscale', { ...args, factor: 4, quote }),
      await callTool(client, 'upscale', { ...args, picture: MASK, quote }),
      await callTool(client, 'cut_out', { picture: PHOTO, quote }),
      await callTool(other, 'upscale', { ...args, quote }),
      await callTool(client, 'upscale', { ...args, quote: forgeQuote(quote) }),
      await callTool(client, 'upscale', { ...args, quote: 'q1.e30.AAAA' }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'QUOTE_INVALID'));
    expect(await credits()).toBe(5);
    // The quote also holds if an omitted option is sent with its default value.
    expect(await callTool(client, 'upscale', { ...args, mode: 'faithful', quote })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('isn’t given for a call that would be refused, and the error is that of the call', async () => {
    const { client, credits } = await newcomer();
    const large = `data:image/png;base64,${Buffer.from(drawnPng(2000, 2000, () => [1, 2, 3, 255])).toString('base64')}`;
    const storedPicture = await callTool(client, 'add_picture', { picture: large });
    for (const picture of [large, storedPicture.resource])
      expect(await callTool(client, 'upscale', { picture, factor: 4 })).toMatchObject({
        code: 'UPSCALE_TOO_LARGE',
        detail: ERRORS.UPSCALE_TOO_LARGE.message,
      });
    expect(
      await callTool(client, 'cut_out', { picture: `data:image/png;base64,${'AAAA'.repeat(20)}` }),
    ).toMatchObject({
      param: 'picture',
    });
    expect(await credits()).toBe(5);
  });

  it('is invalid after ten minutes', async () => {
    const { client, secret, credits } = await newcomer();
    const { key } = await api.services.apiKeys.authenticate(secret, { ip: '127.0.0.1', userAgent: '' });
    const earlier = createQuotes(PLAIN_OPTIONS.quoteSecret, () => new Date(Date.now() - 601_000));
    const args = { picture: PHOTO };
    const { text } = earlier.give({ holder: key.id, tool: 'cut_out', args }, 1);
    expect(await callTool(client, 'cut_out', { ...args, quote: text })).toMatchObject({
      code: 'QUOTE_EXPIRED',
    });
    expect(await credits()).toBe(5);
  });

  it('is refused if it promised less than the current price', async () => {
    const { client, secret, credits } = await newcomer();
    const { key } = await api.services.apiKeys.authenticate(secret, { ip: '127.0.0.1', userAgent: '' });
    const args = { picture: PHOTO };
    const free = createQuotes(PLAIN_OPTIONS.quoteSecret).give({ holder: key.id, tool: 'cut_out', args }, 0);
    expect(await callTool(client, 'cut_out', { ...args, quote: free.text })).toMatchObject({
      code: 'QUOTE_INVALID',
    });
    expect(await credits()).toBe(5);
  });

  it('says when its price can’t be paid', async () => {
    const { client, key } = await newcomer();
    const picture = { picture: PHOTO };
    expect(await callTool(client, 'cut_out', picture)).not.toHaveProperty('cannot_pay');
    const ceiling = await clientWith(await key({ monthly_ceiling: 1 }));
    await spend(ceiling, 'cut_out', picture);
    expect(await callTool(ceiling, 'cut_out', picture)).toMatchObject({ cannot_pay: 'KEY_CEILING_REACHED' });
    for (let remaining = 4; remaining > 0; remaining--) await spend(client, 'cut_out', picture);
    const poor = await call(client, 'cut_out', picture);
    expect(saidBy(poor)).toMatchObject({ status: 'quoted', credits: 1, cannot_pay: 'OUT_OF_CREDITS' });
    expect(poor.content[0]).toMatchObject({ text: expect.stringContaining('buy credits first') });
    expect(
      await callTool(await clientWith(await key({ mode: 'test' })), 'cut_out', picture),
    ).not.toHaveProperty('cannot_pay');
  });

  it('is zero credits with a test key, and isn’t given for invalid calls', async () => {
    const { client, credits } = await newcomer({ mode: 'test' });
    expect(await callTool(client, 'cut_out', { picture: PHOTO })).toMatchObject({
      status: 'quoted',
      credits: 0,
    });
    const callResult = await spend(client, 'place_in_scene', {
      picture: PHOTO,
      set_id: REFERENCE_ID,
      count: 2,
    });
    expect(saidBy(callResult)).toMatchObject({ status: 'succeeded', credits_charged: 0 });
    expect(saidBy(callResult).results).toHaveLength(2);
    expect(await credits()).toBe(5);
    const unknown = await callTool(client, 'place_in_scene', { picture: PHOTO, set_id: 'no-such-set' });
    expect(unknown.code).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('a scene of several products by MCP', () => {
  const CUT_OUT = `data:image/png;base64,${Buffer.from(drawnPng(64, 48, (x) => [200, 30, 40, x < 9 ? 0 : 255])).toString('base64')}`;
  const placement = { centerX: 0.8, centerY: 0.6, width: 0.2, rotationDeg: 0, isFlipped: false };
  const scene = {
    picture: PHOTO,
    set_id: REFERENCE_ID,
    placement: { ...placement, centerX: 0.3 },
    beside: [{ picture: CUT_OUT, placement }],
  };

  it('shows the further products at their placements', async () => {
    const { client } = await newcomer();
    let beside: unknown;
    work = async (job) => {
      ({ beside } = job as { beside?: unknown });
      return MADE;
    };
    expect(saidBy(await spend(client, 'place_in_scene', scene))).toMatchObject({ status: 'succeeded' });
    expect(beside).toMatchObject([{ placement }]);
  });

  it('needs another quote for other products', async () => {
    const { client } = await newcomer();
    const { quote } = await callTool(client, 'place_in_scene', scene);
    for (const other of [[], [{ picture: PHOTO, placement }], [{ picture: CUT_OUT }]])
      expect(await callTool(client, 'place_in_scene', { ...scene, beside: other, quote })).toMatchObject({
        code: 'QUOTE_INVALID',
      });
  });

  it('is refused with the name of the product at fault', async () => {
    const { client } = await newcomer();
    const words = `data:image/png;base64,${Buffer.from('just some words').toString('base64')}`;
    const beside = [...scene.beside, { picture: words }];
    expect(await callTool(client, 'place_in_scene', { ...scene, beside })).toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      param: 'beside[1].picture',
    });
    work = () => Promise.reject(new ImageRefusal('BESIDE_NOT_CUT_OUT', { product: 2 }));
    expect(saidBy(await spend(client, 'place_in_scene', scene))).toMatchObject({
      code: 'BESIDE_NOT_CUT_OUT',
      param: 'beside[0].picture',
    });
  });
});

describe('a canceled MCP call', () => {
  /** Creates work that continues until it is aborted, and signals its start and end. */
  function endless() {
    const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    work = ({ signal }) =>
      new Promise((_resolve, reject) => {
        begun.resolve();
        signal?.addEventListener('abort', () => {
          stopped.resolve();
          reject(signal.reason as Error);
        });
      });
    return { begun: begun.promise, stopped: stopped.promise };
  }
  const listJobs = async (secret: string) => {
    const { data } = (await (
      await fetch(`${site}/v1/jobs`, { headers: { 'x-api-key': secret } })
    ).json()) as { data: { status: string; credits_charged: number }[] };
    return data;
  };

  it.each(['legacy', 'auto'] as const)(
    'is stopped and costs nothing in either protocol version (%s)',
    async (era) => {
      const { client, credits, secret } = await newcomer({}, era);
      const { begun, stopped } = endless();
      const { quote } = await callTool(client, 'cut_out', { picture: PHOTO });
      const takingBack = new AbortController();
      const called = client.callTool(
        { name: 'cut_out', arguments: { picture: PHOTO, quote } },
        { signal: takingBack.signal },
      );
      await begun;
      takingBack.abort();
      await expect(called).rejects.toThrow();
      await stopped;
      await vi.waitFor(async () => expect(await credits()).toBe(5));
      expect(await listJobs(secret)).toMatchObject([{ status: 'canceled', credits_charged: 0 }]);
      expect(await brokenInvariants(api.services.pool)).toEqual([]);
    },
  );

  const post = (secret: string, message: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${site}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': secret,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      ...(signal && { signal }),
    });
  const toCall = (quote: string) => ({
    method: 'tools/call',
    params: { name: 'cut_out', arguments: { picture: PHOTO, quote } },
  });
  const takenBack = (requestId: number) => ({ method: 'notifications/cancelled', params: { requestId } });

  it('is stopped by a message with its ID, unlike another client’s call with the same ID', async () => {
    const { client, credits, secret } = await newcomer();
    const other = await newcomer();
    const { begun, stopped } = endless();
    const { quote } = await callTool(client, 'cut_out', { picture: PHOTO });
    const called = post(secret, { id: 7, ...toCall(quote) });
    await begun;
    expect((await post(other.secret, takenBack(7))).status).toBe(202);
    expect((await post(secret, takenBack(8))).status).toBe(202);
    expect(await listJobs(secret)).toMatchObject([{ status: 'running' }]);
    expect((await post(secret, takenBack(7))).status).toBe(202);
    await stopped;
    await called;
    await vi.waitFor(async () => expect(await credits()).toBe(5));
  });

  it('is stopped when its connection is closed', async () => {
    const { client, credits, secret } = await newcomer();
    const { begun, stopped } = endless();
    const { quote } = await callTool(client, 'cut_out', { picture: PHOTO });
    const leaving = new AbortController();
    const called = post(secret, { id: 1, ...toCall(quote) }, leaving.signal).then((answer) => answer.text());
    await begun;
    leaving.abort();
    await expect(called).rejects.toThrow();
    await stopped;
    await vi.waitFor(async () => expect(await credits()).toBe(5));
    expect(await listJobs(secret)).toMatchObject([{ status: 'canceled', credits_charged: 0 }]);
  });
});

/** Creates a quote with changed terms and the old signature. */
function forgeQuote(quote: string): string {
  const [version, terms = ''] = quote.split('.');
  const free = JSON.parse(Buffer.from(terms, 'base64url').toString()) as { credits: number };
  const written = Buffer.from(JSON.stringify({ ...free, credits: 0 })).toString('base64url');
  return [version, written, quote.split('.')[2]].join('.');
}

describe('an MCP tool', () => {
  it('accepts pictures by URL, resource and data, and fetches URLs only from public addresses', async () => {
    const { client } = await newcomer();
    const fetched: string[] = [];
    fetchPublic = ({ url }) => {
      fetched.push(url);
      if (url.includes('10.0.0.1'))
        return Promise.reject(new PublicFetchError('refused', 'It is not public'));
      return Promise.resolve({ status: 200, headers: {}, bytes: PRODUCT_PHOTO } as never);
    };
    expect(
      await callTool(client, 'look_at_picture', { picture: 'https://shop.example/mug.jpg' }),
    ).toMatchObject({
      width: 640,
      has_transparency: true,
    });
    expect(await callTool(client, 'look_at_picture', { picture: 'http://10.0.0.1/mug.jpg' })).toMatchObject({
      code: 'URL_REFUSED',
    });
    expect(fetched).toEqual(['https://shop.example/mug.jpg', 'http://10.0.0.1/mug.jpg']);
    const storedPicture = await callTool(client, 'add_picture', { picture: PHOTO });
    const callResult = await spend(client, 'cut_out', { picture: storedPicture.resource });
    const [cutOut] = saidBy(callResult).results;
    const looked = await call(client, 'look_at_picture', { picture: cutOut?.resource });
    expect(looked.content.map(({ type }) => type)).toEqual(['text', 'image']);
    const described = await callTool(client, 'describe_picture', { picture: cutOut?.resource });
    expect(described.results[0]?.description).toBe(FAKE_RESULT.finalDescription);
  });

  it('refuses invalid pictures, including files on the agent’s machine', async () => {
    const { client } = await newcomer();
    for (const picture of [
      '/etc/passwd',
      'file:///etc/passwd',
      '../mug.jpg',
      'data:text/plain;base64,AAAA',
      'packshot://pictures/',
      'packshot://results/1/0',
      'data:image/png;base64,@@@@',
      'ftp://shop.example/a.png',
    ])
      expect(await callTool(client, 'look_at_picture', { picture }), picture).toMatchObject({
        code: 'BAD_REQUEST',
        param: 'picture',
      });
  });

  it('never shows the data of other users', async () => {
    const { client } = await newcomer();
    const stranger = await newcomer();
    const storedPicture = await callTool(client, 'add_picture', { picture: PHOTO });
    const callReply = saidBy(await spend(client, 'cut_out', { picture: PHOTO }));
    const [result] = callReply.results;
    expect(
      await callTool(stranger.client, 'look_at_picture', { picture: storedPicture.resource }),
    ).toMatchObject({
      code: 'UPLOAD_NOT_FOUND',
    });
    expect(await callTool(stranger.client, 'look_at_picture', { picture: result?.resource })).toMatchObject({
      code: 'JOB_NOT_FOUND',
    });
    expect(await callTool(stranger.client, 'read_job', { job_id: callReply.job_id })).toMatchObject({
      code: 'JOB_NOT_FOUND',
    });
    await expect(stranger.client.readResource({ uri: result?.resource ?? '' })).rejects.toThrow(
      /find this job/,
    );
    expect(await callTool(client, 'read_job', { job_id: callReply.job_id })).toMatchObject({
      status: 'succeeded',
    });
  });

  it.each(['x/0', '../x/0', '%00/0', `${'-'.repeat(36)}/0`, `${'0'.repeat(5000)}/0`, `${MISSING_JOB}/0`])(
    'reveals about the resource results/%s only that it doesn’t exist, or isn’t a result',
    async (name) => {
      const { client } = await newcomer();
      const reading = client.readResource({ uri: `packshot://results/${name}` });
      // The error reveals no details about the database.
      await expect(reading).rejects.toMatchObject({
        code: -32602,
        message: expect.not.stringMatching(/query|select|params/i),
      });
    },
  );

  it('exports a result with size, margin and background, but no other picture', async () => {
    const { client } = await newcomer();
    const [result] = saidBy(await spend(client, 'cut_out', { picture: PHOTO })).results;
    const args = { format: 'jpeg', longest_side: 1000, margin: 0.1, ground: '#ffffff' };
    const file = await callTool(client, 'export_picture', { picture: result?.resource, ...args });
    expect(file.resource).toMatch(/^packshot:\/\/pictures\/uploads\//);
    const share = { share: 0.1 };
    expect(arranged).toMatchObject([
      {
        format: 'jpeg',
        longestSidePx: 1000,
        margins: { top: share, right: share, bottom: share, left: share },
        ground: { color: '#ffffffff' },
      },
    ]);
    expect(await callTool(client, 'export_picture', { picture: PHOTO })).toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('lists the studio sets, and shows them as resources', async () => {
    const { client } = await newcomer();
    const { sets } = (await callTool(client, 'list_sets')) as unknown as {
      sets: { id: string; resource: string }[];
    };
    const set = sets.find(({ id }) => id === REFERENCE_ID);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(sets.map(({ resource }) => resource));
    const { contents } = await client.readResource({ uri: set?.resource ?? '' });
    expect(contents).toMatchObject([{ mimeType: 'image/webp' }]);
    await expect(client.readResource({ uri: 'packshot://sets/no-such-set' })).rejects.toThrow();
  });

  it('reports its progress', async () => {
    const { client } = await newcomer();
    let go = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    work = async ({ onProgress }) => {
      onProgress?.(0.5, 'segment');
      await waiting;
      return MADE;
    };
    const { quote } = await callTool(client, 'cut_out', { picture: PHOTO });
    const heard: number[] = [];
    await client.callTool(
      { name: 'cut_out', arguments: { picture: PHOTO, quote } },
      {
        onprogress: ({ progress }) => {
          heard.push(progress);
          go();
        },
      },
    );
    expect(heard.length).toBeGreaterThan(0);
    expect(Math.max(...heard)).toBeLessThanOrEqual(1);
  });

  it('says why a job failed and that it cost nothing, without details of our faults', async () => {
    const { client, credits } = await newcomer();
    work = () => Promise.reject(new DomainError('NO_SUBJECT'));
    const failed = await spend(client, 'cut_out', { picture: PHOTO });
    expect(failed.isError).toBe(true);
    expect(saidBy(failed)).toMatchObject({ code: 'NO_SUBJECT', credits_charged: 0 });
    await vi.waitFor(async () => expect(await credits()).toBe(5));
    vi.spyOn(api.services.publicJobs, 'price').mockRejectedValueOnce(new Error('secret of the database'));
    const fault = await call(client, 'cut_out', { picture: PHOTO });
    expect(saidBy(fault).code).toBe('INTERNAL');
    expect(JSON.stringify(fault)).not.toContain('secret');
    expect(api.log()).toContain('secret of the database');
  });

  it('accepts any text', async () => {
    const { client } = await newcomer();
    for (const text of Object.values(NASTY_STRINGS)) {
      const answers = [
        await callTool(client, 'place_in_scene', { picture: PHOTO, prompt: text.slice(0, 500) }),
        await callTool(client, 'describe_picture', { picture: text }),
        await callTool(client, 'cut_out', { picture: PHOTO, quote: text || 'x' }),
      ];
      for (const answer of answers) expect(answer?.code, JSON.stringify(text)).not.toBe('INTERNAL');
    }
  });
});

describe('an API key for MCP', () => {
  const NEEDS: Readonly<Record<string, readonly [ApiScope[], Record<string, unknown>]>> = {
    look_at_picture: [['images:read', 'jobs:run'], { picture: PHOTO }],
    check_picture: [['images:read', 'jobs:run'], { picture: PHOTO }],
    add_picture: [['images:write'], { picture: PHOTO }],
    export_picture: [['images:write', 'jobs:run'], { picture: PHOTO }],
    cut_out: [['jobs:run'], { picture: PHOTO }],
    place_in_scene: [['jobs:run'], { picture: PHOTO }],
    edit_picture: [['jobs:run'], { picture: PHOTO, mask: MASK }],
    upscale: [['jobs:run'], { picture: PHOTO }],
    describe_picture: [['jobs:run'], { picture: PHOTO }],
    list_sets: [['images:read'], {}],
    read_job: [['images:read', 'jobs:run'], { job_id: crypto.randomUUID() }],
    read_usage: [['usage:read'], {}],
  };

  it.each(TOOLS)('needs a scope for the tool %s, and no other scope', async (name) => {
    const [scopes, args] = NEEDS[name] ?? [[], {}];
    const { client, key } = await newcomer({ scopes: API_SCOPES.filter((scope) => !scopes.includes(scope)) });
    expect(await callTool(client, name, args)).toMatchObject({ code: 'KEY_SCOPE_MISSING' });
    for (const scope of scopes) {
      const able = await clientWith(await key({ scopes: [scope] }));
      expect((await callTool(able, name, args)).code, scope).not.toBe('KEY_SCOPE_MISSING');
    }
  });

  it('needs a scope for resources', async () => {
    const { client, key } = await newcomer();
    const [result] = saidBy(await spend(client, 'cut_out', { picture: PHOTO })).results;
    const other = await clientWith(await key({ scopes: ['usage:read'] }));
    for (const uri of [result?.resource ?? '', `packshot://sets/${REFERENCE_ID}`])
      await expect(other.readResource({ uri }), uri).rejects.toThrow(/scope|may not/i);
  });

  it('is requested with a standard 401 answer', async () => {
    for (const headers of [{}, { authorization: 'Bearer pk_live_nobody' }]) {
      const answer = await post(headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(answer.json()).toMatchObject({ id: null, error: { data: { code: 'KEY_INVALID' } } });
    }
  });

  it('has MCP calls counted in its rate limit, its log and its usage', async () => {
    const { client, secret, owner } = await newcomer();
    await spend(client, 'cut_out', { picture: PHOTO });
    await callTool(client, 'cut_out', { picture: PHOTO, quote: 'q1.forged.quote' });
    const answer = await post({ 'x-api-key': secret });
    expect(answer.headers['ratelimit-policy']).toBe('"calls";q=1000;w=60');
    const figures = async (): Promise<ApiUsage> => api.services.apiUsage.figures(owner, { days: 1 });
    await vi.waitFor(
      async () => {
        const { total, last_calls: calls } = await figures();
        expect(total.credits).toBe(1);
        const cutOut = calls.find(({ credits }) => credits === 1);
        expect(cutOut).toMatchObject({ tool: 'cut-out', route: '/mcp', status: 200, code: null });
        expect(calls.some(({ status }) => status === 400)).toBe(true);
      },
      { timeout: 20_000 },
    );
    const used = (await callTool(client, 'read_usage')) as unknown as { credits: number };
    expect(used.credits).toBe(1);
  });
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const post = (headers: Record<string, string>, payload: object | string = INITIALIZE) =>
  api.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload,
  });

describe('the MCP endpoint', () => {
  it('is closed to pages of other sites', async () => {
    const { secret } = await newcomer();
    const key = { 'x-api-key': secret };
    for (const origin of [
      'https://evil.example',
      'http://evil.example:3000',
      'null',
      'http://localhost.evil.example',
    ]) {
      const answer = await post({ ...key, origin, host: 'evil.example' });
      expect(answer.statusCode, origin).toBe(403);
    }
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1', 'http://[::1]:80'])
      expect((await post({ ...key, origin })).statusCode, origin).toBe(200);
  });

  it('processes large messages in turn if too many arrive at once, and refuses calls with JSON-RPC errors', async () => {
    const { client, secret } = await newcomer();
    const padded = Buffer.concat([PRODUCT_PHOTO, new Uint8Array(64 * 1024)]).toString('base64');
    const looks = Array.from({ length: 8 }, () =>
      callTool(client, 'look_at_picture', { picture: `data:image/jpeg;base64,${padded}` }),
    );
    expect((await Promise.all(looks)).map(({ width }) => width)).toEqual(Array(8).fill(640));
    const refused = await post({ 'x-api-key': secret, origin: 'https://evil.example' });
    expect(refused.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, message: expect.stringMatching(/^FORBIDDEN: .*Nothing was made or spent\.$/) },
    });
    vi.spyOn(api.services.apiKeys, 'authenticate').mockRejectedValueOnce(new DomainError('SERVERS_BUSY'));
    const busy = await post({ 'x-api-key': secret });
    expect([busy.statusCode, Number(busy.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
    const { message, data } = busy.json<{ error: { message: string; data: Record<string, unknown> } }>()
      .error;
    expect(message).toMatch(/^SERVERS_BUSY: The server is busy\..* Call again in \d+ s/);
    expect(data).toMatchObject({
      code: 'SERVERS_BUSY',
      retry_after_s: expect.any(Number),
      credits_charged: 0,
    });
  });

  it('limits the size of messages, and answers broken ones', async () => {
    const { secret } = await newcomer();
    const key = { 'x-api-key': secret };
    const large = await post(key, JSON.stringify({ ...INITIALIZE, padding: 'x'.repeat(23 * 1024 * 1024) }));
    expect(large.statusCode).toBe(413);
    expect((await post(key, '{')).statusCode).toBe(400);
    expect((await post({ ...key, 'content-type': 'text/plain' }, 'x')).statusCode).toBe(415);
    expect((await post(key, { jsonrpc: '2.0', id: 1, method: 'no/such' })).body).toContain('-32601');
    expect((await post(key, [INITIALIZE, INITIALIZE])).statusCode).toBe(400);
    const read = await api.app.inject({ method: 'GET', url: '/mcp', headers: key });
    expect(read.statusCode).toBe(405);
  });

  it.each(['legacy', 'auto'] as const)(
    'continues to serve a client with its quotes after a restart (%s)',
    async (era) => {
      const { services } = api;
      const start = async (port: number) => {
        const app = buildApp({
          ...PLAIN_OPTIONS,
          publicUrl: 'https://studio.example',
          services: { ...fakeServices(), ...services },
          logger: memoryLog().logger,
          localObjects: { path: '/objects', gateway: services.objects },
          rateLimits: null,
        });
        // Disables keep-alive: a client may reuse a connection that the server has just closed, which isn't the subject
        // of this test.
        app.addHook('onRequest', async (_request, reply) => void reply.header('connection', 'close'));
        return { app, address: new URL(await app.listen({ port, host: '127.0.0.1' })) };
      };
      const { key, credits } = await newKeyOwner(services);
      const before = await start(0);
      const client = await clientWith(await key(), era, before.address.href);
      const { quote } = await callTool(client, 'cut_out', { picture: PHOTO });
      await before.app.close();
      const after = await start(Number(before.address.port));
      try {
        expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
        // Links use PUBLIC_URL, whatever host name the client requested.
        const link = expect.stringMatching(/^https:\/\/studio\.example\//) as string;
        expect(await callTool(client, 'cut_out', { picture: PHOTO, quote })).toMatchObject({
          status: 'succeeded',
          results: [{ download_url: link, edit_url: link }],
        });
        expect(await credits()).toBe(4);
      } finally {
        await after.app.close();
      }
    },
  );
});
