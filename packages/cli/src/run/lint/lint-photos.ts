/** Checks pictures against the rules of a sales channel, one after another. */
import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { fixedName, partsOfName } from '@packshot/contract/channels/file-names';
import { EXIT } from '../../exit-codes.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { Arguments } from '../../options/option.ts';
import { hasOption, getTextOption } from '../../options/parse.ts';
import { outputPattern } from '../../outputs/pattern.ts';
import type { OutputPattern } from '../../outputs/pattern.ts';
import { planOutputs } from '../../outputs/plan.ts';
import { findPhotos } from '../../photos/find.ts';
import type { Photo } from '../../photos/find.ts';
import { teller } from '../../terminal.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import { openEngine, openSigner } from '../engine.ts';
import { toFault } from '../outcome.ts';
import { lintOne } from './lint-one.ts';
import type { LintSettings } from './lint-one.ts';
import { createLintReport } from './lint-report.ts';

/** @throws UsageError for invalid options, before any picture is checked */
export async function lintPhotos(
  args: Arguments,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const channel = channelIn(args);
  const pattern = patternIn(args);
  const photos = await findPhotos(
    args.operands,
    hasOption(args, 'recursive'),
    teller(terminal, hasOption(args, 'json') || hasOption(args, 'quiet')),
  );
  if (pattern !== null && photos.some(({ path }) => path === null))
    throw new UsageError('--fix takes files, because standard input has no name');
  const { items } = planOutputs(
    photos.map((photo) => withFixedName(photo, channel)),
    { pattern, suffix: null, extension: 'jpg', variants: 1, toStdout: false },
  );
  const report = createLintReport(terminal, {
    channel,
    isJson: hasOption(args, 'json'),
    isQuiet: hasOption(args, 'quiet'),
    total: items.length,
  });
  const settings: LintSettings = {
    channel,
    // Date of the check, because channel rules apply from certain dates on.
    today: new Date().toISOString().slice(0, 10),
    cutsOut: hasOption(args, 'cut-out'),
    replaces: hasOption(args, 'force'),
    signer: pattern === null || hasOption(args, 'unsigned') ? null : openSigner(report),
    input: terminal.input,
  };
  const engine = openEngine(report);
  try {
    for (const item of items) {
      signal.throwIfAborted();
      const [output] = item.outputs;
      try {
        report.addLinted(item.photo.label, await lintOne(item.photo, output, engine, settings, signal));
      } catch (error) {
        signal.throwIfAborted();
        report.addFailed(item.photo.label, toFault(error));
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
  } finally {
    await engine.close();
  }
  report.end();
  return report.hasRefused() ? EXIT.someFailed : EXIT.done;
}

function channelIn(args: Arguments): ChannelId {
  const channelName = getTextOption(args, 'channel');
  const channel = CHANNEL_IDS.find((id) => id === channelName);
  if (channel === undefined)
    throw new UsageError(`--channel is missing: it is one of ${CHANNEL_IDS.join(', ')}`);
  return channel;
}

/** Output pattern for fixed files; null if no files are written. */
function patternIn(args: Arguments): OutputPattern | null {
  const out = getTextOption(args, 'out');
  if (!hasOption(args, 'fix')) {
    if (out !== undefined)
      throw new UsageError('--out is for what --fix writes; without it nothing is written');
    return null;
  }
  if (out === undefined || out === '-')
    throw new UsageError('--fix needs --out: a folder for what it writes');
  const pattern = outputPattern(out);
  if (!pattern.rest.endsWith('.{ext}'))
    throw new UsageError('--out must end in .{ext} or /, because the format may change');
  return pattern;
}

function withFixedName(photo: Photo, channel: ChannelId): Photo {
  const { stem } = partsOfName(fixedName(`${photo.name}.jpg`, CHANNELS[channel]));
  return { ...photo, name: stem };
}
