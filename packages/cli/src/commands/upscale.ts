import {
  apiValues,
  UPSCALE_DETAILED_MAX_PIXELS,
  UPSCALE_MAX_SIDE_PX,
  UPSCALE_OPTIONS,
  upscaleStep,
} from '@packshot/contract';
import type { UpscaleInput } from '@packshot/contract';
import type { ImageProbe } from '@packshot/image-engine/pixels';
import { optionsIn } from '../options/tool-options.ts';
import { RefusalError } from '../refused.ts';
import type { PhotoTool } from '../run/tool.ts';

export const upscale: PhotoTool = {
  name: 'upscale',
  summary: 'Enlarge pictures two or four times',
  description: [
    `Enlarges each picture, transparency with it, up to ${UPSCALE_MAX_SIDE_PX} pixels on the longer side. faithful adds nothing and takes a second or so; detailed draws edges anew by a network, and takes up to a minute and more.`,
  ],
  table: UPSCALE_OPTIONS,
  examples: [
    ['packshot upscale cup.png --factor 4', 'Four times as large, in cup-upscale.png.'],
    [
      "packshot upscale 'small/*.jpg' --mode detailed --clean-up --out large/{name}.webp",
      'Old photos, cleaned up and drawn anew.',
    ],
  ],
  suffix: 'upscale',
  read(args) {
    const requestedOptions = optionsIn(UPSCALE_OPTIONS, args);
    return {
      variants: 1,
      order: { tool: 'upscale', options: apiValues(UPSCALE_OPTIONS, requestedOptions) },
      credits: 1,
      check: sizeCheck(requestedOptions),
      of: () => ({
        provenanceInput: { ...requestedOptions, tool: 'upscale' },
        async make(engine, photo, _variant, options) {
          const { full, widthPx, heightPx } = await engine.run(
            'upscale',
            { ...requestedOptions, photo },
            options,
          );
          return { kind: 'picture', png: full, widthPx, heightPx, step: upscaleStep(requestedOptions) };
        },
      }),
    };
  },
};

/** Checks the size limits of a picture before the engine starts any work on it. */
const sizeCheck =
  ({ factor, mode }: Pick<UpscaleInput, 'factor' | 'mode'>) =>
  ({ widthPx, heightPx }: ImageProbe): void => {
    if (Math.max(widthPx, heightPx) * factor > UPSCALE_MAX_SIDE_PX)
      throw new RefusalError('UPSCALE_TOO_LARGE');
    if (mode === 'detailed' && widthPx * heightPx > UPSCALE_DETAILED_MAX_PIXELS)
      throw new RefusalError('UPSCALE_TOO_SLOW');
  };
