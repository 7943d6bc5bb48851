import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHANNEL_IDS, CHANNELS } from './channels.ts';
import { datedRule } from './rule-words.ts';

const PAGE = readFileSync(new URL('../../../../docs/channels.md', import.meta.url), 'utf8');

it.each(CHANNEL_IDS)('the page says all that is known of %s, from where, and since when', (id) => {
  const { name, rules, unchecked, unknown } = CHANNELS[id];
  const from = PAGE.indexOf(`### ${name}\n`);
  expect(from, `docs/channels.md has no section ### ${name}`).toBeGreaterThan(0);
  const next = PAGE.indexOf('\n## ', from);
  const end = PAGE.indexOf('\n### ', from + 5);
  const section = PAGE.slice(from, end < 0 || (next > 0 && next < end) ? next : end);
  for (const rule of rules) {
    const { title, url, checkedOn, confidence } = rule.source;
    const source = url === null ? title : `[${title}](${url})`;
    const row = `| ${datedRule(rule)} | ${rule.level} | ${confidence}, ${checkedOn} | ${source} |`;
    expect(section).toContain(row);
  }
  for (const { says } of unchecked) expect(section).toContain(says);
  for (const says of unknown) expect(section).toContain(says);
});
