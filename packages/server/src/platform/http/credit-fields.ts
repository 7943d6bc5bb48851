import { withoutMoney } from '@packshot/contract';

/** Fields of the public API and of webhooks that contain credits. A server without billing leaves them out. */
export const CREDIT_FIELDS: ReadonlySet<string> = new Set([
  'credits',
  'credits_charged',
  'balance',
  'is_free',
  'downloads',
]);

const MESSAGES = ['message', 'detail'];
const stripField = (name: string, inside: unknown): unknown =>
  MESSAGES.includes(name) && typeof inside === 'string' ? withoutMoney(inside) : withoutCredits(inside);

/** Removes credit fields, and sentences about money in messages, from a JSON value at any depth. */
export function withoutCredits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredits);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const retainedEntries = Object.entries(value).filter(([name]) => !CREDIT_FIELDS.has(name));
  return Object.fromEntries(retainedEntries.map(([name, inside]) => [name, stripField(name, inside)]));
}
