import type { ImageEngine } from '@packshot/image-engine';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import type { Item } from '../outputs/plan.ts';
import { readStream } from '../photos/read.ts';
import type { Terminal } from '../terminal.ts';
import { openEngine, openSigner } from './engine.ts';
import { ownConcurrency, readShared } from './options.ts';
import type { SharedSettings } from './options.ts';
import { endOf, prepare, writerTo } from './prepare.ts';
import type { Report } from './report.ts';
import type { PhotoTool } from './tool.ts';
import { workOn } from './work.ts';
import type { WorkSettings } from './work.ts';

/** Does what a command on photos asks for. Throws UsageError before anything is begun. */
export async function runPhotos(
  tool: PhotoTool,
  args: Arguments,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const shared = readShared(args, tool.suffix);
  const job = await tool.read(args);
  const { items, report, outputIsTaken } = await prepare(tool, job, { shared, args, terminal, place: HERE });
  const settings: WorkSettings = {
    job,
    file: shared.file,
    replaces: shared.replaces,
    isDryRun: shared.isDryRun,
    signer: signerFor(tool, shared, report),
    readInput: () => readStream(terminal.input),
    writeOutput: writerTo(terminal, outputIsTaken),
    warn: report.warn,
  };
  await workOnAll(items, shared.concurrency ?? ownConcurrency(), settings, report, signal);
  return endOf(report, signal);
}

const HERE = 'on this machine';

const signerFor = ({ suffix }: PhotoTool, { file, isDryRun }: SharedSettings, report: Report) =>
  file.isSigned && !isDryRun && suffix !== null ? openSigner(report) : null;

/** Each engine takes the next photo as soon as it has done one. */
async function workOnAll(
  items: readonly Item[],
  concurrency: number,
  settings: WorkSettings,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const waiting = items.values();
  const engines = Array.from({ length: Math.min(concurrency, items.length) }, () => openEngine(report));
  try {
    await Promise.all(
      engines.map(async (engine) => {
        // One list for all: whoever is free takes what comes next.
        for (const item of waiting) await workOnOne(item, engine, settings, report, signal);
      }),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

async function workOnOne(
  item: Item,
  engine: ImageEngine,
  settings: WorkSettings,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { label } = item.photo;
  const onProgress = (fraction: number, stage: string): void =>
    report.progress(label, fraction, STAGE_WORDS[stage] ?? '');
  onProgress(0, '');
  for await (const outcome of workOn(item, engine, settings, { signal, onProgress })) report.outcome(outcome);
}

/** The first photo on a machine waits for this. */
const STAGE_WORDS: Readonly<Record<string, string>> = { prepare: '(preparing the network)' };
