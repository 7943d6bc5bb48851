import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { PAID_PLANS, PROVIDER_IDS } from '@packshot/contract';
import type { ProviderId } from '@packshot/contract';
import { z } from 'zod';
import { readSignUp } from './sign-up-config.ts';

/*
 * Schemas for the formats of environment values, which also convert them. Error messages continue the variable's name:
 * "PORT: must be …".
 */

export const text = z.string().trim().min(1, 'must not be empty');

export const choiceSchema = <const Word extends string>(...words: readonly Word[]) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

export const flag = choiceSchema('true', 'false', '1', '0').transform(
  (value) => value === 'true' || value === '1',
);

/** A whole number in an inclusive range. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
}

/** Origins as browsers send them: only scheme, host and port. */
export const originList = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine(
    (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins like https://shop.example, separated by commas',
  );

/** Three numbers, one per color channel (red, green, blue). */
export const rgbNumbers = z
  .string()
  .transform((value) => value.split(',').map((part) => (part.trim() === '' ? NaN : Number(part))))
  .refine(
    (numbers): numbers is [number, number, number] =>
      numbers.length === 3 && numbers.every((number) => Number.isFinite(number)),
    'must be three numbers separated by commas',
  );

/** A fraction, 0 to 1. */
export const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,4})$/, 'must be a number from 0 to 1')
  .transform(Number);

/** Host names, separated by commas. */
export const nameList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .refine(
    (names) => names.every((name) => /^[a-z\d.-]+$/.test(name)),
    'must be names of hosts, separated by commas',
  );

/** Host names or addresses, separated by commas. */
export const addressList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .refine(
    (names) => names.every((name) => /^[a-z\d.:-]+$/.test(name)),
    'must be names or addresses of hosts, without ports, separated by commas',
  );

/** A URL without a trailing slash. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** The site's URL: scheme, host and port, optionally with a trailing slash. */
export const siteAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .refine((value) => {
    const url = URL.parse(value);
    return url?.href === `${url?.origin ?? ''}/`;
  }, 'must be an address without a path, like https://studio.example.com')
  .transform((value) => new URL(value).origin);

/** A network address or host name on which the server listens. */
export const hostName = z
  .string()
  .trim()
  .max(253, 'must be at most 253 characters')
  .regex(/^[A-Za-z\d.:%_-]+$/, 'must be an address or a host name, without scheme and port, like 0.0.0.0');

/** Names that Fastify's `trustProxy` accepts for ranges of addresses. */
const ADDRESS_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Proxies whose statement of the client's address is trusted: none, all of them, a number of hops, or certain
 * addresses.
 */
export const trustedProxies = z
  .string()
  .trim()
  .refine(
    (value) =>
      value === 'true' ||
      value === 'false' ||
      /^\d{1,2}$/.test(value) ||
      value.split(',').every((part) => isAddressRange(part.trim())),
    `must be true, false, a number of hops, or addresses like 127.0.0.1 or 10.0.0.0/8 (or ${ADDRESS_RANGES.join(', ')}) separated by commas`,
  );

function isAddressRange(text: string): boolean {
  if (ADDRESS_RANGES.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** A database URL. Multi-host URLs, which other clients accept, aren't supported. */
export const databaseUrl = z
  .string()
  .trim()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine(
    (value) => URL.canParse(value) && /[^/]/.test(new URL(value).host + new URL(value).pathname),
    'must be like postgres://user:password@host:5432/database; other signs than letters and digits in the password as %40',
  );

export const mailServer = z
  .string()
  .trim()
  .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
  .refine(
    (value) => URL.canParse(value) && new URL(value).hostname !== '',
    'must be like smtps://user:password@mail.example:465; other signs than letters and digits in the password as %40',
  );

export const mailAddress = z
  .string()
  .trim()
  .max(254, 'must be at most 254 characters')
  .regex(/^[^\s@<>]{1,64}@[^\s@<>]+$/, 'must be a mail address like hello@shop.example');

export const mailList = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim().toLowerCase()))
  .refine(
    (addresses) =>
      addresses.length <= 100 && addresses.every((address) => mailAddress.safeParse(address).success),
    'must be mail addresses like ann@shop.example, separated by commas, at most 100',
  );

export const signUpPolicy = z.string().transform((value, context) => {
  const policy = readSignUp(value);
  if (policy !== null) return policy;
  context.addIssue('must be open, invited, closed, or domain:example.com,other.org');
  return z.NEVER;
});

/** HTTP headers in OpenTelemetry's notation: `name=value`, values percent-encoded, separated by commas. */
export const headerList = z
  .string()
  .transform((value) =>
    value.split(',').map((pair) => {
      const at = Math.max(0, pair.indexOf('='));
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    }),
  )
  .refine(
    (pairs) => pairs.every(([name, value]) => /^[\w!#$&.^`|~-]{1,64}$/.test(name) && isEncoded(value)),
    'must be like name=value, separated by commas',
  )
  .transform((pairs): Readonly<Record<string, string>> =>
    Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)])),
  );

const MAX_HEADER_LENGTH = 4096;

/**
 * Whether a header value is percent-encoded and decodes to printable characters. A line break would start another
 * header.
 */
function isEncoded(value: string): boolean {
  if (value === '' || value.length > MAX_HEADER_LENGTH) return false;
  try {
    return /^[\x20-\x7e]+$/.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

/** A mail address, optionally preceded by a display name. */
export const sender = z
  .string()
  .trim()
  .max(320, 'must be at most 320 characters')
  .regex(
    /^(?:[^<>\p{Cc}]{0,200}<[^\s@<>]{1,64}@[^\s@<>]+>|[^\s@<>]{1,64}@[^\s@<>]+)$/u,
    'must be a mail address like hello@shop.example, or Packshot <hello@shop.example>',
  );

export function existingPath(kind: 'file' | 'folder') {
  return text.refine((path) => {
    const fileStats = statSync(path, { throwIfNoEntry: false });
    return kind === 'file' ? fileStats?.isFile() === true : fileStats?.isDirectory() === true;
  }, `must be a ${kind} that is there and may be read`);
}

/** A number per engine, such as `openai=4`, separated by commas. */
export function engineNumbers(min: number, max: number) {
  return z
    .string()
    .transform((value) => value.split(',').map((pair) => pair.split('=').map((part) => part.trim())))
    .refine(
      (pairs) =>
        pairs.every(
          ([id, number, ...rest]) =>
            (PROVIDER_IDS as readonly (string | undefined)[]).includes(id) &&
            /^\d{1,6}$/.test(number ?? '') &&
            Number(number) >= min &&
            Number(number) <= max &&
            rest.length === 0,
        ),
      `must be like openai=4, with whole numbers from ${min} to ${max} and engines out of ${PROVIDER_IDS.join(', ')}`,
    )
    .transform((pairs): Readonly<Partial<Record<ProviderId, number>>> =>
      Object.fromEntries(pairs.map(([id, number]) => [id, Number(number)])),
    );
}

/** Engine of a tool: the built-in one, or another that supports the tool (see the table in docs/engines.md). */
export const engineSchema = <const Id extends ProviderId>(...ids: readonly Id[]) =>
  z
    .enum(['embedded', ...ids], { error: `must be one of ${['embedded', ...ids].join(', ')}` })
    .optional()
    .transform((id): 'embedded' | Id => id ?? 'embedded');

/**
 * Stripe price ids of all paid plans, such as `lite-month=price_…`, separated by commas; none may be missing or
 * repeated.
 */
export const priceList = z
  .string()
  .transform((value) =>
    value.split(',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, string?]),
  )
  .refine(
    (pairs): pairs is [string, string][] =>
      pairs.length === PAID_PLANS.length &&
      PAID_PLANS.every(({ id }) => pairs.some(([planId, price]) => planId === id && !!price)) &&
      new Set(pairs.map(([, price]) => price)).size === pairs.length,
    `must name a price for each of ${PAID_PLANS.map((plan) => plan.id).join(', ')}, like lite-month=price_123`,
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs));
