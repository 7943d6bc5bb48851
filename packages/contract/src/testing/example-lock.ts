import type { SceneLock } from '../tools/scene.ts';

/** Scene lock for tests: the scene decides about the shadow, and the product's view is unknown. */
export const EXAMPLE_LOCK: SceneLock = {
  setId: 'oak-window-eye',
  isMirrored: false,
  framing: 'near',
  light: 'soft-box',
  lights: { key: [1, 0.9, 0.8] },
  exposure: 1,
  keySoftness: 1,
  tints: { wall: '#aabbcc' },
  seenTints: [],
  isBurntOut: false,
  place: { x: 0.5, y: 0.7, size: 1 },
  view: null,
  shadow: null,
  shadowSource: 'computed',
  shadowFallsDeg: null,
  matchPercent: 70,
  grain: 0,
  seed: 3,
};
