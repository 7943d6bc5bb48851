import type { Rule } from './rules.ts';

/** Rule of channels that don't accept transparency. */
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
