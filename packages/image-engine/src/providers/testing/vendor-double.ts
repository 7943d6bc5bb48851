import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** Behavior of a fake server when it is asked to do work. */
export type Mood =
  | 'fine'
  | 'unauthorized'
  | 'unpaid'
  | 'busy'
  | 'busy-for-long'
  | 'broken'
  | 'hangs'
  | 'cuts'
  | 'html'
  | 'redirects'
  | 'wrong-size'
  | 'truncated'
  | 'no-picture'
  | 'moderated';

export interface DoubleRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

export interface DoubleAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | Uint8Array | string;
}

/** Vendor-specific part of a fake server. */
export interface Vendor {
  /** Responds to a request, or throws an error that states how the request violates the vendor's published API. */
  answer(request: DoubleRequest, double: VendorDouble): Promise<DoubleAnswer> | DoubleAnswer;
  /** Response with the vendor's wording of a moderation refusal; undefined for vendors without moderation. */
  readonly moderation?: DoubleAnswer;
  /** True for requests that ask for work; only these get the error responses of the fake server's mood. */
  isWork(request: DoubleRequest): boolean;
  /** Adds protocols beyond HTTP, such as websockets. */
  attach?(server: Server, double: VendorDouble): void;
}

/** Fake vendor server on this machine: validates every request, and misbehaves when a test sets a mood. */
export class VendorDouble {
  readonly server: Server;
  readonly #vendor: Vendor;
  mood: Mood = 'fine';
  /** Number of further requests for work that get the mood's error response. */
  moodLasts = Infinity;
  readonly requests: DoubleRequest[] = [];
  /** Violations of the vendor's API; must stay empty for a correct adapter. */
  readonly faults: string[] = [];
  /** Unanswered responses, whose connections are closed when the server stops. */
  #hanging: ServerResponse[] = [];
  #onRequest: (() => void)[] = [];
  readonly #pictures = new Map<string, Promise<Buffer>>();

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
    this.server = createServer((request, response) => void this.#serve(request, response));
    vendor.attach?.(this.server, this);
  }

  async start(): Promise<URL> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return new URL(`http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    for (const response of this.#hanging) response.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  reset(): void {
    this.mood = 'fine';
    this.moodLasts = Infinity;
    this.requests.length = 0;
    this.faults.length = 0;
  }

  /** Resolves when a matching request arrives or has already arrived. */
  async saw(fits: (request: DoubleRequest) => boolean): Promise<void> {
    while (!this.requests.some(fits)) await new Promise<void>((resolve) => this.#onRequest.push(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const url = new URL(incoming.url ?? '', 'http://double');
    const request: DoubleRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      bytes: Buffer.concat(chunks),
    };
    this.requests.push(request);
    for (const resolve of this.#onRequest.splice(0)) resolve();
    const answer = await this.#answerTo(request);
    if (answer === 'hangs') {
      this.#hanging.push(response);
      return;
    }
    if (answer === 'cuts') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"data": [', () => response.destroy());
      return;
    }
    const { status = 200, headers = {}, body = '' } = answer;
    const isBinary = body instanceof Uint8Array;
    const bytes = isBinary || typeof body === 'string' ? body : JSON.stringify(body);
    const type = isBinary ? 'image/png' : typeof body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(bytes);
  }

  async #answerTo(request: DoubleRequest): Promise<DoubleAnswer | 'hangs' | 'cuts'> {
    if (this.#vendor.isWork(request) && this.moodLasts > 0) {
      this.moodLasts -= 1;
      const instead = this.#moodAnswer();
      if (instead !== null) return instead;
    }
    try {
      return await this.#vendor.answer(request, this);
    } catch (error) {
      this.faults.push(
        `${request.method} ${request.path}: ${error instanceof Error ? error.message : String(error)}`,
      );
      return { status: 400, body: { error: 'see faults' } };
    }
  }

  #moodAnswer(): DoubleAnswer | 'hangs' | 'cuts' | null {
    switch (this.mood) {
      case 'unauthorized':
        // Some servers repeat the key in their error message.
        return { status: 401, body: { error: { message: 'Incorrect API key: secret-of-the-tests' } } };
      case 'unpaid':
        return { status: 402, body: { name: 'payment_required', errors: ['no credits'] } };
      case 'busy':
        return {
          status: 429,
          headers: { 'retry-after': '7' },
          body: { error: { code: 'rate_limit_exceeded' } },
        };
      case 'busy-for-long':
        return { status: 429, headers: { 'retry-after': '3600' }, body: {} };
      case 'broken':
        return { status: 500, body: { error: 'OutOfMemoryError' } };
      case 'html':
        return { body: '<html><body>Welcome to the router</body></html>' };
      case 'redirects':
        return { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } };
      case 'moderated':
        return this.#vendor.moderation ?? null;
      case 'hangs':
      case 'cuts':
        return this.mood;
      case 'fine':
      case 'wrong-size':
      case 'truncated':
      case 'no-picture':
        return null;
    }
  }

  /** Picture for the response, depending on the mood. */
  async picture(widthPx: number, heightPx: number, isCutOut = false): Promise<Buffer> {
    const key = [this.mood, widthPx, heightPx, isCutOut].join(' ');
    const picture = this.#pictures.get(key) ?? this.#draw(widthPx, heightPx, isCutOut);
    this.#pictures.set(key, picture);
    return picture;
  }

  async #draw(widthPx: number, heightPx: number, isCutOut: boolean): Promise<Buffer> {
    const isWrong = this.mood === 'wrong-size';
    const width = isWrong ? 64 : widthPx;
    const height = isWrong ? 48 : heightPx;
    const background = { r: 40, g: 120, b: 90, alpha: isCutOut ? 0 : 1 };
    const image = sharp({ create: { width, height, channels: 4, background } });
    if (isCutOut) {
      const block = {
        create: { width: width >> 1, height: height >> 1, channels: 4, background: '#c03020' },
      } as const;
      image.composite([{ input: block, gravity: 'center' }]);
    }
    const png = await image.png({ compressionLevel: 1 }).toBuffer();
    return this.mood === 'truncated' ? png.subarray(0, png.length - 40) : png;
  }
}

/** Fields and files of a multipart request, with each file's bytes. */
export async function readForm({ headers, bytes }: DoubleRequest): Promise<{
  readonly fields: Record<string, string>;
  readonly files: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[];
}> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data; boundary=')) throw new Error(`not multipart but ${type}`);
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, string> = {};
  const files: { name: string; type: string; bytes: Uint8Array }[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else files.push({ name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return { fields, files };
}

export const readJson = ({ headers, bytes }: DoubleRequest): unknown => {
  if (headers['content-type'] !== 'application/json')
    throw new Error(`not JSON but ${headers['content-type']}`);
  return JSON.parse(bytes.toString('utf8'));
};

export interface PictureSamples {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasAlpha: boolean;
  /** Samples of the picture's center pixel and of a corner pixel. */
  readonly middle: readonly number[];
  readonly corner: readonly number[];
}

/**
 * Decodes a picture that the fake server received.
 * @throws if it isn't a complete PNG
 */
export async function decodeReceived(bytes: Uint8Array): Promise<PictureSamples> {
  const { format, hasAlpha } = await sharp(bytes).metadata();
  if (format !== 'png') throw new Error(`a ${format} instead of a PNG`);
  const { data, info } = await sharp(bytes, { failOn: 'warning' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return {
    widthPx: info.width,
    heightPx: info.height,
    hasAlpha,
    middle: at(info.width >> 1, info.height >> 1),
    corner: at(0, 0),
  };
}

/**
 * Throws unless a mask has the picture's size, is opaque, and is white in the center and black at the corner, or the
 * reverse.
 */
export async function assertWhiteMask(maskBytes: Uint8Array, imageBytes: Uint8Array): Promise<void> {
  const [mask, image] = await Promise.all([decodeReceived(maskBytes), decodeReceived(imageBytes)]);
  if (mask.widthPx !== image.widthPx || mask.heightPx !== image.heightPx)
    throw new Error('a mask of another size');
  const [middle, corner] = [mask.middle[0], mask.corner[0]];
  if (mask.middle[3] !== 255 || mask.corner[3] !== 255) throw new Error('a mask with holes');
  if (!(middle === 255 && corner === 0) && !(middle === 0 && corner === 255))
    throw new Error('not white on black');
}

/** Like `assertWhiteMask`, for masks that are transparent where the picture may change. */
export async function assertTransparentMask(maskBytes: Uint8Array, imageBytes: Uint8Array): Promise<void> {
  const [mask, image] = await Promise.all([decodeReceived(maskBytes), decodeReceived(imageBytes)]);
  if (mask.widthPx !== image.widthPx || mask.heightPx !== image.heightPx)
    throw new Error('a mask of another size');
  const [middle, corner] = [mask.middle[3], mask.corner[3]];
  if (!(middle === 0 && corner === 255) && !(middle === 255 && corner === 0))
    throw new Error('not transparent on opaque');
}
