import { captchaPuzzleSchema } from '@packshot/contract';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import { z } from 'zod';
import type { Captcha } from './captcha.ts';
import type { Clock } from '../clock.ts';

/** Lifetime of a puzzle. Enough time to fill in a form, but too little to sell the solution. */
export const CAPTCHA_TTL_S = 10 * 60;

/**
 * Maximum of the puzzle's secret number. Finding it takes about 25,000 hashes on average: 0.2 s on a laptop and 0.5 s
 * on a phone. A user doesn't notice, but creating thousands of accounts gets expensive.
 */
const MAX_NUMBER = 50_000;

const payloadSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: captchaPuzzleSchema.shape.challenge,
  number: z.number().int().min(0).max(MAX_NUMBER),
  salt: z.string().max(256),
  signature: z.string().max(128),
});

/**
 * Creates the ALTCHA proof-of-work captcha, version 1 of its protocol: plain SHA-256, which a browser can compute
 * without `crypto.subtle`, and therefore also without HTTPS (docs/decisions/accounts-and-captcha.md).
 * @param key signs the puzzles
 */
export function createAltcha(key: Uint8Array, clock: Clock): Captcha {
  const hmacKey = Buffer.from(key).toString('base64url');
  return {
    async challenge() {
      const expires = new Date(clock.now().getTime() + CAPTCHA_TTL_S * 1000);
      const challenge = await createChallenge({
        hmacKey,
        algorithm: 'SHA-256',
        maxnumber: MAX_NUMBER,
        expires,
      });
      return captchaPuzzleSchema.parse(challenge);
    },
    async verify(solution) {
      const parsed = payloadSchema.safeParse(decode(solution));
      if (!parsed.success) return null;
      // The salt contains the puzzle's expiry and is covered by the signature.
      const expiresAt = new Date(
        Number(new URLSearchParams(parsed.data.salt.split('?')[1]).get('expires')) * 1000,
      );
      if (!(expiresAt > clock.now())) return null;
      const isSolved = await verifySolution(parsed.data, hmacKey, false);
      return isSolved ? { challenge: parsed.data.challenge, expiresAt } : null;
    },
  };
}

function decode(solution: string): unknown {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString('utf8'));
  } catch {
    // The solution isn't base64-encoded JSON.
    return null;
  }
}
