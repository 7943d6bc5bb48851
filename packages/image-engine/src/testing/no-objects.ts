import type { ClassifierSession } from '../models/classifier-session.ts';

const CLASSES = 1_000;

/** Fake classifier that recognizes nothing: all classes are equally probable. */
export const noObjects: Pick<ClassifierSession, 'classify'> = {
  classify: () => Promise.resolve(new Float32Array(CLASSES).fill(1 / CLASSES)),
};
