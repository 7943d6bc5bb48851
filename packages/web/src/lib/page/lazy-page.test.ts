import { afterEach, describe, expect, it, vi } from 'vitest';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { lazyPage, lazyPart, loadWithin, PageLoadError, CHUNK_LOAD_TIMEOUT_MS } from './lazy-page.ts';

afterEach(() => vi.useRealTimers());

describe('loading a page', () => {
  it('loading a page resolves to its script', async () => {
    await expect(loadWithin(() => Promise.resolve('page'))).resolves.toBe('page');
  });

  it('loading a page reports a script that fails', async () => {
    const failing = loadWithin(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(failing).rejects.toBeInstanceOf(PageLoadError);
  });

  it('loading a page gives up after 120 seconds and not before', async () => {
    vi.useFakeTimers();
    let outcome = 'waiting';
    const never = loadWithin(() => new Promise<string>(() => undefined));
    const settled = never.catch((error: unknown) => {
      outcome = (error as Error).name;
    });
    await vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS - 1);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    await settled;
    expect(outcome).toBe('PageLoadError');
    expect(CHUNK_LOAD_TIMEOUT_MS).toBe(120_000);
  });
});

it('a page whose script has arrived is shown at once, without a fallback', async () => {
  const Page = lazyPage(() => Promise.resolve({ default: () => 'the page' }));
  await Page.fetchScript();
  // Rendering is synchronous, so a component that still waits for its script would be missing.
  expect(renderToString(createElement(Page))).toBe('the page');
});

it('a lazy component receives its props, and its script is requested again after a failure', async () => {
  let tries = 0;
  const Part = lazyPart<{ readonly name: string }>(() => {
    tries += 1;
    return tries === 1
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(({ name }) => name);
  });
  await expect(Part.fetchScript()).rejects.toBeInstanceOf(PageLoadError);
  await Part.fetchScript();
  expect(renderToString(createElement(Part, { name: 'a panel' }))).toBe('a panel');
});
