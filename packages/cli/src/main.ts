import { removeUnfinished } from './outputs/write.ts';
import { EXIT } from './exit-codes.ts';
import { runProgram } from './program.ts';

const controller = new AbortController();
/**
 * Time within which a second Ctrl-C counts as the first. If an older Node started this process, Ctrl-C arrives twice:
 * from the terminal, and forwarded by the older Node's process.
 */
const SAME_SIGNAL_MS = 300;
let interruptedMs = 0;

/** The first signal ends the program gracefully, the second immediately; neither leaves partial files. */
function interrupt(signal: 'SIGINT' | 'SIGTERM'): void {
  if (controller.signal.aborted) {
    if (performance.now() - interruptedMs < SAME_SIGNAL_MS) return;
    removeUnfinished();
    process.exit(signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted);
  }
  interruptedMs = performance.now();
  controller.abort(signal);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);

// Ends the program if standard output can't be written, for example because the reading process has closed the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  removeUnfinished();
  if (error.code !== 'EPIPE') {
    const reason = error.code === 'ENOSPC' ? 'the disk is full' : `the system says ${error.code}`;
    process.stderr.write(`packshot: standard output cannot be written: ${reason}\n`);
  }
  process.exit(EXIT.someFailed);
});

const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr };
process.exitCode = await runProgram(process.argv.slice(2), terminal, controller.signal);
