/** Findings of a channel about a picture: compares its rules with the measurements. */
import { callLanguage } from '../text/call-language.ts';
import { t } from '../text/translation.ts';
import { channelNeeds } from './check-rule.ts';
import type { Broken } from './check-rule.ts';
import { CHANNELS } from './channels.ts';
import type { ChannelId } from './channels.ts';
import type { PictureFacts } from './picture-facts.ts';
import { isJudged } from './rules.ts';
import type { Rule, RuleKind, RuleSource } from './rules.ts';

export const FIX_NAMES = [
  'margin',
  'white',
  'opaque',
  'shape',
  'size',
  'color',
  'bytes',
  'format',
  'name',
  'border',
  'words',
] as const;
export type FixName = (typeof FIX_NAMES)[number];

export interface Finding {
  readonly kind: RuleKind;
  readonly level: Rule['level'];
  /** Whether the check involves judgment, so that the user should look at it. */
  readonly isJudged: boolean;
  readonly sentence: string;
  readonly measured: string;
  readonly required: string;
  /** Correction that fixes the finding, or null if no change of the file can fix it. */
  readonly fix: FixName | null;
  /** Future date from which the rule applies, or null. */
  readonly from: string | null;
  readonly source: RuleSource;
}

const FIXES: Readonly<Record<RuleKind, FixName | null>> = {
  bytes: 'bytes',
  format: 'format',
  extension: 'name',
  side: 'size',
  pixels: 'size',
  ratio: 'shape',
  color: 'color',
  opaque: 'opaque',
  white: 'white',
  light: 'white',
  fill: 'margin',
  whole: null,
  border: 'border',
  sharp: null,
  words: 'words',
  single: null,
  name: 'name',
};

/**
 * Findings of a channel, most serious first. A rule that couldn't be checked because of missing measurements gives no
 * finding: see `notChecked`.
 * @param today date as `2026-11-23`
 */
export function listFindings(channel: ChannelId, facts: PictureFacts, today: string): Finding[] {
  const { name, rules } = CHANNELS[channel];
  // Name of the channel's owner: for 'Amazon, other pictures' it is Amazon.
  const [asker = name] = name.split(',');
  const allFindings = rules.flatMap((rule): Finding[] => {
    if (rule.until !== undefined && rule.until < today) return [];
    const broken = channelNeeds(rule, facts);
    if (broken === null) return [];
    return [toFinding(rule, broken, asker, rule.from !== undefined && rule.from > today ? rule.from : null)];
  });
  return sameLeftOut(weakerLeftOut(allFindings)).toSorted((a, b) => getWeight(a) - getWeight(b));
}

function toFinding(rule: Rule, broken: Broken, asker: string, from: string | null): Finding {
  const { kind, source } = rule;
  const { measured, required } = broken;
  return {
    kind,
    level: from === null ? rule.level : 'advice',
    isJudged: isJudged(kind),
    sentence: toSentence(rule.level, broken, asker, from),
    measured,
    required,
    fix: broken.isFixable ? FIXES[kind] : null,
    from,
    source,
  };
}

function toSentence(
  level: Rule['level'],
  { says, required }: Broken,
  channel: string,
  from: string | null,
): string {
  const isRequired = level === 'refused';
  if (from !== null) {
    const day = dayInWords(from);
    return isRequired
      ? t('{says}; {channel} accepts {required} from {day} on.', { says, channel, required, day })
      : t('{says}; {channel} recommends {required} from {day} on.', { says, channel, required, day });
  }
  return isRequired
    ? t('{says}; {channel} accepts {required}.', { says, channel, required })
    : t('{says}; {channel} recommends {required}.', { says, channel, required });
}

const getWeight = ({ level, from }: Finding): number => (level === 'refused' ? 0 : from === null ? 2 : 1);

/**
 * Keeps only the first of several current findings about the length of the same side; a channel's strictest rules come
 * first.
 */
function weakerLeftOut(allFindings: readonly Finding[]): readonly Finding[] {
  const isSaid = new Set<string>();
  return allFindings.filter(({ kind, measured, from }) => {
    if (kind !== 'side' || from !== null) return true;
    if (isSaid.has(measured)) return false;
    isSaid.add(measured);
    return true;
  });
}

/** Omits the finding about transparency if there is one about pure white, which includes it. */
const sameLeftOut = (allFindings: readonly Finding[]): readonly Finding[] =>
  allFindings.some(({ kind, measured }) => kind === 'white' && measured === 'transparent')
    ? allFindings.filter(({ kind }) => kind !== 'opaque')
    : allFindings;

const dayInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(callLanguage(), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export function notChecked(channel: ChannelId, { pixels }: PictureFacts): RuleKind[] {
  const needsProduct: readonly RuleKind[] = ['fill', 'whole', 'single'];
  const needsPixels: readonly RuleKind[] = [
    ...needsProduct,
    'sharp',
    'opaque',
    'white',
    'light',
    'border',
    'words',
  ];
  return CHANNELS[channel].rules
    .map(({ kind }) => kind)
    .filter((kind) => {
      if (!needsPixels.includes(kind)) return false;
      if (pixels === null) return true;
      if (kind === 'words') return pixels.linesBeside === null;
      if (kind === 'sharp') return pixels.sharpness === null;
      return needsProduct.includes(kind) && pixels.product === null;
    });
}

export const isTaken = (findings: readonly Pick<Finding, 'level'>[]): boolean =>
  findings.every(({ level }) => level !== 'refused');
