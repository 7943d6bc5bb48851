import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { resourceUsage } from 'node:process';
import type { ContestantAnswer, ContestantRequest } from './messages.ts';

const LOOP_RESOLUTION_MS = 2;

/** Answers requests with `removeBackground`, from JPEG bytes to PNG bytes, until the parent exits. */
export function serve(removeBackground: (jpeg: Uint8Array) => Promise<Uint8Array>): void {
  process.on('message', (message) => {
    void answer(message as ContestantRequest, removeBackground).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.once('disconnect', () => process.exit(0));
}

/** Peak memory in MiB of this process and its running children. */
async function peakRssMiB(): Promise<number> {
  let sumKiB = resourceUsage().maxRSS;
  if (process.platform !== 'linux') return sumKiB / 1024;
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ').filter(Boolean)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    sumKiB += Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return sumKiB / 1024;
}

async function answer(
  { photo }: ContestantRequest,
  removeBackground: (jpeg: Uint8Array) => Promise<Uint8Array>,
): Promise<ContestantAnswer> {
  const jpeg = await readFile(photo);
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  const startedMs = performance.now();
  const png = await removeBackground(jpeg);
  const durationMs = performance.now() - startedMs;
  // Waits, because the histogram's own timer has to fire once more to measure what blocked it.
  await new Promise((resolve) => setTimeout(resolve, 3 * LOOP_RESOLUTION_MS));
  loop.disable();
  if (png[1] !== 0x50) throw new Error('The result is not a PNG');
  return {
    durationMs,
    blockedMs: loop.max / 1e6,
    peakRssMiB: await peakRssMiB(),
    sizeBytes: png.length,
  };
}
