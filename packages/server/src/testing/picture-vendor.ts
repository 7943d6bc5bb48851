import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drawnPng } from './drawn-png.ts';

/** Behavior of the fake vendor; `hangs` waits until the client disconnects. */
export type VendorMood = 'fine' | 'unauthorized' | 'unpaid' | 'moderated' | 'truncated' | 'hangs';

export interface PictureVendor {
  readonly url: string;
  mood: VendorMood;
  /** Number of pictures requested so far. */
  requestCount: number;
  /** Resolves when the client of a hanging request has disconnected. */
  readonly waitUntilGone: () => Promise<void>;
  stop(): Promise<void>;
}

export const VENDOR_KEY = 'sk-secret-of-the-vendor';

/** Result of the fake vendor: a blue evening sky of 1024 × 1024 pixels, without the product. */
const PICTURE = drawnPng(1024, 1024, (_x, y) => [30, 60, 120 + (y >> 4), 255]);

const REFUSALS = {
  unauthorized: [
    401,
    { error: { code: 'invalid_api_key', message: `Incorrect API key provided: ${VENDOR_KEY}` } },
  ],
  unpaid: [429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }],
  moderated: [400, { error: { code: 'moderation_blocked', message: 'Your request was rejected' } }],
} as const;

/**
 * Starts a fake of OpenAI's Images API with the parts that product backgrounds need; other tests validate the
 * requests.
 */
export async function startPictureVendor(): Promise<PictureVendor> {
  let disconnected = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    request.resume();
    request.on('end', () => {
      if (request.url === '/v1/models') return answer(200, { data: [] });
      vendor.requestCount += 1;
      const { mood } = vendor;
      if (mood === 'hangs') {
        response.on('close', () => disconnected.resolve());
        return undefined;
      }
      if (mood === 'fine' || mood === 'truncated') {
        const bytes = mood === 'fine' ? PICTURE : PICTURE.subarray(0, PICTURE.length >> 1);
        return answer(200, { created: 1, data: [{ b64_json: Buffer.from(bytes).toString('base64') }] });
      }
      const [status, body] = REFUSALS[mood];
      return answer(status, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const vendor: PictureVendor = {
    url: `http://127.0.0.1:${port}/v1`,
    mood: 'fine',
    requestCount: 0,
    waitUntilGone: async () => {
      await disconnected.promise;
      disconnected = Promise.withResolvers<void>();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return vendor;
}
