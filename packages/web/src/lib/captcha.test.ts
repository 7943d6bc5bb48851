import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubServer } from '../testing/browser-doubles.ts';
import { solveCaptcha } from './captcha.ts';
import { sha256 } from './sha256.ts';

afterEach(() => vi.unstubAllGlobals());

const hex = (text: string): string =>
  [...sha256(new TextEncoder().encode(text))].map((word) => word.toString(16).padStart(8, '0')).join('');

describe('sha256', () => {
  it('is the one of everybody else, at every length around its blocks', () => {
    for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 200]) {
      const text = 'ab€'.repeat(length).slice(0, length);
      expect(hex(text), String(length)).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });
});

describe('a captcha', () => {
  it('is solved, whatever its number', async () => {
    for (const number of [0, 4000, 9999]) {
      const salt = 'f00d?expires=1&';
      const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex');
      const puzzle = { algorithm: 'SHA-256', challenge, maxnumber: 10_000, salt, signature: 'signed' };
      stubServer({ 'captcha-challenge': () => Response.json(puzzle) });
      const solution: unknown = JSON.parse(atob((await solveCaptcha()) ?? ''));
      expect(solution).toEqual({ algorithm: 'SHA-256', challenge, number, salt, signature: 'signed' });
    }
  });

  it('is none where the server asks for none', async () => {
    stubServer({ 'captcha-challenge': () => new Response('{}', { status: 404 }) });
    expect(await solveCaptcha()).toBeNull();
  });
});
