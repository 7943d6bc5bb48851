import { resolve } from 'node:path';
import { ERRORS, MAGIC_OPTIONS } from '@packshot/contract';
import type { Arguments } from '../options/option.ts';
import { getTextOption } from '../options/parse.ts';
import { optionsIn } from '../options/tool-options.ts';
import type { Photo } from '../photos/find.ts';
import { computeDigest, readMask } from '../photos/read.ts';
import type { PhotoTool } from '../run/tool.ts';
import { UsageError } from '../usage-error.ts';

export const edit: PhotoTool = {
  name: 'edit',
  summary: 'Remove or change what a mask covers',
  description: [
    'Fills what the mask covers from the rest of the picture, or changes it as a sentence says. Where the mask is black no pixel changes.',
    'A mask is a picture of the photo’s shape, best of its size: white, or opaque, is what is to be changed. The built-in engine understands sentences about colors, light, blur and removing; it draws no new things.',
  ],
  table: MAGIC_OPTIONS,
  required: [
    {
      name: 'mask',
      short: 'm',
      value: 'FILE',
      isPath: true,
      says: 'The mask. {name} and {dir} stand for the photo’s, so that each photo has its own. It must be given.',
    },
  ],
  examples: [
    ['packshot edit cup.jpg --mask sticker.png', 'Removes what is white in sticker.png.'],
    [
      "packshot edit 'cups/*.jpg' --mask masks/{name}.png --prompt 'make it dark green'",
      'Each cup by its own mask.',
    ],
  ],
  suffix: 'edit',
  async read(args) {
    const { resolveMask, prompt } = await editIn(args);
    return {
      variants: 1,
      order: { tool: 'magic', options: prompt === undefined ? {} : { prompt } },
      credits: 1,
      resolveMask,
      async of(_photo, values) {
        const mask = await readMask(resolveMask(values));
        const maskDigest = computeDigest(mask);
        return {
          // The mask is part of the settings that decide whether an existing result can be reused.
          provenanceInput: { tool: 'magic', ...(prompt !== undefined && { prompt }), mask: maskDigest },
          async make(engine, photo, _variant, options) {
            const input = { photo, mask, prompt };
            const { full, widthPx, heightPx } = await engine.run('magic', input, options);
            return { kind: 'picture', png: full, widthPx, heightPx, step: { effect: 'alter' } };
          },
        };
      },
    };
  },
};

async function editIn(args: Arguments) {
  const pattern = getTextOption(args, 'mask');
  if (pattern === undefined) throw new UsageError('--mask is missing: it says what is to be changed');
  const { prompt } = optionsIn(MAGIC_OPTIONS, args);
  await assertUnderstood(prompt);
  const resolveMask = ({ name, dir }: Pick<Photo, 'name' | 'dir'>): string =>
    resolve(pattern.replaceAll('{name}', () => name).replaceAll('{dir}', () => dir));
  return { resolveMask, prompt };
}

async function assertUnderstood(prompt: string | undefined): Promise<void> {
  if (prompt === undefined) return;
  const { readMagicPrompt } = await import('@packshot/image-engine/pixels');
  const reading = readMagicPrompt(prompt);
  if (!reading.understood) throw new UsageError(ERRORS[reading.code].message);
}
