/**
 * Price quotes: signed prices for work that costs credits. To order the work, the agent repeats exactly the same call
 * with the quote. A quote works once.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** Validity of a quote in seconds, long enough for an agent to ask its user. */
const QUOTE_TTL_S = 600;
const VERSION = 'q1';
export const QUOTE_MAX_LENGTH = 400;

interface QuotedWork {
  /** Owner of the API key that pays for the work. */
  readonly holder: string;
  readonly tool: string;
  /** Validated arguments of the work, without the quote itself. */
  readonly args: Readonly<Record<string, unknown>>;
}

interface Quote {
  readonly text: string;
  readonly expiresAt: Date;
}

interface ReadQuote {
  readonly id: string;
  readonly credits: number;
}

export type Quotes = ReturnType<typeof createQuotes>;

interface Terms {
  readonly id: string;
  readonly credits: number;
  /** Time at which the quote expires, as Unix time in seconds. */
  readonly expires: number;
}

/** @param secret key for signing quotes, 32 bytes or more; shared by processes that serve the same API keys */
export function createQuotes(secret: Uint8Array, now: () => Date = () => new Date()) {
  const seal = (terms: string, work: QuotedWork): Buffer =>
    createHmac('sha256', secret)
      .update(VERSION)
      .update('\0')
      .update(terms)
      .update('\0')
      .update(fingerprint(work))
      .digest();
  return {
    give(work: QuotedWork, credits: number): Quote {
      const expires = Math.floor(now().getTime() / 1000) + QUOTE_TTL_S;
      const terms: Terms = { id: randomBytes(12).toString('hex'), credits, expires };
      const written = Buffer.from(JSON.stringify(terms)).toString('base64url');
      return {
        text: `${VERSION}.${written}.${seal(written, work).toString('base64url')}`,
        expiresAt: new Date(expires * 1000),
      };
    },
    /**
     * Reads and verifies a quote.
     * @throws Refusal if the quote wasn't signed with this secret, has expired, or is for other work or another key's
     * owner
     */
    read(text: string, work: QuotedWork): ReadQuote {
      const [version, written = '', receivedMac = '', ...more] = text.slice(0, QUOTE_MAX_LENGTH).split('.');
      const mac = Buffer.from(receivedMac, 'base64url');
      const own = seal(written, work);
      const isOurs =
        version === VERSION && more.length === 0 && mac.length === own.length && timingSafeEqual(mac, own);
      if (!isOurs)
        throw new Refusal(
          'QUOTE_INVALID',
          'This quote is not for this tool, these exact arguments and this key. Call the tool without a quote to get one.',
          { param: 'quote' },
        );
      const { id, credits, expires } = JSON.parse(Buffer.from(written, 'base64url').toString()) as Terms;
      if (now().getTime() >= expires * 1000)
        throw new Refusal(
          'QUOTE_EXPIRED',
          'This quote has expired. Call the tool without a quote to get another.',
          { param: 'quote' },
        );
      return { id, credits };
    },
  };
}

/** Hash of the work, independent of the order of its arguments. */
const fingerprint = ({ holder, tool, args }: QuotedWork): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([holder, tool, inOrder(args)]))
    .digest();

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, inOrder(each)]);
}
