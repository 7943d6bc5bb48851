// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubServer } from '../../testing/browser-doubles.ts';
import { call } from './api-client.ts';
import { forgetTracing, isOfClick, createTraceparent } from './trace.ts';

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;
const say = (html: string): void => {
  document.head.innerHTML = html;
  forgetTracing();
};
beforeEach(() => say('<meta name="tracing" content="on">'));
afterEach(() => say(''));

describe('the trace of an API call', () => {
  it('is shared by all calls with one abort signal, and separate for any other signal', () => {
    const [click, other] = [new AbortController(), new AbortController()];
    const first = createTraceparent(click.signal);
    expect(first).toMatch(TRACEPARENT);
    expect(createTraceparent(click.signal)).toBe(first);
    const all = [
      first,
      createTraceparent(other.signal),
      createTraceparent(undefined),
      createTraceparent(undefined),
    ];
    expect(new Set(all.map((each) => each?.slice(3, 35))).size).toBe(4);
  });

  it('is shared by a call that combines the click’s abort signal with another signal', () => {
    const click = new AbortController();
    const own = AbortSignal.any([click.signal, AbortSignal.timeout(60_000)]);
    isOfClick(own, click.signal);
    expect(createTraceparent(own)).toBe(createTraceparent(click.signal));
  });

  it('is sent only if the server records traces', async () => {
    const requests = stubServer({ '/api/models': () => Response.json({ data: [] }) });
    await call('listModels');
    say('');
    await call('listModels');
    expect(requests.map(({ headers }) => headers.get('traceparent'))).toEqual([
      expect.stringMatching(TRACEPARENT),
      null,
    ]);
  });
});
