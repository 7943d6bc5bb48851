import { SHELL_ENDPOINTS } from '@packshot/contract/shell-endpoints';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { captchaChallengeSchema } from '@packshot/contract/accounts/captcha';
import type { CaptchaPuzzle } from '@packshot/contract/accounts/captcha';
import { errorOfResponse, noAnswerError } from '../api/api-error.ts';
import { endpointUrl } from '../api/endpoint-url.ts';

const NOT_FOUND = 404;
/** Number of hashes after which the code yields to the event loop: about ten milliseconds. */
const BATCH = 4000;

/**
 * Fetches a puzzle and solves it; if the operator has chosen a third-party captcha, shows that one instead.
 * @returns the value of the call's captcha header, or null if the server requires no captcha
 * @throws {ApiError} without a puzzle; CAPTCHA_REQUIRED if the visitor closes the third-party captcha
 */
export async function solveCaptcha(): Promise<string | null> {
  const response = await fetch(endpointUrl(SHELL_ENDPOINTS.getCaptchaChallenge)).catch((cause: unknown) => {
    throw noAnswerError(cause);
  });
  if (response.status === NOT_FOUND) return null;
  if (!response.ok) throw await errorOfResponse(response);
  const puzzle = captchaChallengeSchema.parse(await response.json());
  if ('service' in puzzle) return (await import('./captcha-frame.ts')).solveInFrame(puzzle);
  const { algorithm, challenge, salt, signature } = puzzle;
  return btoa(JSON.stringify({ algorithm, challenge, number: await search(puzzle), salt, signature }));
}

/**
 * Tries every number in turn, yielding to the page in between. Doesn't use `crypto.subtle`, which is missing without
 * HTTPS.
 */
async function search({ salt, challenge, maxnumber }: CaptchaPuzzle): Promise<number> {
  const encoder = new TextEncoder();
  const targetByte = Number.parseInt(challenge.slice(0, 2), 16);
  for (let number = 0; number <= maxnumber; number += 1) {
    const digest = sha256(encoder.encode(`${salt}${number}`));
    // Comparing the first byte rules out 255 of 256 digests without formatting them.
    if (digest[0] === targetByte && bytesToHex(digest) === challenge) return number;
    if (number % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve));
  }
  // Unreachable for a valid puzzle: the server chose its number from this range.
  throw new Error('The puzzle has no solution');
}
