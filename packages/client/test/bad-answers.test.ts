/**
 * Tests responses that a faulty server or proxy could return: each invalid response must fail its call once, without
 * retries.
 */
import { describe, expect, it } from 'vitest';
import { Packshot } from '../src/index.ts';
import {
  DONE,
  endless,
  JOB,
  json,
  KEY,
  picture,
  raw,
  SERVER,
  strictDouble,
} from './testing/strict-double.ts';
import type { Answer } from './testing/strict-double.ts';

type Ask = (packshot: Packshot) => Promise<unknown>;
const PHOTO = new Uint8Array([9, 8, 7]);
const ASK = {
  cutout: (packshot) => packshot.cutouts.create({ image: PHOTO }),
  start: (packshot) => packshot.cutouts.start({ image: PHOTO }),
  words: (packshot) => packshot.descriptions.create({ image: PHOTO }),
  keep: (packshot) => packshot.images.create(PHOTO),
  picture: (packshot) => packshot.jobs.picture(JOB.id),
  job: (packshot) => packshot.jobs.get(JOB.id),
  stop: (packshot) => packshot.jobs.stop(JOB.id),
  jobs: (packshot) => packshot.jobs.list(),
  wait: (packshot) => packshot.jobs.wait(JOB.id),
  sets: (packshot) => packshot.sets.list(),
  key: (packshot) => packshot.key.get(),
  usage: (packshot) => packshot.usage.get(),
  problem: (packshot) => packshot.problems.get('NOT_FOUND'),
} satisfies Record<string, Ask>;

const HTML = raw('<h1>Welcome to the guest network</h1>', 'text/html');
const event = (value: unknown) => raw(`data: ${JSON.stringify(value)}\n\n`, 'text/event-stream');
const withHeader = (name: string, value: string) => () => {
  const answer = picture();
  answer.headers.set(name, value);
  return answer;
};

async function assertBad(ask: Ask, ...answers: readonly Answer[]): Promise<void> {
  const double = strictDouble(...answers);
  const packshot = new Packshot({ server: SERVER, key: KEY, fetch: double.fetch });
  // A retry would get no response from the fake server, so the error would be NETWORK.
  await expect(ask(packshot)).rejects.toMatchObject({ name: 'PackshotError', code: 'BAD_ANSWER' });
  double.assertDone();
}

describe('bad answers of a server', () => {
  it.each(Object.keys(ASK) as (keyof typeof ASK)[])(
    'refuses an HTML page, null or unexpected JSON as the answer to the call “%s”',
    async (name) => {
      for (const answer of [HTML, json(null), json([]), json('text'), json({ data: null }), json({ id: 7 })])
        await assertBad(ASK[name], answer);
    },
  );

  it.each([
    ['has no results', { ...DONE, results: null }],
    ['has a result without a number', { ...DONE, results: [{}] }],
    ['has a result whose number is a path', { ...DONE, results: [{ index: '/../../etc' }] }],
    ['has a result that is numbered -1', { ...DONE, results: [{ index: -1 }] }],
    ['has a description that is no text', { ...DONE, results: [{ index: 0, description: {} }] }],
    ['has quality flags of an unknown kind', { ...DONE, results: [{ index: 0, doubts: [{ reason: 'x' }] }] }],
    [
      'has more results than a client fetches',
      { ...DONE, results: Array.from({ length: 101 }, () => ({ index: 0 })) },
    ],
    ['has a path as its ID', { ...DONE, id: '..' }],
    ['has an unknown status', { ...DONE, status: 'lost' }],
    ['has no date', { ...DONE, created_at: undefined }],
    ['has an error that isn’t an object', { ...DONE, status: 'failed', error: 'no' }],
  ])('refuses a job that %s', async (_, job) => {
    await assertBad(ASK.job, json(job));
    await assertBad(ASK.start, json(job, 202));
    await assertBad(ASK.cutout, json(job, 202));
    await assertBad(ASK.jobs, json({ data: [job], next_cursor: null }));
    await assertBad(ASK.wait, event(job));
  });

  it('refuses a picture with invalid headers, and a result without a description', async () => {
    await assertBad(ASK.picture, withHeader('packshot-credits-charged', 'many'));
    await assertBad(ASK.picture, withHeader('packshot-confidence', ''));
    await assertBad(ASK.picture, withHeader('packshot-foreground', '1,2,3'));
    await assertBad(ASK.picture, withHeader('packshot-foreground', '1,2,3,x'));
    await assertBad(ASK.picture, raw('', 'image/png'));
    for (const type of ['image/png', 'image/jpeg', 'image/webp; x=1', 'IMAGE/AVIF'])
      await assertBad(ASK.picture, raw('<html>Sign in first</html>', type));
    await assertBad(ASK.words, json({ ...DONE, results: [] }));
  });

  it('refuses an event that isn’t JSON', async () => {
    await assertBad(ASK.wait, raw('data: {"id":\n\n', 'text/event-stream'));
  });

  it.each([
    ['JSON', ASK.job, 'application/json', 5],
    ['a picture', ASK.picture, 'image/png', 100],
    ['an event', ASK.wait, 'text/event-stream', 1],
  ] as const)('refuses %s that never ends', async (_, ask, type, mostMegabytes) => {
    const { answer, takenBytes } = endless(type);
    await assertBad(ask, answer);
    // The limit leaves some margin, because a stream prefetches slightly more than the client reads.
    expect(takenBytes()).toBeLessThanOrEqual((mostMegabytes + 3) * 1e6);
  });

  it('refuses an error response that never ends, or has invalid fields', async () => {
    const { answer, takenBytes } = endless('application/problem+json');
    await assertBad(ASK.job, async (request) => new Response((await answer(request)).body, { status: 400 }));
    expect(takenBytes()).toBeLessThanOrEqual(8e6);
    await assertBad(ASK.job, json({ code: 'BAD_REQUEST', detail: 'No.', status: {} }, 400));
    await assertBad(ASK.job, json({ code: 'BAD_REQUEST', detail: 'No.', status: 400, request_id: [] }, 400));
  });
});

it('the client refuses a job ID that would change the path of the request', async () => {
  const double = strictDouble();
  const { jobs } = new Packshot({ server: SERVER, key: KEY, fetch: double.fetch });
  for (const id of ['..', '.', '', 'a/b', '%2e%2e', 'a b'])
    for (const ask of [jobs.get, jobs.stop, jobs.wait, (each: string) => jobs.picture(each)])
      await expect(ask(id)).rejects.toMatchObject({ code: 'BAD_REQUEST', param: 'id', status: undefined });
  double.assertDone();
});
