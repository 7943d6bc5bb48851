// npm run bench -- api-cutouts
//
// Overhead of the public API over the engine. Times POST /v1/cutouts of the real product, from the first byte sent to
// the last one received, minus the time in which the engine checks the photo for decency, cuts it out and signs it.
// Both times come from the spans of the same call, so that varying machine speed doesn't matter.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiKeyService } from '../../packages/server/src/api/keys/service.ts';
import type { ServiceDatabase } from '../../packages/server/src/service/stores.ts';
import { startOtlpCollector } from '../../packages/server/src/testing/otlp-collector.ts';
import type { CollectedSpan, OtlpCollector } from '../../packages/server/src/testing/otlp-collector.ts';
import sharp from 'sharp';
import { median, row } from './contestants.ts';
import { makePhotos } from './cutout/photos.ts';
import { onRunningProduct } from './running-product.ts';
import { createKey, DEMO_BILLING, insertOwner, onDatabase } from './shop-owner.ts';

/**
 * Options of the command. `--rounds 2` for a quick look; published figures use at least ten. `--spans` prints when
 * each span of a call occurred.
 */
const { rounds, spans: showsSpans } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, spans: { type: 'boolean', default: false } },
}).values;
const ROUNDS = Number(rounds);
const SIZES = ['1 MP', '12 MP'];
/**
 * Number of warm-up calls, after which V8 has compiled the server's code. Another measurement covers a freshly started
 * server.
 */
const WARM_UP_CALLS = 60;
const WARM_UP_SIDE_PX = 200;
/** Number of calls that need credits besides the measured rounds. */
const FIRST_CALLS = 20 + WARM_UP_CALLS;
const FOLDER = join(import.meta.dirname, '../../.packshot/bench/cutout');
const COLLECTOR_TOKEN = randomBytes(16).toString('hex');
const clock = { now: () => new Date() };

interface CutOutCall {
  readonly traceId: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Request body, as a client sends it. Built before the clock starts, because the client's own work isn't measured. */
async function createBody(
  photo: Uint8Array<ArrayBuffer>,
): Promise<{ readonly contentType: string; readonly bytes: Buffer }> {
  const form = new FormData();
  form.set('image', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return { contentType, bytes: Buffer.from(await encoded.arrayBuffer()) };
}

/** Calls the API once. Returns null if the call exceeded the API's wait time. */
async function cutOut(
  address: string,
  secret: string,
  photo: Uint8Array<ArrayBuffer>,
): Promise<CutOutCall | null> {
  const traceId = randomBytes(16).toString('hex');
  const { contentType, bytes } = await createBody(photo);
  const startMs = Date.now();
  const call = request(`${address}/v1/cutouts`, {
    method: 'POST',
    headers: {
      'x-api-key': secret,
      accept: 'image/png',
      'content-type': contentType,
      'content-length': bytes.byteLength,
      traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
    },
  });
  call.end(bytes);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  let sizeBytes = 0;
  for await (const chunk of answer) sizeBytes += (chunk as Buffer).byteLength;
  const endMs = Date.now();
  if (answer.statusCode === 202) return null;
  if (answer.statusCode !== 200 || sizeBytes === 0) throw new Error(`The API answered ${answer.statusCode}.`);
  return { traceId, startMs, endMs };
}

const ofEngine = ({ name }: CollectedSpan): boolean => name.startsWith('engine ');

async function collectSpans(call: CutOutCall, collector: OtlpCollector): Promise<readonly CollectedSpan[]> {
  for (;;) {
    const spans = collector.spans.filter(({ traceId }) => traceId === call.traceId);
    if (spans.some(({ name }) => name === 'settle') && spans.some(({ name }) => name.startsWith('POST ')))
      return spans;
    await sleep(200);
  }
}

/** Time within the call in which the engine worked on the photo. */
function measureEngineMs(call: CutOutCall, spans: readonly CollectedSpan[]): number {
  let [workedMs, untilMs] = [0, call.startMs];
  for (const span of spans.filter(ofEngine).toSorted((a, b) => a.startMs - b.startMs)) {
    const [fromMs, toMs] = [Math.max(untilMs, span.startMs), Math.min(call.endMs, span.endMs)];
    if (toMs > fromMs) [workedMs, untilMs] = [workedMs + toMs - fromMs, toMs];
  }
  return workedMs;
}

function print(call: CutOutCall, spans: readonly CollectedSpan[]): void {
  for (const { name, service, startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs))
    console.error(
      `    ${String(startMs - call.startMs).padStart(6)} to ${String(endMs - call.startMs).padStart(6)} ms  ${service} ${name}`,
    );
  console.error(`    the call ended after ${call.endMs - call.startMs} ms`);
}

async function measure(address: string, collector: OtlpCollector, secret: string): Promise<void> {
  console.log(`Medians of ${ROUNDS} calls.\n`);
  console.log(row(['photo', 'engine, ms', 'POST /v1/cutouts, ms', 'added, ms', 'added, least and most']));
  console.log(row(['---', '---:', '---:', '---:', '---:']));
  const photos = (await makePhotos(FOLDER)).filter(({ label }) => SIZES.includes(label));
  const [first] = photos;
  if (first === undefined) throw new Error('There is no photo.');
  const small = new Uint8Array(await sharp(first.path).resize(WARM_UP_SIDE_PX).jpeg().toBuffer());
  const warmUp = async (): Promise<void> => {
    for (let call = 0; call < WARM_UP_CALLS; call += 1) await cutOut(address, secret, small);
  };
  const series = [{ ...first, label: `${first.label}, just started` }, ...photos];
  for (const [place, { label, path }] of series.entries()) {
    const photo = new Uint8Array(readFileSync(path));
    // Waits for the first job, which also loads the engine's network and may exceed the API's wait time.
    while ((await cutOut(address, secret, photo)) === null)
      console.error('  still waiting for the first picture');
    if (place === 1) await warmUp();
    const calls: { readonly engineMs: number; readonly allMs: number }[] = [];
    // The first round is a warm-up and isn't counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const call = await cutOut(address, secret, photo);
      if (call === null) throw new Error('A call took longer than a call waits.');
      const spans = await collectSpans(call, collector);
      const [allMs, engineMs] = [call.endMs - call.startMs, measureEngineMs(call, spans)];
      console.error(
        `  ${label}, call ${round} of ${ROUNDS}: ${engineMs} of ${allMs} ms in the engine, ${allMs - engineMs} ms beside it`,
      );
      if (showsSpans) print(call, spans);
      if (round > 0) calls.push({ engineMs, allMs });
    }
    const added = calls.map(({ engineMs, allMs }) => allMs - engineMs);
    console.log(
      row([
        label,
        String(median(calls.map(({ engineMs }) => engineMs))),
        String(median(calls.map(({ allMs }) => allMs))),
        String(median(added)),
        `${Math.min(...added)} to ${Math.max(...added)}`,
      ]),
    );
  }
}

/** Creates an API key with credits for all rounds. A test key would add watermarking, which takes time of its own. */
async function paidKey(database: ServiceDatabase): Promise<string> {
  const owner = await insertOwner(database);
  const delta = (SIZES.length + 1) * (ROUNDS + FIRST_CALLS);
  const grant = {
    userId: owner.userId,
    ledger: 'freemium',
    kind: 'grant',
    delta,
    reference: 'bench',
  } as const;
  const { ledger } = database.stores;
  await ledger.open(owner.userId);
  await ledger.append(grant);
  await ledger.append({ ...grant, ledger: 'download', reference: 'bench:download' });
  const apiKeys = createApiKeyService({ database, billing: DEMO_BILLING, clock });
  const { secret } = await createKey(apiKeys, owner, { mode: 'live', scopes: ['jobs:run', 'images:read'] });
  return secret;
}

const collector = await startOtlpCollector(COLLECTOR_TOKEN);
process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.endpoint;
process.env['OTEL_EXPORTER_OTLP_HEADERS'] =
  `authorization=${encodeURIComponent(`Bearer ${COLLECTOR_TOKEN}`)}`;
try {
  await onRunningProduct(({ address, settings }) =>
    onDatabase(settings, async (database) => measure(address, collector, await paidKey(database))),
  );
} finally {
  collector.stop();
}
