import { LaunchError } from './launch-error.ts';

/** Processes that a command starts and stops together. */
export interface Launch {
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Starts processes, waits until a signal arrives, and exits. Ctrl-C, SIGTERM, SIGHUP and the end of the command that
 * started this process stop everything in order.
 * @param create receives a function that prints lines, and one to call when the processes cannot continue
 */
export async function runAtTerminal(
  create: (say: (line: string) => void, onFatal: (error: unknown) => void) => Launch,
): Promise<void> {
  let running: Launch | null = null;
  let isEnding = false;

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

  // Ignores write errors after the terminal has closed, so that everything is still stopped in order.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

  // A second Ctrl-C kills everything at once. A second signal of another kind doesn't: a service manager sends it to
  // the whole group, and the command that started us forwards it too.
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
    const say = (line: string) => process.stdout.write(`${line}\n`);
    running = create(say, (error) => end(describe(error), 1));
    await running.start();
  } catch (error) {
    // Doesn't report the failure of a start that was stopped.
    if (!isEnding) end(`${describe(error)}\n`, 1);
  }
}

function describe(error: unknown): string {
  if (error instanceof LaunchError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
