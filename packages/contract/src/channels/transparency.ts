import type { Rule } from './rules.ts';

export const OPAQUE: Rule = {
  kind: 'opaque',
  level: 'refused',
  source: {
    title: 'Several agreeing guides to transparent pictures on marketplaces',
    url: null,
    checkedOn: '2026-11-29',
    confidence: 'reported',
  },
};
