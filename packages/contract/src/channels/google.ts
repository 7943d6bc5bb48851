import { t } from '../text/translation.ts';
import type { Channel, RuleSource } from './rules.ts';

const STATED: RuleSource = {
  title: 'Google Merchant Center Help: Image link',
  url: 'https://support.google.com/merchants/answer/6324350',
  checkedOn: '2026-11-22',
  confidence: 'stated',
};
/** Source of the future size rule: only third-party pages state the date from which Google requires larger pictures. */
const REPORTED: RuleSource = {
  title: 'emberfeed.com and noticemesenpai.com, which agree',
  url: 'https://emberfeed.com',
  checkedOn: '2026-11-22',
  confidence: 'reported',
};
const LARGER_FROM = '2027-01-31';

export const GOOGLE: Channel = {
  id: 'google',
  name: 'Google Merchant',
  preferred: { widthPx: 1500, heightPx: 1500, format: 'jpeg', isOnWhite: true, fill: 0.82 },
  rules: [
    { kind: 'side', of: 'shorter', minPx: 100, level: 'refused', until: '2027-01-30', source: STATED },
    {
      kind: 'side',
      of: 'shorter',
      minPx: 250,
      purpose: t('apparel'),
      level: 'advice',
      until: '2027-01-30',
      source: STATED,
    },
    { kind: 'side', of: 'shorter', minPx: 500, level: 'refused', from: LARGER_FROM, source: REPORTED },
    { kind: 'side', of: 'shorter', minPx: 1500, level: 'advice', source: STATED },
    { kind: 'pixels', max: 64_000_000, level: 'refused', source: STATED },
    { kind: 'bytes', max: 16_000_000, level: 'refused', source: STATED },
    {
      kind: 'format',
      allowed: ['jpeg', 'webp', 'png', 'gif', 'bmp', 'tiff'],
      level: 'refused',
      source: STATED,
    },
    { kind: 'extension', level: 'refused', source: STATED },
    { kind: 'fill', min: 0.75, max: 0.9, level: 'advice', source: STATED },
    { kind: 'light', minLevel: 245, level: 'advice', source: STATED },
    { kind: 'border', level: 'refused', source: STATED },
    { kind: 'words', level: 'refused', source: STATED },
  ],
  unchecked: [
    { says: 'Pictures that AI made or changed keep their IPTC source type.', source: STATED },
    { says: 'No promotional elements, watermarks or placeholders.', source: STATED },
  ],
  unknown: [],
  fileNames: null,
};
