/** Tools for agents that inspect and export pictures; they are free. */
import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract';
import { z } from 'zod';
import { parsePictureSource } from '../picture-source.ts';
import type { AgentBackend } from '../studio.ts';
import { checkTool } from './check.ts';
import { seenData, seenSchema, sizeWords } from './seen.ts';
import { defineTool, pictureArgument } from './tool.ts';
import type { AgentTool } from './tool.ts';

const look = (studio: AgentBackend): AgentTool =>
  defineTool({
    name: 'look_at_picture',
    title: 'Look at a picture',
    description:
      'Shows a picture small, and says its size, format and whether its background is transparent. Look before you edit, and at results before you call them good.',
    input: z.strictObject({ picture: pictureArgument(studio, 'The picture') }),
    output: seenSchema,
    scopes: ['images:read', 'jobs:run'],
    isFree: true,
    isReadOnly: true,
    isIdempotent: true,
    isOpenWorld: true,
    async call({ picture }, { signal }) {
      const seenPicture = await studio.look(parsePictureSource(picture, 'picture', studio), signal);
      return {
        words: `${sizeWords(seenPicture)}, ${seenPicture.hasTransparency ? 'with transparency' : 'opaque'}.`,
        data: seenData(seenPicture),
        ...(seenPicture.preview !== null && { previews: [seenPicture.preview] }),
      };
    },
  });

const FORMATS = ['png', 'jpeg', 'webp'] as const;

const exportPicture = (studio: AgentBackend): AgentTool =>
  defineTool({
    name: 'export_picture',
    title: 'Export a picture',
    description:
      'Writes a picture as the file that a shop wants: format, size, a margin around the product, a color under what is transparent. It is signed anew and says how it came to be.',
    input: z.strictObject({
      picture: pictureArgument(studio, 'The picture, mostly a cut-out'),
      format: z.enum(FORMATS).default('png'),
      longest_side: z
        .number()
        .int()
        .min(16)
        .max(UPSCALE_MAX_SIDE_PX)
        .optional()
        .describe('In pixels; a smaller picture is not enlarged'),
      margin: z
        .number()
        .min(0)
        .max(0.5)
        .optional()
        .describe('Room around the product, as a share of its own sides; needs a transparent background'),
      ground: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .optional()
        .describe('A color like #ffffff under what is transparent'),
    }),
    output: z.object({
      resource: z.string(),
      content_type: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      bytes: z.number().int(),
      download_url: z.string().optional(),
      path: z.string().optional(),
    }),
    scopes: ['images:write', 'jobs:run'],
    cost: 'With a live key it costs the download of the result, the first time.',
    isReadOnly: false,
    isIdempotent: true,
    isOpenWorld: true,
    async call({ picture, format, longest_side: longestSidePx, margin, ground }, { signal }) {
      const exportedPicture = await studio.export(
        parsePictureSource(picture, 'picture', studio),
        {
          format,
          ...(longestSidePx !== undefined && { longestSidePx }),
          ...(margin !== undefined && { margin }),
          ...(ground !== undefined && { ground }),
        },
        signal,
      );
      const { resource, mediaType, widthPx, heightPx, bytes, address, path } = exportedPicture;
      return {
        words: `${format.toUpperCase()}, ${widthPx} × ${heightPx} pixels, ${bytes} bytes: ${path ?? resource}`,
        data: {
          resource,
          content_type: mediaType,
          width: widthPx,
          height: heightPx,
          bytes,
          ...(address !== undefined && { download_url: address }),
          ...(path !== undefined && { path }),
        },
        links: [
          { uri: resource, name: `picture.${format === 'jpeg' ? 'jpg' : format}`, mimeType: mediaType },
        ],
      };
    },
  });

const add = (studio: AgentBackend): AgentTool =>
  defineTool({
    name: 'add_picture',
    title: 'Add a picture',
    description:
      'Keeps a picture under a packshot:// resource, so that further calls name it instead of sending it again.',
    input: z.strictObject({ picture: pictureArgument(studio, 'The picture') }),
    output: z.object({
      resource: z.string(),
      content_type: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      bytes: z.number().int(),
    }),
    scopes: ['images:write'],
    isFree: true,
    isReadOnly: false,
    isIdempotent: false,
    isOpenWorld: true,
    async call({ picture }, { signal }) {
      const storedPicture = await studio.keep(parsePictureSource(picture, 'picture', studio), signal);
      const { resource, mediaType, widthPx, heightPx, bytes } = storedPicture;
      return {
        words: `Kept as ${resource} (${widthPx} × ${heightPx} pixels).`,
        data: { resource, content_type: mediaType, width: widthPx, height: heightPx, bytes },
      };
    },
  });

export const pictureTools = (studio: AgentBackend): readonly AgentTool[] => [
  look(studio),
  add(studio),
  checkTool(studio),
  exportPicture(studio),
];
