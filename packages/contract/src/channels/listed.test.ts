import { expect, it } from 'vitest';
import { v1ChannelSchema } from '../api/v1/channels.ts';
import { CHANNEL_IDS, CHANNELS } from './channels.ts';
import { listedChannels } from './listed.ts';

it('listedChannels lists every channel with every rule, its values and its source', () => {
  const listed = listedChannels();
  expect(listed.map(({ id }) => id)).toEqual([...CHANNEL_IDS]);
  for (const channel of listed) {
    expect(v1ChannelSchema.safeParse(channel).error?.issues, channel.id).toBeUndefined();
    expect(channel.rules).toHaveLength(CHANNELS[channel.id as keyof typeof CHANNELS].rules.length);
    for (const { source } of channel.rules) expect(source.checked_on >= channel.checked_on).toBe(true);
  }
  const rules = listed.find(({ id }) => id === 'amazon')?.rules;
  expect(rules?.find(({ rule }) => rule === 'side')).toMatchObject({
    of: 'longer',
    min_px: 500,
    judged: false,
  });
  expect(rules?.find(({ rule }) => rule === 'fill')).toMatchObject({ min: 0.85, judged: true });
  expect(rules?.find(({ rule }) => rule === 'format')?.formats).toContain('jpeg');
});
