import { isIPv4 } from 'node:net';
import type { ConfigValues } from './keys.ts';

type ReachSettings = Pick<
  ConfigValues,
  'NODE_ENV' | 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'DEVELOPMENT_OPEN_TO_OTHERS'
>;

/**
 * Lists the settings that let other machines reach a development server; empty in production. In development, any
 * visitor can get a paid plan for free. Mails are written to a folder and the log, and their links sign users in.
 */
export function openedBy(values: ReachSettings): readonly string[] {
  if (values.NODE_ENV === 'production') return [];
  const { HOST, PUBLIC_URL, TRUST_PROXY } = values;
  return [
    ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname)
      ? []
      : [`PUBLIC_URL=${PUBLIC_URL}`]),
    ...(TRUST_PROXY === undefined || TRUST_PROXY === 'false' || /^0+$/.test(TRUST_PROXY)
      ? []
      : [`TRUST_PROXY=${TRUST_PROXY}`]),
  ];
}

/**
 * Explains why a development server that other machines can reach doesn't start, with the missing settings ready to be
 * copied. Null if it may start.
 */
export function refusalOfOpenDevelopment(values: ReachSettings): string | null {
  const reasons = openedBy(values);
  if (reasons.length === 0 || values.DEVELOPMENT_OPEN_TO_OTHERS) return null;
  const missing = [
    'NODE_ENV=production',
    ...(values.PUBLIC_URL === undefined ? ['PUBLIC_URL=https://studio.example.com'] : []),
    ...(values.TRUST_PROXY === undefined ? ['TRUST_PROXY=127.0.0.1'] : []),
  ];
  return [
    `Others can reach this server (${reasons.join(', ')}), but it is in development mode: any visitor could take a paid`,
    'plan for nothing, and links that open accounts would be written into the log. What is missing in .env, or in',
    'the environment, with the address that people type and that of your proxy:',
    '',
    ...missing,
    '',
    'If others are meant to reach a development server, say so: DEVELOPMENT_OPEN_TO_OTHERS=true',
  ].join('\n');
}

function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIPv4(name) && name.startsWith('127.'))
  );
}
