import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { watchDocument } from './document-check.ts';

/** Starts an app with one route of the public API that sends the given response, and checks a call to it. */
async function checkResponse(
  operation: string,
  answer: { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown },
): Promise<string> {
  const app = fastify();
  const expectOnlyDocumented = watchDocument(app);
  app.get('/v1/jobs', { config: { v1Operation: operation } }, async (_request, reply) =>
    reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body),
  );
  await app.inject({ url: '/v1/jobs' });
  await app.close();
  try {
    expectOnlyDocumented();
    return '';
  } catch (error) {
    return String(error);
  }
}

const PROBLEM = {
  type: '/v1/problems/JOB_NOT_FOUND',
  title: 'Job not found',
  status: 404,
  detail: 'We can’t find this job.',
  code: 'JOB_NOT_FOUND',
  request_id: 'x',
  credits_charged: 0,
};
const AS_PROBLEM = { 'content-type': 'application/problem+json' };

describe('the comparison with the OpenAPI document', () => {
  it('accepts an answer as the document describes it', async () => {
    expect(await checkResponse('readJob', { status: 404, headers: AS_PROBLEM, body: PROBLEM })).toBe('');
    expect(await checkResponse('listJobs', { status: 200, body: { data: [], next_cursor: null } })).toBe('');
  });

  it.each([
    ['a status', { status: 418, body: {} }, 'the status'],
    [
      'a media type',
      { status: 200, headers: { 'content-type': 'text/html' }, body: 'x' },
      'an answer of text/html',
    ],
    [
      'a header',
      { status: 200, headers: { 'packshot-x': '1' }, body: { data: [], next_cursor: null } },
      'packshot-x',
    ],
    ['a field that is missing', { status: 200, body: { data: [] } }, 'next_cursor'],
    [
      'an additional field',
      { status: 200, body: { data: [], next_cursor: null, more: 1 } },
      'additional properties',
    ],
    [
      'an error code',
      { status: 400, headers: AS_PROBLEM, body: { ...PROBLEM, status: 400 } },
      'the code JOB_NOT_FOUND',
    ],
  ])('reports a part of the answer missing in the document: %s', async (_what, answer, fault) => {
    expect(await checkResponse('listJobs', answer)).toContain(fault);
  });
});
