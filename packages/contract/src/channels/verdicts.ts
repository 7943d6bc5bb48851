import { CHANNEL_IDS } from './channels.ts';
import type { ChannelId } from './channels.ts';
import { listFindings, isTaken } from './findings.ts';
import type { Finding } from './findings.ts';
import type { PictureFacts } from './picture-facts.ts';

/** Channel with the ID of a recipe's output; null for a custom output. */
export const findChannel = (outputId: string): ChannelId | null =>
  CHANNEL_IDS.find((id) => id === outputId) ?? null;

interface MeasuredOutput {
  readonly outputId: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Measurements of the file; null if the output belongs to no channel. */
  readonly measured: PictureFacts | null;
}

/**
 * Findings of a channel about an output file as users download it: with its name and signature. Computed on demand,
 * because rules change over time and only measurements are stored. Null if not checked.
 */
export function findingsOfOutput(
  { outputId, name, sizeBytes, measured }: MeasuredOutput,
  today: Date,
): readonly Finding[] | null {
  const channel = findChannel(outputId);
  if (channel === null || measured === null) return null;
  const file = { ...measured.file, name, bytes: sizeBytes };
  return listFindings(channel, { ...measured, file }, today.toISOString().slice(0, 10));
}

/** `taken` (accepted), `advised` (accepted, but could be better), or `refused`; empty if not checked. */
export function getVerdict(
  findings: readonly Pick<Finding, 'level'>[] | null,
): 'taken' | 'advised' | 'refused' | '' {
  if (findings === null) return '';
  if (!isTaken(findings)) return 'refused';
  return findings.length === 0 ? 'taken' : 'advised';
}
