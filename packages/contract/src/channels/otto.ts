import type { Channel, RuleSource } from './rules.ts';

const REPORTED: RuleSource = {
  title: 'marcos software: OTTO Market, Bilder',
  url: 'https://portal.marcos-software.de',
  checkedOn: '2026-11-22',
  confidence: 'reported',
};
const reported = { source: REPORTED } as const;

export const OTTO: Channel = {
  id: 'otto',
  name: 'Otto',
  preferred: { widthPx: 2000, heightPx: 2000, format: 'jpeg', isOnWhite: true, fill: 0.88 },
  rules: [
    { kind: 'side', of: 'width', minPx: 480, level: 'refused', ...reported },
    { kind: 'side', of: 'height', minPx: 960, level: 'refused', ...reported },
    { kind: 'side', of: 'longer', maxPx: 4500, level: 'refused', ...reported },
    { kind: 'format', allowed: ['jpeg', 'png'], level: 'refused', ...reported },
    { kind: 'color', asks: 'rgb', level: 'refused', ...reported },
    { kind: 'light', minLevel: 200, level: 'refused', ...reported },
    { kind: 'fill', min: 0.85, level: 'refused', ...reported },
    { kind: 'words', level: 'refused', ...reported },
    { kind: 'name', like: 'plain-letters', level: 'refused', ...reported },
  ],
  unchecked: [{ says: 'No icons, logos, watermarks, seals or prices.', ...reported }],
  unknown: [
    'The maximum file size.',
    'Whether transparency is accepted.',
    'What 85% of the area means for a narrow product: we measure the side that it comes closer to filling.',
  ],
  fileNames: null,
};
