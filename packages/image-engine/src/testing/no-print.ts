import type { TextSession } from '../models/text-session.ts';

/** Fake text reader that finds no text. */
export const noPrint: TextSession = {
  find: ({ widthPx, heightPx }) =>
    Promise.resolve({ data: new Float32Array(widthPx * heightPx), widthPx, heightPx }),
  read: () => Promise.reject(new Error('There is nothing to read')),
  release: () => Promise.resolve(),
};
