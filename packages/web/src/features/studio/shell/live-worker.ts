/** Worker that plans and composes scenes while the user changes them (started by `live-thread.ts`). */
import '../../../lib/page/schema-policy.ts';
import { isReadBackTrue } from '../../../lib/canvas/trust.ts';
import { LIVE_JOBS } from './live-messages.ts';
import type { LiveAnswer, LiveRequest } from './live-messages.ts';

addEventListener('message', ({ data }: MessageEvent<LiveRequest>) => void answer(data));

async function answer({ id, name, order }: LiveRequest): Promise<void> {
  const job = LIVE_JOBS[name] as (jobOrder: unknown) => Promise<unknown>;
  try {
    await isReadBackTrue();
    const value = await job(order);
    reply({ id, value }, name === 'composeLive' ? buffersIn(value) : []);
  } catch (error) {
    reply({ id, failure: error instanceof Error ? error.message : String(error) }, []);
  }
}

/** Buffers of a frame's pictures, which are transferred to the page instead of copied. */
const buffersIn = (frame: unknown): ArrayBuffer[] =>
  Object.values(frame ?? {}).flatMap((part: unknown) =>
    part !== null && typeof part === 'object' && 'data' in part && part.data instanceof Uint8Array
      ? [part.data.buffer as ArrayBuffer]
      : [],
  );

const reply = (message: LiveAnswer, buffers: ArrayBuffer[]): void =>
  postMessage(message, { transfer: buffers });
