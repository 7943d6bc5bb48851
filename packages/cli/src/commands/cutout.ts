import type { PhotoTool } from '../run/tool.ts';

export const cutout: PhotoTool = {
  name: 'cutout',
  summary: 'Cut products out of their photos',
  description: [
    'Makes the background of each photo transparent. Each result says how sure it is, and what should be looked at.',
    'Everything happens on this machine: nothing is uploaded, and no account is needed, unless a server is named. The first photo on a machine takes some seconds longer, because the network is fitted to its processor.',
  ],
  table: {},
  examples: [
    ['packshot cutout *.jpg --out {name}.png', 'Every JPEG of this folder, under the same name as a PNG.'],
    [
      'packshot cutout photos --recursive --out done/',
      'A folder with all that lies in it; done/ gets the same folders.',
    ],
    ['packshot cutout cup.heic --format jpeg --ground #f4f1ea', 'On a color, as JPEG, beside the photo.'],
    ['packshot cutout - <cup.jpg >cup.png', 'From standard input to standard output.'],
  ],
  suffix: 'cutout',
  read: () => ({
    variants: 1,
    order: { tool: 'cut-out', options: {} },
    credits: 1,
    of: () => ({
      provenanceInput: { tool: 'cut-out' },
      async make(engine, photo, _variant, options) {
        const { full, widthPx, heightPx, confidence, doubts, review } = await engine.run(
          'cut-out',
          { photo },
          options,
        );
        return {
          kind: 'picture',
          png: full,
          widthPx,
          heightPx,
          step: { effect: 'alter' },
          sure: { score: 1 - review.score, confidence, doubts },
        };
      },
    }),
  }),
};
