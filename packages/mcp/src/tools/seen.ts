import { z } from 'zod';
import type { SeenPicture } from '../studio.ts';
import { boxSchema } from './tool.ts';

export const seenSchema = z.object({
  content_type: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  megapixels: z.number(),
  has_transparency: z.boolean(),
  product: boxSchema.optional().describe('The box around what is not transparent'),
});

export function seenData({
  mediaType,
  bytes,
  widthPx,
  heightPx,
  hasTransparency,
  product,
}: SeenPicture): z.output<typeof seenSchema> {
  return {
    content_type: mediaType,
    bytes,
    width: widthPx,
    height: heightPx,
    megapixels: Math.round((widthPx * heightPx) / 10_000) / 100,
    has_transparency: hasTransparency,
    ...(product !== null && { product }),
  };
}

export const sizeWords = ({ mediaType, widthPx, heightPx }: SeenPicture): string =>
  `${mediaType.replace('image/', '').toUpperCase()}, ${widthPx} × ${heightPx} pixels`;
