/**
 * SHA-256 (FIPS 180-4) without `crypto.subtle`, which browsers give only to HTTPS and localhost. For puzzles, not
 * for secrets: it takes no care about timing.
 */
const K = new Uint32Array(64);
const INITIAL = new Uint32Array(8);
fillConstants();

/** The first 32 bits of the fractions of square and cube roots of the first primes. */
function fillConstants(): void {
  let found = 0;
  for (let candidate = 2; found < K.length; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) isPrime = false;
    }
    if (!isPrime) continue;
    if (found < INITIAL.length) INITIAL[found] = (Math.sqrt(candidate) % 1) * 2 ** 32;
    K[found] = (Math.cbrt(candidate) % 1) * 2 ** 32;
    found += 1;
  }
}

const words = new Uint32Array(64);
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** @returns the digest as eight 32-bit words */
export function sha256(message: Uint8Array): Uint32Array {
  const paddedBytes = Math.ceil((message.byteLength + 9) / 64) * 64;
  const padded = new DataView(new ArrayBuffer(paddedBytes));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.byteLength, 0x80);
  padded.setUint32(paddedBytes - 8, Math.floor(message.byteLength / 2 ** 29));
  padded.setUint32(paddedBytes - 4, message.byteLength * 8);
  const state = INITIAL.slice();
  for (let offset = 0; offset < paddedBytes; offset += 64) compress(state, padded, offset);
  return state;
}

/** Reads a word of a table whose bounds the loops keep. */
const at = (table: Uint32Array, index: number): number => table[index] as number;

function compress(state: Uint32Array, block: DataView, offset: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const a = at(words, i - 15);
    const b = at(words, i - 2);
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)];
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)];
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(K, i) + at(words, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}
