import { t } from '../text/translation.ts';
import type { Channel, Rule, RuleSource } from './rules.ts';
import { OPAQUE } from './transparency.ts';

/** Source of these rules: several pages that agree, because Amazon's own (Seller Central) needs a login. */
const REPORTED: RuleSource = {
  title: 'Several agreeing guides to Amazon’s product images (Seller Central needs a login)',
  url: null,
  checkedOn: '2026-11-23',
  confidence: 'reported',
};
const reported = { source: REPORTED } as const;

const OF_EACH: readonly Rule[] = [
  { kind: 'format', allowed: ['jpeg', 'png', 'tiff', 'gif'], level: 'refused', ...reported },
  { kind: 'extension', level: 'refused', ...reported },
  { kind: 'bytes', max: 10_000_000, level: 'refused', ...reported },
  { kind: 'side', of: 'longer', minPx: 500, level: 'refused', ...reported },
  { kind: 'side', of: 'longer', maxPx: 10_000, level: 'refused', ...reported },
  { kind: 'side', of: 'longer', minPx: 1000, purpose: t('zoom'), level: 'advice', ...reported },
  { kind: 'side', of: 'longer', minPx: 1600, purpose: t('the best zoom'), level: 'advice', ...reported },
  // Only advice, because sources disagree: some say that CMYK is accepted, others that its colors look dull.
  { kind: 'color', asks: 'srgb', level: 'advice', ...reported },
  OPAQUE,
  { kind: 'sharp', level: 'refused', ...reported },
];

const fileNames = {
  pattern: '{sku}.{slot}.{ext}',
  slots: ['MAIN', 'PT01', 'PT02', 'PT03', 'PT04', 'PT05', 'PT06', 'PT07', 'PT08'],
} as const;

const photoNotRender = {
  says: 'A photo, not a drawing or a render; no text or logo that is not on the product.',
  ...reported,
} as const;

export const AMAZON: Channel = {
  id: 'amazon',
  name: 'Amazon',
  preferred: { widthPx: 2000, heightPx: 2000, format: 'jpeg', isOnWhite: true, fill: 0.9 },
  rules: [
    ...OF_EACH,
    { kind: 'white', level: 'refused', ...reported },
    { kind: 'fill', min: 0.85, level: 'refused', ...reported },
    { kind: 'whole', level: 'refused', ...reported },
    { kind: 'border', level: 'refused', ...reported },
    { kind: 'words', level: 'refused', ...reported },
    { kind: 'single', level: 'advice', ...reported },
  ],
  unchecked: [
    photoNotRender,
    { says: 'Only the product being sold: no props, no mannequin, no packaging.', ...reported },
  ],
  unknown: ['How small a difference from pure white is detected: one report mentions 254, 254, 253.'],
  fileNames,
};

export const AMAZON_OTHER: Channel = {
  id: 'amazon-other',
  name: t('Amazon, other pictures'),
  preferred: { widthPx: 2000, heightPx: 2000, format: 'jpeg', isOnWhite: false, fill: 0.85 },
  rules: OF_EACH,
  unchecked: [{ says: 'At most nine pictures, including the main one.', ...reported }],
  unknown: [],
  fileNames,
};
