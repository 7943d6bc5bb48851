/** Tool for agents that checks whether a picture is ready to be published: its facts, and its credentials. */
import type { Report } from '@packshot/contract/provenance/credentials-report';
import { z } from 'zod';
import { parsePictureSource } from '../picture-source.ts';
import type { CheckedPicture, AgentBackend } from '../studio.ts';
import { seenData, seenSchema, sizeWords } from './seen.ts';
import { defineTool, pictureArgument } from './tool.ts';
import type { AgentTool } from './tool.ts';

const credentialsSchema = z.object({
  verdict: z
    .enum(['own', 'intact', 'unsound', 'changed', 'damaged', 'none'])
    .describe(
      'own: as this studio signed it; intact: as another signer signed it; unsound: as it was signed, by a certificate that has ended or was taken back; changed: not as it was signed',
    ),
  faults: z.array(z.string()),
  signed_by: z.string().optional(),
  signed_at: z.string().optional(),
  made_with: z.string().optional(),
  source_type: z.string().optional().describe('IPTC digital source type, by what the file states'),
  steps: z.array(z.string()).describe('Unsigned steps, which any program could have written'),
  made_of: z.array(z.string()),
  product_pixels: z.number().int().optional(),
  product_pixels_changed: z.number().int().optional(),
});

const checkedSchema = seenSchema.extend({
  product_touches: z
    .array(z.enum(['top', 'right', 'bottom', 'left']))
    .optional()
    .describe('Sides that the product touches: it may be cut off there. Absent: the product is not known'),
  product_fill: z.number().optional().describe('Share of the picture that the product’s box takes, 0 to 1'),
  white_edge: z.number().describe('Share of the pixels along the sides that are exactly white, 0 to 1'),
  credentials: credentialsSchema,
  remarks: z.array(z.string()),
});

export const checkTool = (studio: AgentBackend): AgentTool =>
  defineTool({
    name: 'check_picture',
    title: 'Check a picture',
    description:
      'Says whether a picture is ready to publish: who signed it (Content Credentials), whether it was changed since, what made it, whether the product is cut off, how much of the picture it fills, and whether the edge is pure white.',
    input: z.strictObject({
      picture: pictureArgument(studio, 'The picture, exactly as it will be published'),
    }),
    output: checkedSchema,
    scopes: ['images:read', 'jobs:run'],
    isFree: true,
    isReadOnly: true,
    isIdempotent: true,
    isOpenWorld: true,
    async call({ picture }, { signal }) {
      const checked = await studio.check(parsePictureSource(picture, 'picture', studio), signal);
      const { product, whiteEdge, widthPx, heightPx, report } = checked;
      const remarks = remarksOn(checked);
      return {
        words: [`${sizeWords(checked)}.`, VERDICTS[report.verdict], ...remarks].join(' '),
        data: {
          ...seenData(checked),
          ...(product !== null && {
            product_touches: sidesTouched(checked),
            product_fill: roundShare((product.width * product.height) / (widthPx * heightPx)),
          }),
          white_edge: roundShare(whiteEdge),
          credentials: credentialsData(checked),
          remarks,
        },
      };
    },
  });

const roundShare = (share: number): number => Math.round(share * 1000) / 1000;

type PictureSide = 'top' | 'right' | 'bottom' | 'left';

function sidesTouched({ product, widthPx, heightPx }: CheckedPicture): PictureSide[] {
  if (product === null) return [];
  const { x, y, width, height } = product;
  const touched: Readonly<Record<PictureSide, boolean>> = {
    top: y === 0,
    right: x + width === widthPx,
    bottom: y + height === heightPx,
    left: x === 0,
  };
  return (Object.keys(touched) as PictureSide[]).filter((side) => touched[side]);
}

const VERDICTS: Readonly<Record<Report['verdict'], string>> = {
  own: 'Signed here, and unchanged since.',
  intact: 'Unchanged since another signer signed it.',
  unsound: 'Unchanged since it was signed, but the certificate does not hold.',
  changed: 'It was CHANGED after it was signed.',
  damaged: 'It has credentials that cannot be read.',
  none: 'Not signed.',
};

function credentialsData({ report, sourceType }: CheckedPicture): z.output<typeof credentialsSchema> {
  const { verdict, faults, signer, maker, signedAt, steps, ingredients, product } = report;
  return {
    verdict,
    faults: [...faults],
    ...(signer !== null && { signed_by: signer }),
    ...(signedAt !== null && { signed_at: signedAt }),
    ...(maker !== null && { made_with: maker }),
    ...(sourceType !== null && { source_type: sourceType }),
    steps: steps.map(({ words, by, note }) => [words, by, note].filter((part) => part !== null).join(', ')),
    made_of: [...ingredients],
    // Reports the product's measured pixels only if the picture wasn't changed after the measurement.
    ...(product !== null &&
      verdict !== 'changed' && { product_pixels: product.total, product_pixels_changed: product.changed }),
  };
}

/** Minimum length of a picture's longer side, in pixels, for which shops offer a zoom. */
const ENLARGED_FROM_PX = 1000;
const MARKS_GENERATED = [
  'trainedAlgorithmicMedia',
  'compositeSynthetic',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
];

function remarksOn(checked: CheckedPicture): string[] {
  const { widthPx, heightPx, whiteEdge, report, sourceType } = checked;
  const longestPx = Math.max(widthPx, heightPx);
  const touched = sidesTouched(checked);
  const { product, hasUnsignedFilling, brokenIngredients, namesUnconfirmed, keptAt } = report;
  const remarks: readonly (readonly [boolean, string])[] = [
    [
      longestPx < ENLARGED_FROM_PX,
      `Its longer side has ${longestPx} pixels; shops show a magnifier from ${ENLARGED_FROM_PX} on.`,
    ],
    [
      touched.length > 0,
      `The product touches the picture’s side (${touched.join(', ')}): it may be cut off there.`,
    ],
    [whiteEdge > 0.5 && whiteEdge < 1, 'Its edge is nearly, but not purely white (255, 255, 255).'],
    [
      sourceType !== null && MARKS_GENERATED.includes(sourceType),
      'It is marked as made with generative AI; keep that mark.',
    ],
    [
      product !== null && product.changed > 0 && report.verdict !== 'changed',
      `${product?.changed} of the product’s ${product?.total} pixels are not those of its photo.`,
    ],
    [
      brokenIngredients.length > 0,
      `The credentials of ${brokenIngredients.join(', ')}, which it is made of, do not hold.`,
    ],
    [namesUnconfirmed, 'Its credentials name a person or an account, which could not be confirmed.'],
    [
      keptAt !== null,
      `Its credentials are not in the file, but kept at ${keptAt}; that server wasn’t contacted, so their content is unknown.`,
    ],
    [hasUnsignedFilling, 'The file holds bytes that its signature does not cover.'],
  ];
  return remarks.flatMap(([applies, words]) => (applies ? [words] : []));
}
