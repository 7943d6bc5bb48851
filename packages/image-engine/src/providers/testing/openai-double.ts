import { z } from 'zod';
import { assertTransparentMask, readForm, readJson, decodeReceived } from './vendor-double.ts';
import type { DoubleRequest, Vendor, VendorDouble } from './vendor-double.ts';

const size = z.enum(['1024x1024', '1536x1024', '1024x1536', 'auto']);
/** Strict object, because OpenAI's own models reject unknown fields. */
const generation = z.strictObject({
  model: z.literal('gpt-image-1.5'),
  prompt: z.string().min(1).max(32_000),
  n: z.literal(1),
  size,
  output_format: z.enum(['png', 'jpeg', 'webp']),
});
const edit = generation.extend({ n: z.literal('1') });
const chat = z.strictObject({
  model: z.string().min(1),
  stream: z.literal(false),
  response_format: z.strictObject({ type: z.literal('json_object') }).optional(),
  messages: z
    .array(
      z.union([
        z.strictObject({ role: z.enum(['system', 'user']), content: z.string().min(1) }),
        z.strictObject({
          role: z.literal('user'),
          content: z.array(
            z.discriminatedUnion('type', [
              z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
              z.strictObject({
                type: z.literal('image_url'),
                image_url: z.strictObject({ url: z.string().startsWith('data:image/png;base64,') }),
              }),
            ]),
          ),
        }),
      ]),
    )
    .min(2),
});

function assertKey({ headers }: DoubleRequest): void {
  if (headers.authorization !== 'Bearer secret-of-the-tests') throw new Error('without the key');
}

async function createPicture(double: VendorDouble, sizeText: string) {
  if (double.mood === 'no-picture') return { body: { created: 1, data: [] } };
  const [width = 0, height = 0] = sizeText.split('x').map(Number);
  const png = await double.picture(width, height);
  return { body: { created: 1, data: [{ b64_json: png.toString('base64') }] } };
}

/** Fake server with OpenAI's Images API, as its reference describes it for GPT Image models. */
export const openAiImages: Vendor = {
  isWork: ({ path }) => path.startsWith('/v1/images/'),
  moderation: {
    status: 400,
    body: {
      error: {
        code: 'moderation_blocked',
        type: 'image_generation_user_error',
        message: 'Your request was rejected',
        param: null,
      },
    },
  },
  async answer(request, double) {
    assertKey(request);
    switch (`${request.method} ${request.path}`) {
      case 'GET /v1/models':
        return { body: { object: 'list', data: [{ id: 'gpt-image-1.5', object: 'model' }] } };
      case 'POST /v1/images/generations':
        return createPicture(double, generation.parse(readJson(request)).size);
      case 'POST /v1/images/edits': {
        const { fields, files } = await readForm(request);
        const { size: requestedSize } = edit.parse(fields);
        const images = files.filter(({ name }) => name === 'image' || name === 'image[]');
        const masks = files.filter(({ name }) => name === 'mask');
        if (images.length + masks.length !== files.length || masks.length > 1)
          throw new Error('unknown files');
        if (images.some(({ name }) => (name === 'image') === images.length > 1))
          throw new Error('image or image[]?');
        const [image] = images;
        if (image === undefined) throw new Error('no image');
        for (const { type, bytes } of files) {
          if (type !== 'image/png') throw new Error(`a file of type ${type}`);
          await decodeReceived(bytes);
        }
        const [mask] = masks;
        if (mask !== undefined) await assertTransparentMask(mask.bytes, image.bytes);
        return createPicture(double, requestedSize);
      }
      default:
        throw new Error('no such endpoint');
    }
  },
};

/** Fake server with the parts of OpenAI's Chat Completions API for pictures and JSON. */
export const openAiChat: Vendor = {
  isWork: ({ path }) => path === '/v1/chat/completions',
  moderation: {
    body: {
      choices: [{ index: 0, finish_reason: 'content_filter', message: { role: 'assistant', content: null } }],
    },
  },
  async answer(request, double) {
    assertKey(request);
    if (request.path === '/v1/models' && request.method === 'GET')
      return { body: { object: 'list', data: [] } };
    if (request.path !== '/v1/chat/completions' || request.method !== 'POST')
      throw new Error('no such endpoint');
    const { messages, response_format: format } = chat.parse(readJson(request));
    const [, { content } = { content: '' }] = messages;
    if (typeof content !== 'string') {
      const picture = content.find((part) => part.type === 'image_url');
      if (picture?.type !== 'image_url') throw new Error('no picture');
      await decodeReceived(Buffer.from(picture.image_url.url.replace(/^[^,]*,/, ''), 'base64'));
    }
    const scenes = {
      prompt: 'gray slate and morning mist',
      suggestions: ['raw linen', 'white sand', 'dark oak'],
    };
    const text =
      format === undefined
        ? '<think>hm</think> **A red mug**\nwith a handle.'
        : `\`\`\`json\n${JSON.stringify(scenes)}\n\`\`\``;
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }];
    return { body: { choices: double.mood === 'no-picture' ? [] : choices } };
  },
};
