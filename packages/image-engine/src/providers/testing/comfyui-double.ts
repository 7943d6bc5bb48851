import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { assertWhiteMask, readForm, readJson, decodeReceived } from './vendor-double.ts';
import type { DoubleRequest, Vendor, VendorDouble } from './vendor-double.ts';

const node = z.strictObject({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) });
const prompt = z.strictObject({ prompt: z.record(z.string(), node), client_id: z.uuid() });
/** Inputs of the nodes that our workflows use; a node must have exactly these. */
const NODES: Readonly<Record<string, readonly string[]>> = {
  CheckpointLoaderSimple: ['ckpt_name'],
  CLIPTextEncode: ['text', 'clip'],
  EmptyLatentImage: ['width', 'height', 'batch_size'],
  EmptyImage: ['width', 'height', 'batch_size', 'color'],
  KSampler: [
    'model',
    'positive',
    'negative',
    'latent_image',
    'seed',
    'steps',
    'cfg',
    'sampler_name',
    'scheduler',
    'denoise',
  ],
  VAEDecode: ['samples', 'vae'],
  VAEEncode: ['pixels', 'vae'],
  VAEEncodeForInpaint: ['pixels', 'vae', 'mask', 'grow_mask_by'],
  InpaintModelConditioning: ['positive', 'negative', 'vae', 'pixels', 'mask', 'noise_mask'],
  SetLatentNoiseMask: ['samples', 'mask'],
  DifferentialDiffusion: ['model'],
  GrowMask: ['mask', 'expand', 'tapered_corners'],
  LoadImage: ['image'],
  LoadImageMask: ['image', 'channel'],
  ImageCompositeMasked: ['destination', 'source', 'mask', 'x', 'y', 'resize_source'],
  PreviewImage: ['images'],
  UpscaleModelLoader: ['model_name'],
  ImageUpscaleWithModel: ['upscale_model', 'image'],
  IPAdapterUnifiedLoader: ['model', 'preset'],
  IPAdapter: ['model', 'ipadapter', 'image', 'weight', 'start_at', 'end_at', 'weight_type'],
  LoadAndApplyICLightUnet: ['model', 'model_path'],
  ICLightConditioning: ['positive', 'negative', 'vae', 'foreground', 'opt_background', 'multiplier'],
};

interface WorkflowGraph {
  readonly [id: string]: z.infer<typeof node>;
}

/** Throws unless every node of a workflow is known and has its inputs, and every link leads to a node. */
function assertGraph(graph: WorkflowGraph): void {
  for (const [id, { class_type: type, inputs }] of Object.entries(graph)) {
    const needed = NODES[type];
    if (needed === undefined) throw new Error(`an unknown node ${type}`);
    const inputNames = Object.keys(inputs).toSorted();
    if (inputNames.join() !== needed.toSorted().join())
      throw new Error(`${id} ${type} is given ${inputNames.join()}`);
    for (const value of Object.values(inputs)) {
      if (Array.isArray(value) && graph[String(value[0])] === undefined)
        throw new Error(`${id} hangs on ${String(value[0])}`);
      if (typeof value === 'string' && value.includes('{{')) throw new Error(`${id} was not filled in`);
    }
  }
}

/** Fake ComfyUI server, following its `server.py`. */
export function comfyUi(): Vendor & { sendsEvents: boolean; neverEnds: boolean; missesHistory: number } {
  const uploads = new Map<string, Uint8Array>();
  const sockets = new Map<string, WebSocket>();
  const sizes = new Map<string, readonly [number, number]>();
  let count = 0;

  async function readSize(graph: WorkflowGraph): Promise<readonly [number, number]> {
    const nodes = Object.values(graph);
    const getUpload = (name: unknown): Uint8Array => {
      const uploadedBytes = uploads.get(String(name));
      if (uploadedBytes === undefined) throw new Error(`${String(name)} was not uploaded`);
      return uploadedBytes;
    };
    const image = nodes.find(({ class_type: type }) => type === 'LoadImage' || type === 'LoadImageMask');
    const canvas = nodes.find(({ class_type: type }) => type === 'EmptyLatentImage');
    for (const { class_type: type, inputs } of nodes)
      if (type === 'LoadImage') await decodeReceived(getUpload(inputs['image']));
    if (canvas !== undefined) return [Number(canvas.inputs['width']), Number(canvas.inputs['height'])];
    const pictures = nodes.filter(({ class_type: type }) => type === 'LoadImage');
    const first = getUpload((pictures[0] ?? image)?.inputs['image']);
    const mask = nodes.find(({ class_type: type }) => type === 'LoadImageMask');
    if (mask !== undefined) await assertWhiteMask(getUpload(mask.inputs['image']), first);
    const { widthPx, heightPx } = await decodeReceived(first);
    const factor = nodes.some(({ class_type: type }) => type === 'ImageUpscaleWithModel') ? 4 : 1;
    return [widthPx * factor, heightPx * factor];
  }

  async function upload(request: DoubleRequest) {
    const { fields, files } = await readForm(request);
    z.strictObject({ type: z.literal('input'), subfolder: z.string().min(1) }).parse(fields);
    const [image, ...others] = files;
    if (image?.name !== 'image' || others.length > 0) throw new Error('one file named image');
    count += 1;
    const name = `stored-${count}.png`;
    uploads.set(`${fields['subfolder']}/${name}`, image.bytes);
    return { body: { name, subfolder: fields['subfolder'], type: 'input' } };
  }

  async function queue(request: DoubleRequest) {
    const { prompt: graph, client_id: clientId } = prompt.parse(readJson(request));
    assertGraph(graph);
    count += 1;
    const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    sizes.set(id, await readSize(graph));
    const socket = sockets.get(clientId);
    if (vendor.sendsEvents && socket === undefined) throw new Error('no client listens under this name');
    const tell = (type: string, data: object) =>
      socket?.send(JSON.stringify({ type, data: { prompt_id: id, ...data } }));
    tell('execution_start', {});
    tell('progress', { node: 'sampler', value: 14, max: 28 });
    if (!vendor.neverEnds) tell('execution_success', {});
    return { body: { prompt_id: id, number: count, node_errors: {} } };
  }

  async function answer(request: DoubleRequest, double: VendorDouble) {
    const { method, path, query } = request;
    const [, promptId] = /^\/history\/(.+)$/.exec(path) ?? [];
    if (method === 'GET' && promptId !== undefined) {
      if (vendor.neverEnds || vendor.missesHistory-- > 0) return { body: {} };
      const images =
        double.mood === 'no-picture' ? [] : [{ filename: promptId, subfolder: '', type: 'temp' }];
      return {
        body: {
          [promptId]: {
            outputs: { result: { images } },
            status: { status_str: 'success', completed: true, messages: [] },
          },
        },
      };
    }
    switch (`${method} ${path}`) {
      case 'GET /system_stats':
        return { body: { system: { comfyui_version: '0.3.60' }, devices: [] } };
      case 'POST /upload/image':
        return upload(request);
      case 'POST /prompt':
        return queue(request);
      case 'GET /view': {
        z.strictObject({ filename: z.string(), subfolder: z.string(), type: z.literal('temp') }).parse(
          Object.fromEntries(query),
        );
        const [width, height] = sizes.get(query.get('filename') ?? '') ?? [0, 0];
        return { body: await double.picture(width, height) };
      }
      case 'POST /interrupt':
        z.strictObject({ prompt_id: z.string() }).parse(readJson(request));
        return { body: '' };
      case 'POST /queue':
        z.strictObject({ delete: z.array(z.string()).length(1) }).parse(readJson(request));
        return { body: '' };
      default:
        throw new Error('no such endpoint');
    }
  }

  const vendor = {
    /** If false, simulates a proxy that doesn't support websockets. */
    sendsEvents: true,
    /** If true, workflows run until the client's timeout. */
    neverEnds: false,
    /** Number of requests for the history that a workflow isn't in yet, although it has ended. */
    missesHistory: 0,
    isWork: ({ path }: DoubleRequest) => path === '/prompt',
    answer,
    attach(server: VendorDouble['server']) {
      const events = new WebSocketServer({ noServer: true });
      server.on('upgrade', (request, socket, head) => {
        const url = new URL(request.url ?? '', 'http://double');
        const clientId = url.searchParams.get('clientId');
        if (!vendor.sendsEvents || url.pathname !== '/ws' || clientId === null) {
          socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
          return;
        }
        events.handleUpgrade(request, socket, head, (client) => {
          sockets.set(clientId, client);
          client.send(
            JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } } } }),
          );
        });
      });
    },
  };
  return vendor;
}
