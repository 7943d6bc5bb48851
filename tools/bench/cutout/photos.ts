import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const PHOTO = join(ROOT, '../shared/photos/composites/comp_mug_on_cafe.jpg');

interface PhotoPipeline {
  resize(width: number, height: number, options: { fit: 'fill'; kernel?: 'lanczos3' }): PhotoPipeline;
  composite(
    layers: { input: Buffer; raw: { width: number; height: number; channels: 3 }; blend: 'soft-light' }[],
  ): PhotoPipeline;
  jpeg(options: { quality: number }): PhotoPipeline;
  toFile(path: string): Promise<unknown>;
}
type SharpFactory = (input: string | Buffer) => PhotoPipeline;

const SIZES = [
  { label: '1 MP', widthPx: 1155, heightPx: 866 },
  { label: '4 MP', widthPx: 2309, heightPx: 1732 },
  { label: '12 MP', widthPx: 4000, heightPx: 3000 },
] as const;

/** Makes a product photo in three sizes, with new grain at each size so that no size is too smooth; deterministic. */
export async function makePhotos(folder: string): Promise<{ label: string; path: string }[]> {
  const sharp = createRequire(join(ROOT, 'packages/image-engine/'))('sharp') as SharpFactory;
  mkdirSync(folder, { recursive: true });
  const photos: { label: string; path: string }[] = [];
  for (const { label, widthPx, heightPx } of SIZES) {
    const path = join(folder, `photo-${widthPx}x${heightPx}.jpg`);
    if (!existsSync(path)) {
      await sharp(existsSync(PHOTO) ? PHOTO : drawnProduct())
        .resize(widthPx, heightPx, { fit: 'fill', kernel: 'lanczos3' })
        .composite([
          {
            input: grain(widthPx * heightPx * 3),
            raw: { width: widthPx, height: heightPx, channels: 3 },
            blend: 'soft-light',
          },
        ])
        .jpeg({ quality: 92 })
        .toFile(path);
    }
    photos.push({ label, path });
  }
  return photos;
}

function grain(length: number): Buffer {
  const samples = Buffer.alloc(length);
  let state = 2_463_534_242;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    samples[i] = 120 + (state & 15);
  }
  return samples;
}

/** Drawing of a red bottle on a table, as SVG, used if the shared photos are missing. */
function drawnProduct(): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024">
    <defs><linearGradient id="w" x2="0" y2="1"><stop stop-color="#dcd8d0"/><stop offset="1" stop-color="#b9b2a6"/></linearGradient>
    <linearGradient id="b"><stop stop-color="#7d1512"/><stop offset=".35" stop-color="#e0483c"/><stop offset="1" stop-color="#6d0f0d"/></linearGradient></defs>
    <rect width="1024" height="1024" fill="url(#w)"/><rect y="720" width="1024" height="304" fill="#8d7357"/>
    <ellipse cx="520" cy="826" rx="190" ry="30" fill="#5b4732"/>
    <path d="M455 180h110v130c0 60 85 80 85 170v340a20 20 0 0 1-20 20H390a20 20 0 0 1-20-20V480c0-90 85-110 85-170z" fill="url(#b)"/></svg>`);
}
