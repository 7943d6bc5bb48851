import type { StudioSet } from './studio-set.ts';

/** Paintable regions of a set or of a family of sets; a family's regions are listed by decreasing size. */
export type Painted = {
  readonly tints: readonly Pick<StudioSet['tints'][number], 'id' | 'color'>[];
} & Partial<Pick<StudioSet, 'measured'>>;

/**
 * IDs of the tints of paper backdrops, which come in every color, and the minimum share of the picture that they cover
 * in a plain set.
 */
const PAPER: ReadonlySet<string> = new Set(['sweep', 'paper']);
const PLAIN_SHARE = 0.75;

/** True for a plain set, whose requested color fills nearly the whole picture. */
export const isPlain = ({ tints, measured }: Painted): boolean =>
  tints.length === 1 &&
  tints.every(({ id }) => PAPER.has(id) && (measured?.tintShares[id] ?? 0) >= PLAIN_SHARE);

/** Elevation of a set's camera from which products lie on the ground, so that their outline is their footprint. */
const LIES_FROM_DEG = 60;

export const isLyingOn = ({ camera }: { camera: Pick<StudioSet['camera'], 'elevationDeg'> }): boolean =>
  camera.elevationDeg >= LIES_FROM_DEG;

export const isHangingIn = ({ stage }: { stage: Pick<StudioSet['stage'], 'hangs'> }): boolean =>
  stage.hangs === true;
