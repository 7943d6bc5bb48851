import { createHash, randomInt } from 'node:crypto';
import type { ApiKeyMode } from '@packshot/contract';

/** 30 letters of 62 are 178 bits: a plain hash of it cannot be reversed by search, and nobody guesses it. */
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET = /^(pk_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const SECRET_LENGTH = 'pk_live_'.length + RANDOM_LENGTH + CHECK_LENGTH;
/** Prefix and four letters: enough to tell a person's keys apart, and nothing that helps to guess one. */
const SHOWN_LENGTH = 12;

/** A new secret. Prefix and check digits let scanners of published code recognize it without asking us. */
export function newKeySecret(mode: ApiKeyMode): string {
  const letters = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const body = `pk_${mode}_${letters.join('')}`;
  return body + checkDigits(body);
}

/** False for what cannot be a key, mistyped ones among them, so that it never reaches the database. */
export function isKeySecret(text: string): boolean {
  if (text.length !== SECRET_LENGTH) return false;
  const [, body, check] = SECRET.exec(text) ?? [];
  return body !== undefined && checkDigits(body) === check;
}

/** As it is stored. */
export const hashKeySecret = (secret: string): Uint8Array => createHash('sha256').update(secret).digest();

export const startOfKeySecret = (secret: string): string => secret.slice(0, SHOWN_LENGTH);

/** The CRC-32 of the text in base 62, as in GitHub's tokens. */
function checkDigits(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** Of ISO 3309, reflected, as in ZIP and PNG. */
const POLYNOMIAL = 0xed_b8_83_20;

/** @param text of ASCII */
function crc32(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
