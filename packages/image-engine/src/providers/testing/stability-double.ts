import { z } from 'zod';
import { assertWhiteMask, readForm, decodeReceived } from './vendor-double.ts';
import type { DoubleAnswer, DoubleRequest, Vendor, VendorDouble } from './vendor-double.ts';

const seed = z
  .string()
  .regex(/^\d+$/)
  .refine((text) => Number(text) > 0 && Number(text) <= 4_294_967_294);
const text = z.string().min(1).max(10_000);
const share = z.string().refine((value) => Number(value) >= 0 && Number(value) <= 1);
const output_format = z.literal('png');

/** Fields and files that each Stability service accepts. */
const SERVICES: Readonly<
  Record<string, { fields: z.ZodType; files: readonly string[]; optional?: readonly string[] }>
> = {
  'generate/core': {
    fields: z.strictObject({
      prompt: text,
      negative_prompt: text.optional(),
      aspect_ratio: z.enum(['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21']),
      seed,
      output_format,
    }),
    files: [],
  },
  'edit/erase': { fields: z.strictObject({ seed, output_format }), files: ['image', 'mask'] },
  'edit/inpaint': { fields: z.strictObject({ prompt: text, seed, output_format }), files: ['image', 'mask'] },
  'edit/remove-background': { fields: z.strictObject({ output_format }), files: ['image'] },
  'upscale/fast': { fields: z.strictObject({ output_format }), files: ['image'] },
  'edit/replace-background-and-relight': {
    fields: z
      .strictObject({
        background_prompt: text.optional(),
        foreground_prompt: text.optional(),
        negative_prompt: text.optional(),
        preserve_original_subject: share,
        keep_original_background: z.enum(['true', 'false']).optional(),
        seed,
        output_format,
      })
      .refine((form) => form.background_prompt !== undefined || form.keep_original_background === 'true'),
    files: ['subject_image'],
    optional: ['background_reference'],
  },
};

const SHAPES: Readonly<Record<string, readonly [number, number]>> = {
  '1:1': [1536, 1536],
  '3:2': [1536, 1024],
  '2:3': [1024, 1536],
  '16:9': [1536, 864],
  '5:4': [1280, 1024],
  '4:5': [1024, 1280],
};

let started: { readonly widthPx: number; readonly heightPx: number } = { widthPx: 0, heightPx: 0 };
let polls = 0;

async function serve(service: string, request: DoubleRequest, double: VendorDouble): Promise<DoubleAnswer> {
  const schema = SERVICES[service];
  if (schema === undefined) throw new Error('no such service');
  const { fields, files } = await readForm(request);
  schema.fields.parse(fields);
  const names = files.map(({ name }) => name);
  if (schema.files.some((name) => !names.includes(name))) throw new Error('a file is missing');
  if (names.some((name) => ![...schema.files, ...(schema.optional ?? [])].includes(name)))
    throw new Error('unknown file');
  const [image] = files;
  if (image === undefined) {
    const [width, height] = SHAPES[fields['aspect_ratio'] ?? ''] ?? [0, 0];
    return { headers: { 'finish-reason': 'SUCCESS' }, body: await double.picture(width, height) };
  }
  const size = await decodeReceived(image.bytes);
  const mask = files.find(({ name }) => name === 'mask');
  if (mask !== undefined) await assertWhiteMask(mask.bytes, image.bytes);
  if (service === 'upscale/fast') {
    if (size.widthPx * size.heightPx > 1_048_576 || Math.max(size.widthPx, size.heightPx) > 1536)
      throw new Error('too large');
    return { body: await double.picture(size.widthPx * 4, size.heightPx * 4) };
  }
  if (Math.min(size.widthPx, size.heightPx) < 64 || size.widthPx * size.heightPx > 9_437_184)
    throw new Error('a size that it refuses');
  if (service === 'edit/replace-background-and-relight') {
    if (request.headers.accept !== 'application/json') throw new Error('an id is JSON');
    started = size;
    polls = 0;
    return { body: { id: 'a'.repeat(64) } };
  }
  if (request.headers.accept !== 'image/*') throw new Error('a picture is image/*');
  return { body: await double.picture(size.widthPx, size.heightPx, service === 'edit/remove-background') };
}

/** Fake server with Stability's REST API, v2beta. */
export const stability: Vendor = {
  isWork: ({ path }) => path.startsWith('/v2beta/stable-image/'),
  moderation: {
    status: 403,
    body: {
      id: 'x',
      name: 'content_moderation',
      errors: ['Your request was flagged by our content moderation system'],
    },
  },
  async answer(request, double) {
    if (request.headers.authorization !== 'Bearer secret-of-the-tests') throw new Error('without the key');
    const { method, path } = request;
    if (method === 'GET' && path === '/v1/user/balance') return { body: { credits: 25.5 } };
    if (method === 'GET' && path === `/v2beta/results/${'a'.repeat(64)}`) {
      polls += 1;
      if (polls === 1) return { status: 202, body: { id: 'a'.repeat(64), status: 'in-progress' } };
      return {
        headers: { 'finish-reason': 'SUCCESS' },
        body: await double.picture(started.widthPx, started.heightPx),
      };
    }
    const [, service] = /^\/v2beta\/stable-image\/(.+)$/.exec(path) ?? [];
    if (method !== 'POST' || service === undefined) throw new Error('no such endpoint');
    return serve(service, request, double);
  },
};
