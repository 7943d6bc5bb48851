import type { StudioSet } from './studio-set.ts';

/** Paintable regions of a set, or of a family, whose regions are listed by decreasing size. */
export type Painted = {
  readonly tints: readonly Pick<StudioSet['tints'][number], 'id' | 'color'>[];
} & Partial<Pick<StudioSet, 'measured'>>;

/** Tints of paper backdrops, which come in every color, and their minimum share of the picture in a plain set. */
const PAPER: ReadonlySet<string> = new Set(['sweep', 'paper']);
const PLAIN_SHARE = 0.75;

/** True for a plain set, in which the requested color is that of the whole picture. */
export const isPlain = ({ tints, measured }: Painted): boolean =>
  tints.length === 1 &&
  tints.every(({ id }) => PAPER.has(id) && (measured?.tintShares[id] ?? 0) >= PLAIN_SHARE);

/** Elevation of a camera from which a product lies, so that its outline is its footprint. */
const LIES_FROM_DEG = 60;

/** True if products lie on the set's ground. */
export const isLyingOn = ({ camera }: { camera: Pick<StudioSet['camera'], 'elevationDeg'> }): boolean =>
  camera.elevationDeg >= LIES_FROM_DEG;

/** True if products hang in the set. */
export const isHangingIn = ({ stage }: { stage: Pick<StudioSet['stage'], 'hangs'> }): boolean =>
  stage.hangs === true;
