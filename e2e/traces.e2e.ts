import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOtlpCollector } from '../packages/server/src/testing/otlp-collector.ts';
import type { CollectedSpan, OtlpCollector } from '../packages/server/src/testing/otlp-collector.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage } from './fixtures/studio.ts';

const TOKEN = 'a token of the collector';

let collector: OtlpCollector;
let product: ProductWithBrowser;
beforeAll(async () => {
  collector = await startOtlpCollector(TOKEN);
  product = await startProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(`Bearer ${TOKEN}`)}`,
    LOG_LEVEL: 'info',
  });
});
afterAll(async () => {
  await product?.stop();
  collector?.stop();
});

/** Names of a span's ancestors, nearest first. */
function listAncestors(span: CollectedSpan | undefined, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span?.parentSpanId);
  return parent === undefined ? [] : [parent.name, ...listAncestors(parent, spans)];
}

it('a photo upload is one trace, from the browser over API, queue, worker and engine to the files', async () => {
  const { studio, context } = await StudioPage.open(product);
  const { page } = studio;
  /** Trace contexts that the browser sent, each with its request path. */
  const begun: { readonly call: string; readonly traceId: string; readonly spanId: string }[] = [];
  page.on('request', (request) => {
    const [, traceId = '', spanId = ''] = request.headers()['traceparent']?.split('-') ?? [];
    if (traceId !== '') begun.push({ call: new URL(request.url()).pathname, traceId, spanId });
  });
  await studio.choose(sample('mug'));
  await studio.result();

  const click = begun.find(({ call }) => call.endsWith('/bgremove-vs/'));
  const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === click?.traceId);
  // Polls, because each process exports its ended spans with a delay of some seconds.
  await expect
    .poll(() => ofTrace().map(({ name }) => name))
    .toEqual(expect.arrayContaining([`POST ${click?.call}`, 'process cut-out']));
  const spans = ofTrace();
  const request = spans.find(({ name }) => name === `POST ${click?.call}`);
  expect(request).toMatchObject({ service: 'packshot-api', parentSpanId: click?.spanId });
  const work = spans.find(({ name }) => name === 'process cut-out');
  expect(work).toMatchObject({ service: 'packshot-worker' });
  expect(listAncestors(work, spans)).toEqual(['send tools', request?.name]);
  const engine = spans.find(({ name }) => name === 'engine cut-out');
  for (const stage of ['decode', 'segment', 'refine', 'encode'])
    expect(
      spans.filter(({ name, parentSpanId }) => name === stage && parentSpanId === engine?.spanId),
      stage,
    ).toHaveLength(1);
  for (const name of ['claim', 'engine cut-out', 'engine sign', 'store object', 'settle'])
    expect(
      listAncestors(
        spans.find((span) => span.name === name),
        spans,
      ).slice(0, 1),
      name,
    ).toEqual(['process cut-out']);
  // The photo's upload belongs to the same trace, and no other trace contains spans of this cut-out.
  const uploading = begun.filter(({ call }) => call.endsWith('/upload-target') || call === '/objects');
  expect(uploading.map(({ traceId }) => traceId)).toEqual([click?.traceId, click?.traceId]);
  expect(spans.map(({ name }) => name)).toContainEqual(
    expect.stringMatching(/ \/functions\/v1\/upload-target$/),
  );
  const elsewhere = collector.spans.filter(
    ({ name, traceId }) =>
      traceId !== click?.traceId && /cut-out|^(claim|settle|decode|segment|refine)$/.test(name),
  );
  expect(elsewhere).toEqual([]);
  // Every span has a known parent; only the browser's own span isn't exported.
  const knownSpanIds = new Set([click?.spanId, ...spans.map(({ spanId }) => spanId)]);
  expect(spans.filter(({ parentSpanId }) => !knownSpanIds.has(parentSpanId)).map(({ name }) => name)).toEqual(
    [],
  );

  for (const [log, line] of [
    ['api.log', 'request'],
    ['worker-1.log', 'task done'],
  ] as const) {
    const lines = (await readFile(join(product.dataDir, 'logs', log), 'utf8')).split('\n');
    const matchingLines = lines.filter((each) => each.includes(`"trace_id":"${click?.traceId}"`));
    expect(matchingLines.map((each) => (JSON.parse(each) as { msg: string }).msg)).toContain(line);
  }
  expect(collector.problems).toEqual([]);
  expect(studio.problems).toEqual([]);
  await context.close();
});
