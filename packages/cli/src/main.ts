/** The command `packshot`: bin/packshot.mjs starts it. */
import { removeUnfinished } from './outputs/write.ts';
import { EXIT } from './exit-codes.ts';
import { runProgram } from './program.ts';

const controller = new AbortController();
/** A terminal sends Ctrl-C to us and to the older Node that may have started us, which passes it on. */
const SAME_SIGNAL_MS = 300;
let interruptedMs = 0;

/** The first time it ends in good order, the second time at once; no file is half written either way. */
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

// Whoever reads our lines may have read enough.
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
