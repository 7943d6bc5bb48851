import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest, readOutcome } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { drawnMask, drawnPng } from '../../src/testing/drawn-png.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { FAULT_TIMEOUT_MS, waitForExit, leasesRunOut } from '../../src/testing/fault-suite.ts';
import { startOtlpCollector } from '../../src/testing/otlp-collector.ts';
import type { CollectedSpan, OtlpCollector } from '../../src/testing/otlp-collector.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

/**
 * Tests that one trace covers everything from the browser's click to the stored file, with the real API, worker and
 * engine, and a strict collector.
 */

const TOKEN = 'a token of the collector';
const PHOTO = readFileSync(new URL('../../src/testing/fixtures/perfume.jpg', import.meta.url));
/** Test picture for tools that need no model. */
const SMALL = drawnPng(64, 64, (x, y) => [x * 4, y * 4, 80, 255]);
const MASK = drawnMask(64, 64);

let collector: OtlpCollector;
let product: RunningProduct;
let worker: ChildProcess;
let guest: ApiClient;
let key: string;
let small: string;
let mask: string;

beforeAll(async () => {
  collector = await startOtlpCollector(TOKEN);
  product = await startProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(`Bearer ${TOKEN}`)}`,
    LOG_LEVEL: 'info',
    MODERATION: 'false',
    // A long time limit, so that a busy machine doesn't fail the test.
    TASK_TIMEOUT_S: '900',
  });
  worker = product.startWorker();
  guest = await newGuest(product.address);
  ({ key } = await guest.upload(PHOTO));
  ({ key: small } = await guest.upload(SMALL));
  ({ key: mask } = await guest.upload(MASK));
}, FAULT_TIMEOUT_MS);
afterAll(async () => {
  await product.stop();
  collector.stop();
});

/** Starts a trace as a click in the web app does. */
function click() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const ofTrace = (): CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);
  return {
    traceId,
    spanId,
    headers: { traceparent: `00-${traceId}-${spanId}-01` },
    ofTrace,
    /** Waits until the trace has spans with these names, and resolves with all of its spans. */
    until: (...names: string[]) =>
      eventually(
        () =>
          `the trace has ${names.join(', ')}; it has ${ofTrace()
            .map(({ name }) => name)
            .join(', ')}`,
        async () => {
          const had = ofTrace().map(({ name }) => name);
          return names.every((name) => had.includes(name)) ? ofTrace() : undefined;
        },
        60_000,
      ),
  };
}

/** Lists the names of a span's ancestors, nearest first. */
function listAncestors(span: CollectedSpan | undefined, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span?.parentSpanId);
  return parent === undefined ? [] : [parent.name, ...listAncestors(parent, spans)];
}

const spansNamed = (name: string, spans: readonly CollectedSpan[]): CollectedSpan[] =>
  spans.filter((span) => span.name === name);

describe('a distributed trace', () => {
  it(
    'leads from the click over API, queue, worker and engine to the file',
    { timeout: FAULT_TIMEOUT_MS },
    async () => {
      const begun = click();
      const answer = await guest.cutOut(key, { headers: begun.headers });
      const { states, taskIds } = await readOutcome(answer);
      expect(states.at(-1)).toMatchObject({ status: 'SUCCESS' });
      const request = `POST /packshot/generations/api/v1/bgremove-vs/`;
      const spans = await begun.until(request, 'settle', 'process cut-out');
      const [api] = spansNamed(request, spans);
      expect(api).toMatchObject({
        parentSpanId: begun.spanId,
        service: 'packshot-api',
        attributes: { 'http.response.status_code': 200 },
      });
      const [sendSpan] = spansNamed('send tools', spans);
      expect(listAncestors(sendSpan, spans)).toEqual([request]);
      const [work] = spansNamed('process cut-out', spans);
      expect(work).toMatchObject({ service: 'packshot-worker' });
      expect(listAncestors(work, spans)).toEqual(['send tools', request]);
      expect(spansNamed('claim', spans)[0]).toMatchObject({
        parentSpanId: work?.spanId,
        attributes: { 'packshot.task_id': taskIds[0], 'packshot.attempt': 1 },
      });
      const [engine] = spansNamed('engine cut-out', spans);
      expect(engine).toMatchObject({ parentSpanId: work?.spanId });
      for (const stage of ['decode', 'segment', 'refine', 'encode']) {
        const [part] = spansNamed(stage, spans).filter(({ parentSpanId }) => parentSpanId === engine?.spanId);
        expect(part, stage).toBeDefined();
        expect(part?.startMs).toBeGreaterThanOrEqual((engine?.startMs ?? Infinity) - 1);
        expect(part?.endMs).toBeLessThanOrEqual((engine?.endMs ?? 0) + 1);
        expect(part?.hasFailed).toBe(false);
      }
      const [signing] = spansNamed('sign', spans);
      expect(listAncestors(signing, spans)).toEqual([
        'engine sign',
        'process cut-out',
        'send tools',
        request,
      ]);
      expect(spansNamed('store object', spans).map(({ parentSpanId }) => parentSpanId)).toEqual([
        work?.spanId,
        work?.spanId,
      ]);
      expect(spansNamed('settle', spans)[0]).toMatchObject({ parentSpanId: work?.spanId });
      // All spans belong to one trace, and the parent of each is known, except that of the browser's own span.
      const ids = new Set([begun.spanId, ...spans.map(({ spanId }) => spanId)]);
      expect(
        spans.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId)),
      ).toEqual([]);
      // Log lines contain the trace's id.
      const lines = product
        .log()
        .split('\n')
        .filter((line) => line.includes(begun.traceId));
      const loggedMessages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
      expect(loggedMessages).toEqual(expect.arrayContaining(['request', 'task taken', 'task done']));
    },
  );

  it(
    'continues with the second attempt of a task whose worker was killed',
    { timeout: FAULT_TIMEOUT_MS },
    async () => {
      const begun = click();
      const before = product.log().length;
      const outcome = readOutcome(await guest.magic(small, mask, 'brighten', { headers: begun.headers }));
      await eventually(
        'the task is taken',
        async () => product.log().slice(before).includes('task taken') || undefined,
      );
      worker.kill('SIGKILL');
      await waitForExit(worker);
      await leasesRunOut(product.database.pool);
      product.startWorker();
      expect((await outcome).states.at(-1)).toMatchObject({ status: 'SUCCESS' });
      const spans = await begun.until('settle', 'process magic');
      const [work] = spansNamed('process magic', spans);
      expect(listAncestors(work, spans)[0]).toBe('send tools');
      const attempts = spansNamed('claim', spans).map((span) => span.attributes['packshot.attempt']);
      expect(attempts.at(-1)).toBe(2);
    },
  );

  it('contains no secrets or personal data', async () => {
    const collectedText = collector.getBodies();
    expect(collector.problems).toEqual([]);
    expect(collectedText).not.toBe('');
    for (const secret of [
      TOKEN,
      key,
      guest.session.access,
      guest.session.info.user.id,
      product.dataDir,
      'results/',
    ])
      expect(collectedText).not.toContain(secret);
  });

  it('starts a new trace when the client sends no valid one', async () => {
    const earlierCount = collector.spans.length;
    const bad = [
      '',
      'x',
      `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
      `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
    ];
    for (const traceparent of bad) await guest.call('getFreemiumCredits', { headers: { traceparent } });
    const roots = await eventually('their spans have come', async () => {
      const newRoots = collector.spans.slice(earlierCount).filter(({ name }) => name.startsWith('GET '));
      return newRoots.length === bad.length ? newRoots : undefined;
    });
    expect(roots.map(({ parentSpanId }) => parentSpanId)).toEqual(bad.map(() => undefined));
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(bad.length);
  });

  it('doesn’t affect a request when the collector refuses or is gone', async () => {
    for (const status of [401, 503]) {
      collector.refuse(status);
      const requests = collector.requests();
      expect((await guest.call('getFreemiumCredits')).status).toBe(200);
      await eventually('it was tried', async () => collector.requests() > requests || undefined);
    }
    collector.stop();
    expect((await guest.call('getFreemiumCredits')).status).toBe(200);
    await eventually(
      'the log says so',
      async () => product.log().includes('traces could not be sent') || undefined,
    );
    expect(product.log()).not.toContain(TOKEN);
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
  });
});
