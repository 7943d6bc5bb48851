import { datedRule } from '../channels/rule-words.ts';
import type { Channel, RuleSource } from '../channels/rules.ts';

/** Markdown section about a channel in docs/channels.md: its rules by source, unchecked rules, and unknown facts. */
export function channelSection({ id, name, preferred, rules, unchecked, unknown }: Channel): string {
  const { widthPx, heightPx, format, isOnWhite } = preferred;
  const sources = [...new Set(rules.map(({ source }) => formatSource(source)))];
  const formatRules = (source: string, level: string): string =>
    rules
      .filter((rule) => rule.level === level && formatSource(rule.source) === source)
      .map(datedRule)
      .join(' · ');
  return [
    `### ${name}`,
    '',
    `\`${id}\`: ${widthPx} × ${heightPx}, ${format.toUpperCase()}${isOnWhite ? ', on white' : ''}.`,
    '',
    '| refused | advice | source |',
    '|---|---|---|',
    ...sources.map(
      (source) => `| ${formatRules(source, 'refused')} | ${formatRules(source, 'advice')} | ${source} |`,
    ),
    '',
    `Not checked: ${unchecked.map(({ says }) => says).join(' ')}`,
    ...(unknown.length === 0 ? [] : ['', `Not known: ${unknown.join(' ')}`]),
    '',
  ].join('\n');
}

function formatSource({ title, url, confidence, checkedOn }: RuleSource): string {
  return `${url === null ? title : `[${title}](${url})`} (${confidence}, ${checkedOn})`;
}
