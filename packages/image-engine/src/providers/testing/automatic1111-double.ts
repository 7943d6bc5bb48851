import { z } from 'zod';
import { assertWhiteMask, readJson, decodeReceived } from './vendor-double.ts';
import type { Vendor } from './vendor-double.ts';

const base64 = z.string().regex(/^[A-Za-z0-9+/]+=*$/);
const common = {
  prompt: z.string().min(1),
  negative_prompt: z.string(),
  steps: z.number().int().min(1).max(150),
  cfg_scale: z.number().min(1).max(30),
  batch_size: z.literal(1),
  n_iter: z.literal(1),
  send_images: z.literal(true),
  save_images: z.literal(false),
  width: z.number().int().multipleOf(8),
  height: z.number().int().multipleOf(8),
  seed: z.number().int().min(0),
  override_settings: z.strictObject({ sd_model_checkpoint: z.string() }).optional(),
};
const txt2img = z.strictObject(common);
const img2img = z.strictObject({
  ...common,
  init_images: z.array(base64).length(1),
  mask: base64,
  mask_blur: z.number().int().min(0),
  inpainting_fill: z.number().int().min(0).max(3),
  inpaint_full_res: z.boolean(),
  inpainting_mask_invert: z.literal(0),
  denoising_strength: z.number().min(0).max(1),
});

/** Fake server with the API of AUTOMATIC1111's web UI, as its /docs page describes it. */
export const automatic1111: Vendor = {
  isWork: ({ path }) => path.endsWith('2img'),
  async answer(request, double) {
    const expected = `Basic ${Buffer.from('secret-of-the-tests').toString('base64')}`;
    if (request.headers.authorization !== expected) throw new Error('without the key');
    switch (`${request.method} ${request.path}`) {
      case 'GET /sdapi/v1/sd-models':
        return { body: [{ title: 'sd_xl_base_1.0', model_name: 'sd_xl_base_1.0' }] };
      case 'GET /sdapi/v1/progress':
        return { body: { progress: 0.5, eta_relative: 1, state: {}, current_image: null, textinfo: null } };
      case 'POST /sdapi/v1/interrupt':
        return { body: {} };
      case 'POST /sdapi/v1/txt2img': {
        const { width, height } = txt2img.parse(readJson(request));
        const png = await double.picture(width, height);
        return {
          body: {
            images: double.mood === 'no-picture' ? [] : [png.toString('base64')],
            parameters: {},
            info: '{}',
          },
        };
      }
      case 'POST /sdapi/v1/img2img': {
        const { width, height, init_images: images, mask } = img2img.parse(readJson(request));
        const image = Buffer.from(images[0] ?? '', 'base64');
        const size = await decodeReceived(image);
        if (size.widthPx !== width || size.heightPx !== height) throw new Error('a picture of another size');
        await assertWhiteMask(Buffer.from(mask, 'base64'), image);
        const png = await double.picture(width, height);
        return {
          body: {
            images: double.mood === 'no-picture' ? [] : [png.toString('base64')],
            parameters: {},
            info: '{}',
          },
        };
      }
      default:
        throw new Error('no such endpoint');
    }
  },
};
