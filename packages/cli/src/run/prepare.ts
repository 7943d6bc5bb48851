/** First and last steps of a command on photos, the same whether this machine or a server makes the results. */
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import { planOutputs } from '../outputs/plan.ts';
import type { Item } from '../outputs/plan.ts';
import { findPhotos } from '../photos/find.ts';
import type { Photo } from '../photos/find.ts';
import { teller } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { SharedSettings } from './options.ts';
import { createReport } from './report.ts';
import type { RunReport } from './report.ts';
import type { PhotoTool } from './tool.ts';

interface PhotoRunSettings {
  readonly shared: SharedSettings;
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly place: string;
}

/**
 * Finds the photos and plans their output files.
 * @throws UsageError for invalid operands or options
 */
export async function prepare(
  tool: PhotoTool,
  job: { readonly variants: number; readonly resolveMask?: ((photo: Photo) => string) | undefined },
  { shared, args, terminal, place }: PhotoRunSettings,
): Promise<{ readonly items: readonly Item[]; readonly report: RunReport; readonly outputIsTaken: boolean }> {
  const photos = await findPhotos(
    args.operands,
    shared.isRecursive,
    teller(terminal, shared.isJson || shared.isQuiet),
  );
  const { items, leftOut } = planOutputs(photos, {
    ...shared,
    suffix: tool.suffix,
    variants: job.variants,
    resolveMask: job.resolveMask,
  });
  const total = items.length * job.variants;
  assertOneForStdout(tool, shared, total, terminal);
  const outputIsTaken = shared.toStdout && tool.suffix !== null;
  const report = createReport(terminal, { ...shared, outputIsTaken, total, place });
  if (leftOut.length > 0 && !shared.isJson && !shared.isQuiet)
    report.warn(`${leftOut.length} of the photos are results of the others, and were left out.`);
  return { items, report, outputIsTaken };
}

function assertOneForStdout(
  tool: PhotoTool,
  { toStdout, isDryRun }: SharedSettings,
  total: number,
  terminal: Terminal,
): void {
  if (!toStdout || tool.suffix === null) return;
  if (total > 1)
    throw new UsageError(`standard output takes one result, not ${total}; say where they go by --out`);
  if (terminal.output.isTTY === true && !isDryRun)
    throw new UsageError('a picture is not written to a terminal; say where it goes by --out, or by >');
}

export function finishReport(report: RunReport, signal: AbortSignal): ExitCode {
  report.end(signal.aborted);
  if (signal.aborted) return signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
  return report.counts.failed > 0 ? EXIT.someFailed : EXIT.done;
}

/** Returns a function that writes a result to standard output if the user requested this. */
export const writerTo =
  ({ output }: Terminal, isTaken: boolean) =>
  async (bytes: Uint8Array): Promise<void> => {
    if (!isTaken) return;
    await new Promise<void>((resolve, reject) => {
      output.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  };
