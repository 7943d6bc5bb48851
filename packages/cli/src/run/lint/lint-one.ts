import { basename, relative } from 'node:path';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { nameWithExtension, partsOfName } from '@packshot/contract/channels/file-names';
import { listFindings, notChecked } from '@packshot/contract/channels/findings';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import type { RuleKind } from '@packshot/contract/channels/rules';
import type { Provenance } from '@packshot/contract';
import type { ImageEngine, ToolJobInput, ToolResult } from '@packshot/image-engine';
import { readFileFacts, detectImageFormat, xmpPacket } from '@packshot/image-engine/pixels';
import { provenanceAfter, provenanceOfFile, createStep } from '@packshot/image-engine/provenance';
import type { Output } from '../../outputs/plan.ts';
import { writeWhole } from '../../outputs/write.ts';
import type { Photo } from '../../photos/find.ts';
import { readBounded, readStream } from '../../photos/read.ts';
import type { OwnSigner } from '../finish.ts';
import { signedFile } from '../finish.ts';
import { FileFault } from '../outcome.ts';

export interface LintSettings {
  readonly channel: ChannelId;
  readonly today: string;
  /** Whether the engine's network cuts out the product for the check, whatever its background. */
  readonly cutsOut: boolean;
  readonly replaces: boolean;
  readonly signer: OwnSigner | null;
  readonly input: NodeJS.ReadableStream;
}

export interface Linted {
  readonly findings: readonly Finding[];
  readonly unchecked: readonly RuleKind[];
  /** Fixed file; null if the user didn't request one. */
  readonly written: {
    readonly output: string;
    readonly done: readonly FixName[];
    readonly left: readonly Finding[];
    /** Scale of the fixed picture relative to the original; above 1 if it was enlarged, which adds no detail. */
    readonly scale: number;
  } | null;
}

type LintResult = ToolResult<'check-channel'>;

/** @param output path of the fixed picture; if omitted, the picture is only checked */
export async function lintOne(
  photo: Photo,
  output: Output | undefined,
  engine: ImageEngine,
  settings: LintSettings,
  signal: AbortSignal,
): Promise<Linted> {
  if (output?.problem !== undefined) throw new FileFault(output.problem);
  const bytes = photo.path === null ? await readStream(settings.input) : await readBounded(photo.path);
  const name = photo.path === null ? null : basename(photo.path);
  const path = output?.path ?? null;
  if (detectImageFormat(bytes) === null) return unreadable(bytes, name, path, settings);
  const before = path === null ? null : provenanceOfFile(bytes);
  const checked = await check(bytes, name, before, engine, settings, signal);
  const { findings, unchecked, fixed } = checked;
  if (path === null || before === null) return { findings, unchecked, written: null };
  const isChanged = fixed !== null && fixed.file.length > 0 && fixed.done.some((fix) => fix !== 'name');
  const file = isChanged
    ? await signReport(engine, fixed.file, createProvenance(before, findings, settings), settings, signal)
    : bytes;
  const format = readFileFacts(file, null).format;
  const target = format === null ? path : withFormatExtension(path, format);
  await writeWhole(target, file, settings.replaces);
  const appliedFixes = fixed?.done ?? [];
  const remainingFindings = fixed?.left ?? [];
  return {
    findings,
    unchecked,
    written: {
      output: relative('.', target),
      done: appliedFixes,
      left: remainingFindings,
      scale: isChanged ? fixed.scale : 1,
    },
  };
}

/**
 * Check result for a file in a format that the engine can't decode.
 * @throws FileFault if the format is unknown, or a fixed file was requested
 */
function unreadable(
  bytes: Uint8Array,
  name: string | null,
  path: string | null,
  { channel, today }: LintSettings,
): Linted {
  const facts = { file: readFileFacts(bytes, name), pixels: null };
  if (facts.file.format === null || path !== null)
    throw new FileFault('It is no picture that can be opened here: PNG, JPEG, WebP, AVIF and HEIC.');
  const findings = listFindings(channel, facts, today);
  return { findings, unchecked: notChecked(channel, facts), written: null };
}

async function check(
  picture: Uint8Array,
  name: string | null,
  before: Provenance | null,
  engine: ImageEngine,
  { channel, today, cutsOut, ...settings }: LintSettings,
  signal: AbortSignal,
): Promise<LintResult> {
  const input: ToolJobInput<'check-channel'> = { picture, name, channel, today, findsPrint: cutsOut };
  const cut = async (): Promise<Uint8Array> =>
    (await engine.run('cut-out', { photo: picture }, { signal })).full;
  let cutOut = cutsOut ? await cut() : undefined;
  const checked = await engine.run('check-channel', { ...input, cutOut }, { signal });
  if (before === null || checked.findings.length === 0) return checked;
  const provenance = createProvenance(before, checked.findings, { ...settings, channel, today, cutsOut });
  const fixing = { ...input, fixes: 'all', xmp: xmpPacket({ altText: '', provenance }) } as const;
  const fixed = await engine.run('check-channel', { ...fixing, cutOut }, { signal });
  if (cutOut !== undefined || fixed.fixed?.needsCutOut !== true) return fixed;
  cutOut = await cut();
  return {
    ...(await engine.run('check-channel', { ...fixing, cutOut }, { signal })),
    findings: checked.findings,
  };
}

function createProvenance(
  before: Provenance,
  findings: readonly Finding[],
  { channel }: LintSettings,
): Provenance {
  const isOnWhite = findings.some(({ fix }) => fix === 'white' || fix === 'words');
  const step = isOnWhite
    ? ({
        effect: 'put-on-color',
        ingredient: { kind: 'color', name: '#ffffff' },
        parameters: { channel },
      } as const)
    : ({ effect: 'alter', parameters: { channel } } as const);
  return provenanceAfter([before], createStep({ tool: 'export' }, step, null));
}

async function signReport(
  engine: ImageEngine,
  bytes: Uint8Array,
  provenance: Provenance,
  { signer }: LintSettings,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return signer === null
    ? bytes
    : signedFile(engine, { bytes, measured: undefined }, provenance, signer, signal);
}

/** Replaces the file extension of a planned path, because fixing a picture may change its format. */
function withFormatExtension(
  path: string,
  format: NonNullable<ReturnType<typeof readFileFacts>['format']>,
): string {
  const file = basename(path);
  return `${path.slice(0, path.length - file.length)}${partsOfName(nameWithExtension(file, format)).stem}.${partsOfName(nameWithExtension(file, format)).extension}`;
}
