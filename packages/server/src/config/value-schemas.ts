import { PAID_PLANS, PROVIDER_IDS } from '@packshot/contract';
import type { ProviderId } from '@packshot/contract';
import { z } from 'zod';

/*
 * What values of the environment may look like, and what becomes of their text. Messages follow the key's name: "PORT: must be …".
 */

/** Anything but nothing. */
export const text = z.string().trim().min(1);

/** Yes or no. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');

/** A whole number, both ends included. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
}

/** Origins as browsers send them: scheme, host and port, nothing behind. */
export const originList = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine(
    (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins like https://shop.example, separated by commas',
  );

/** Three numbers, one a colour channel. */
export const rgbNumbers = z
  .string()
  .transform((value) => value.split(',').map((part) => (part.trim() === '' ? NaN : Number(part))))
  .refine(
    (numbers): numbers is [number, number, number] =>
      numbers.length === 3 && numbers.every((number) => Number.isFinite(number)),
    'must be three numbers separated by commas',
  );

/** A share of the whole. */
export const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,4})$/, 'must be a number from 0 to 1')
  .transform(Number);

/** Names of hosts, separated by commas. */
export const nameList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .refine(
    (names) => names.every((name) => /^[a-z\d.-]+$/.test(name)),
    'must be names of hosts, separated by commas',
  );

/** Names or addresses of hosts, separated by commas. */
export const addressList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .refine(
    (names) => names.every((name) => /^[a-z\d.:-]+$/.test(name)),
    'must be names or addresses of hosts, without ports, separated by commas',
  );

/** An address without a slash at its end. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** A number for each of some engines, `openai=4`, separated by commas. */
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

/** Who does a tool's work beside the embedded engine: one that can, by the table in docs/engines.md. */
export const engineOf = <const Id extends ProviderId>(...ids: readonly Id[]) =>
  z
    .enum(['embedded', ...ids])
    .optional()
    .transform((id): 'embedded' | Id => id ?? 'embedded');

/** Every paid plan's price, `lite-month=price_…`, separated by commas; none missing, none twice. */
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
