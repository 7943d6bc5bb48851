import type { StudioSet } from './studio-set.ts';

/** The paintable parts of a set, or of a family, whose parts count as ever smaller in their order. */
export type Painted = {
  readonly tints: readonly Pick<StudioSet['tints'][number], 'id' | 'color'>[];
} & Partial<Pick<StudioSet, 'measured'>>;

/** Paper comes in every color; from this share of the picture on, a set is little else. */
const PAPER: ReadonlySet<string> = new Set(['sweep', 'paper']);
const PLAIN_SHARE = 0.75;

/** Whether a set is a plain ground: the color asked for is that of the picture. */
export const isPlain = ({ tints, measured }: Painted): boolean =>
  tints.length === 1 &&
  tints.every(({ id }) => PAPER.has(id) && (measured?.tintShares[id] ?? 0) >= PLAIN_SHARE);

/** From a camera this steep, a product lies: its outline is its footprint. */
const LIES_FROM_DEG = 60;

/** Whether a product lies on the set's ground. */
export const isLyingOn = ({ camera }: { camera: Pick<StudioSet['camera'], 'elevationDeg'> }): boolean =>
  camera.elevationDeg >= LIES_FROM_DEG;

/** Whether products hang in a set. */
export const isHangingIn = ({ stage }: { stage: Pick<StudioSet['stage'], 'hangs'> }): boolean =>
  stage.hangs === true;
