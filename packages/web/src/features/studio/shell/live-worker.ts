/** Worker that composes made scenes while the user changes them (started by `live-thread.ts`). */
import '../../../lib/page/schema-policy.ts';
import { isReadBackTrue } from '../../../lib/canvas/trust.ts';
import { composeLive } from '../composite/live-scene.ts';
import type { LiveAnswer, LiveRequest } from './live-messages.ts';

addEventListener('message', ({ data: { id, order } }: MessageEvent<LiveRequest>) => void answer(id, order));

async function answer(id: number, order: LiveRequest['order']): Promise<void> {
  try {
    await isReadBackTrue();
    const frame = await composeLive(order);
    const buffers = Object.values(frame).map(({ data }) => data.buffer as ArrayBuffer);
    reply({ id, frame }, buffers);
  } catch (error) {
    reply({ id, failure: error instanceof Error ? error.message : String(error) }, []);
  }
}

const reply = (message: LiveAnswer, buffers: ArrayBuffer[]): void =>
  postMessage(message, { transfer: buffers });
