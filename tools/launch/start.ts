// npm start        the whole product on this machine
// npm run worker   another worker for a running product
import { ExtraWorker } from './extra-worker.ts';
import { LaunchError } from './launch-error.ts';
import { Product } from './product.ts';
import { assertServerConfiguration, readSettings } from './settings.ts';

let running: Product | ExtraWorker | null = null;
let isEnding = false;

/** Stops everything in order and exits. */
function end(message: string, code: number): void {
  if (isEnding) return;
  isEnding = true;
  (code === 0 ? process.stdout : process.stderr).write(`\n${message}\n`);
  const stopped = running?.stop() ?? Promise.resolve();
  stopped.then(
    () => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${describe(error)}\n`);
      running?.kill();
      process.exit(1);
    },
  );
}

function describe(error: unknown): string {
  if (error instanceof LaunchError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

// Whoever read it may be gone: a closed terminal, a parent that was killed. Then there is all the more to be stopped in order.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

// A second Ctrl-C does not wait. Other signals may arrive twice for one request: a service manager sends them
// to the whole group, and the command that started us forwards them.
process.on('SIGINT', () => {
  if (isEnding) {
    running?.kill();
    process.exit(1);
  }
  end('Stopping…', 0);
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end('Stopping…', 0));
process.on('disconnect', () => end('The command that started this is gone. Stopping…', 0));

try {
  const settings = readSettings();
  assertServerConfiguration(settings);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const onFatal = (error: unknown) => end(describe(error), 1);
  running =
    process.argv[2] === 'worker' ? new ExtraWorker(settings, say) : new Product(settings, say, onFatal);
  await running.start();
} catch (error) {
  // Whatever was being started fails as well when a stop comes in; that is not worth reporting.
  if (!isEnding) end(`${describe(error)}\n`, 1);
}
