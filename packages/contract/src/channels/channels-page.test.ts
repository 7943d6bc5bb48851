import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { channelSection } from '../testing/channel-section.ts';
import { CHANNEL_IDS, CHANNELS } from './channels.ts';

const PAGE = readFileSync(new URL('../../../../docs/channels.md', import.meta.url), 'utf8');

function readSection(name: string): string {
  const from = PAGE.indexOf(`### ${name}\n`);
  const end = PAGE.slice(from + 1).search(/\n##/);
  return from < 0 ? '' : PAGE.slice(from, end < 0 ? undefined : from + 1 + end);
}

it.each(CHANNEL_IDS)('docs/channels.md lists the rules of %s with their sources', (id) => {
  expect(readSection(CHANNELS[id].name)).toBe(channelSection(CHANNELS[id]));
});
