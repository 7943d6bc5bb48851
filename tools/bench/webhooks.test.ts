import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TIMEOUT_MS = 45 * 60_000;

/**
 * Repeats the check of the server's own tests, which kill the worker once, with the number of kills that the
 * documentation promises.
 */
it.skipIf(process.env['THOROUGH_TESTS'] === undefined)(
  'webhooks lose no event through 50 kills of the worker, sign each one, and call no private address',
  { timeout: TIMEOUT_MS },
  async () => {
    const program = spawn(process.execPath, [join(import.meta.dirname, 'webhooks.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const programOutput = await text(program.stdout);
    const figures = Object.fromEntries(
      [...programOutput.matchAll(/^\| ([a-z ]+) \| +(\d+) \|$/gm)].map(([, name = '', count]) => [
        name,
        Number(count),
      ]),
    );
    expect(figures).toMatchObject({
      'kills of the worker': 50,
      events: 300,
      'events that arrived': 300,
      'of them unsigned or signed wrongly': 0,
      'connections to private addresses': 0,
    });
    expect(figures['kills of a worker that delivers']).toBeGreaterThan(25);
    expect(figures['redirects answered']).toBeGreaterThan(0);
  },
);
