import { createHash, randomInt } from 'node:crypto';
import type { ApiKeyMode } from '@packshot/contract';

/**
 * Number of random characters. 30 characters from an alphabet of 62 have 178 bits, so secrets can't be guessed and a
 * plain hash can't be reversed.
 */
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET = /^(pk_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const SECRET_LENGTH = 'pk_live_'.length + RANDOM_LENGTH + CHECK_LENGTH;
/**
 * Number of characters shown to users: the prefix and four more. Enough to tell a user's keys apart, too few to help
 * guess one.
 */
const SHOWN_LENGTH = 12;

/** Creates a secret. Its prefix and check digits let scanners of public code recognize leaked secrets offline. */
export function newKeySecret(mode: ApiKeyMode): string {
  const letters = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const body = `pk_${mode}_${letters.join('')}`;
  return body + checkDigits(body);
}

/** Returns false for text that can't be a key, including mistyped keys, so that no database query is needed. */
export function isKeySecret(text: string): boolean {
  if (text.length !== SECRET_LENGTH) return false;
  const [, body, check] = SECRET.exec(text) ?? [];
  return body !== undefined && checkDigits(body) === check;
}

export const hashKeySecret = (secret: string): Uint8Array => createHash('sha256').update(secret).digest();

export const startOfKeySecret = (secret: string): string => secret.slice(0, SHOWN_LENGTH);

/** CRC-32 of the text in base 62, as in GitHub's access tokens. */
function checkDigits(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** Reflected CRC-32 polynomial (ISO 3309), as in ZIP and PNG. */
const POLYNOMIAL = 0xed_b8_83_20;

/**
 * Computes the CRC-32 of a text.
 * @param text ASCII only
 */
function crc32(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
