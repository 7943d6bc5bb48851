import {
  UPSCALE_DETAILED_MAX_PIXELS,
  UPSCALE_FACTORS,
  UPSCALE_MAX_SIDE_PX,
  UPSCALE_MODES,
  upscaleStep,
} from '@packshot/contract';
import type { UpscaleInput } from '@packshot/contract';
import type { ImageProbe } from '@packshot/image-engine/pixels';
import type { Arguments } from '../options/option.ts';
import { has, textOf } from '../options/parse.ts';
import { Refused } from '../refused.ts';
import type { PhotoTool } from '../run/tool.ts';

/** Twice or four times the size. */
export const upscale: PhotoTool = {
  name: 'upscale',
  summary: 'Enlarge pictures two or four times',
  description: [
    `Enlarges each picture, transparency with it, up to ${UPSCALE_MAX_SIDE_PX} pixels on the longer side. faithful adds nothing and takes a second or so; detailed draws edges anew by a network, and takes up to a minute and more.`,
  ],
  options: [
    {
      name: 'factor',
      value: '2|4',
      choices: UPSCALE_FACTORS.map(String),
      says: 'How many times larger each side becomes; 2 unless you say otherwise.',
    },
    { name: 'mode', value: 'MODE', choices: UPSCALE_MODES, says: 'faithful, unless you say detailed.' },
    { name: 'clean-up', says: 'Takes noise and the traces of JPEG away first, as far as there are any.' },
  ],
  examples: [
    ['packshot upscale cup.png --factor 4', 'Four times as large, in cup-upscale.png.'],
    [
      "packshot upscale 'small/*.jpg' --mode detailed --clean-up --out large/{name}.webp",
      'Old photos, cleaned up and drawn anew.',
    ],
  ],
  suffix: 'upscale',
  there(args) {
    const asked = askedIn(args);
    const { factor, mode, cleansUp } = asked;
    const input = { factor, mode, ...(cleansUp === true && { clean_up: true }) };
    return {
      variants: 1,
      credits: 1,
      check: sizeCheck(asked),
      asked: { ...input, tool: 'upscale' },
      begin: (packshot, { image }, options) => packshot.upscales.start({ image, ...input }, options),
    };
  },
  read(args) {
    const asked = askedIn(args);
    const { factor, mode } = asked;
    return {
      variants: 1,
      check: sizeCheck(asked),
      of: () => ({
        asked: { ...asked, tool: 'upscale' },
        async make(engine, photo, _variant, options) {
          const input = { photo, factor, mode, cleanUp: asked.cleansUp };
          const { full, widthPx, heightPx } = await engine.run('upscale', input, options);
          return { kind: 'picture', png: full, widthPx, heightPx, step: upscaleStep(asked) };
        },
      }),
    };
  },
};

type Asked = Pick<UpscaleInput, 'factor' | 'mode' | 'cleansUp'>;

function askedIn(args: Arguments): Asked {
  const factor = UPSCALE_FACTORS.find((known) => String(known) === textOf(args, 'factor')) ?? 2;
  const mode = UPSCALE_MODES.find((known) => known === textOf(args, 'mode')) ?? 'faithful';
  return { factor, mode, ...(has(args, 'clean-up') && { cleansUp: true as const }) };
}

/** What can be refused before any work. */
const sizeCheck =
  ({ factor, mode }: Asked) =>
  ({ widthPx, heightPx }: ImageProbe): void => {
    if (Math.max(widthPx, heightPx) * factor > UPSCALE_MAX_SIDE_PX) throw new Refused('UPSCALE_TOO_LARGE');
    if (mode === 'detailed' && widthPx * heightPx > UPSCALE_DETAILED_MAX_PIXELS)
      throw new Refused('UPSCALE_TOO_SLOW');
  };
