/** Limits the structure of a JSON body before it is parsed: parsing a few megabytes of brackets takes half a second. */
import { setImmediate } from 'node:timers/promises';

/**
 * Maximum number of commas, colons and opening brackets, about twice as many as our largest call has: 500 rows of 20
 * columns.
 */
const VALUES_MAX = 60_000;
/** Maximum number of keys per JSON object. */
const KEYS_MAX = 1000;
const DEPTH_MAX = 64;
/** Number of bytes that are scanned (about 2 ms) before other requests get a turn. */
const BYTES_AT_ONCE = 1024 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPENING_LIST, CLOSING_LIST, OPENING_OBJECT, CLOSING_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a JSON text has few enough values and levels to be parsed quickly. */
export async function isPlainJson(bytes: Uint8Array): Promise<boolean> {
  let [values, depth, isInText] = [0, 0, false];
  const keys = new Uint32Array(DEPTH_MAX + 1);
  for (let at = 0; at < bytes.length; at += 1) {
    if (at % BYTES_AT_ONCE === BYTES_AT_ONCE - 1) await setImmediate();
    const byte = bytes[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === COLON) {
      values += 1;
      const own = (keys[depth] ?? 0) + 1;
      keys[depth] = own;
      if (own > KEYS_MAX) return false;
    } else if (byte === OPENING_LIST || byte === OPENING_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > DEPTH_MAX) return false;
      keys[depth] = 0;
    } else if (byte === CLOSING_LIST || byte === CLOSING_OBJECT) depth -= 1;
    if (values > VALUES_MAX) return false;
  }
  return true;
}
