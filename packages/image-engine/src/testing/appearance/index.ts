/** Collects all generated files that state color and orientation in many ways. */
import { avifFiles } from './heif-files.ts';
import { cmykFiles, jpegFiles } from './jpeg-files.ts';
import { pngFiles } from './png-files.ts';
import { webpFiles } from './webp-files.ts';

export const appearanceFiles = async (): Promise<[name: string, bytes: Buffer][]> => [
  ...pngFiles(),
  ...(await jpegFiles()),
  ...(await cmykFiles()),
  ...(await webpFiles()),
  ...(await avifFiles()),
];
