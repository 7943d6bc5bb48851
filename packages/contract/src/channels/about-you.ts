import type { Channel, RuleSource } from './rules.ts';

const STATED: RuleSource = {
  title: 'ABOUT YOU partner documentation: images',
  url: 'https://docs.partner.aboutyou.com',
  checkedOn: '2026-11-22',
  confidence: 'stated',
};
const stated = { source: STATED } as const;

export const ABOUT_YOU: Channel = {
  id: 'about-you',
  name: 'ABOUT YOU',
  preferred: { widthPx: 1500, heightPx: 2000, format: 'jpeg', isOnWhite: true, fill: 0.85 },
  rules: [{ kind: 'light', minLevel: 245, level: 'refused', ...stated }],
  unchecked: [
    { says: 'A bust view, without a model, on a white or transparent background.', ...stated },
    { says: 'Pictures that do not comply raise the fee by one point.', ...stated },
  ],
  unknown: ['Sizes, formats and the maximum file size.'],
  fileNames: null,
};
