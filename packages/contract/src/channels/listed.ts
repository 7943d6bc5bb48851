import type { V1Channel, V1ChannelRule } from '../api/v1/channels.ts';
import { CHANNELS } from './channels.ts';
import { ruleInWords } from './rule-words.ts';
import { isJudged } from './rules.ts';
import type { Channel, Rule, RuleSource } from './rules.ts';

const toSource = ({ title, url, checkedOn, confidence }: RuleSource): V1ChannelRule['source'] => ({
  title,
  url,
  checked_on: checkedOn,
  confidence,
});

function toValues(rule: Rule) {
  switch (rule.kind) {
    case 'bytes':
    case 'pixels':
      return { max: rule.max };
    case 'format':
      return { formats: [...rule.allowed] };
    case 'side': {
      const { of, minPx: min_px, maxPx: max_px, purpose } = rule;
      return { of, min_px, max_px, purpose };
    }
    case 'ratio':
      return { ratios: rule.allowed.map((sides) => [...sides]) };
    case 'color':
      return { asks: rule.asks, max_bits: rule.maxBits };
    case 'light':
      return { min_level: rule.minLevel };
    case 'fill':
      return { min: rule.min, max: rule.max };
    case 'name':
      return { like: rule.like };
    default:
      return {};
  }
}

const listedRule = (rule: Rule): V1ChannelRule => ({
  rule: rule.kind,
  level: rule.level,
  judged: isJudged(rule.kind),
  sentence: ruleInWords(rule),
  from: rule.from,
  until: rule.until,
  ...toValues(rule),
  source: toSource(rule.source),
});

function toV1Channel({ id, name, preferred, rules, unchecked, unknown, fileNames }: Channel): V1Channel {
  const { widthPx: width, heightPx: height, format, isOnWhite: on_white, fill } = preferred;
  const days = [...rules, ...unchecked].map(({ source }) => source.checkedOn).toSorted();
  return {
    id,
    name,
    checked_on: days[0] ?? '',
    preferred: { width, height, format, on_white, fill },
    rules: rules.map(listedRule),
    unchecked: unchecked.map(({ says: sentence, source }) => ({ sentence, source: toSource(source) })),
    unknown: [...unknown],
    file_names: fileNames && { pattern: fileNames.pattern, slots: [...fileNames.slots] },
  };
}

export const listedChannels = (): V1Channel[] => Object.values(CHANNELS).map(toV1Channel);
