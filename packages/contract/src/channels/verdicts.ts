import { CHANNEL_IDS } from './channels.ts';
import type { ChannelId } from './channels.ts';
import { listFindings, isTaken } from './findings.ts';
import type { Finding } from './findings.ts';
import type { PictureFacts } from './picture-facts.ts';

/** The channel that an output of a recipe is for: it is called like it. */
export const findChannel = (outputId: string): ChannelId | null =>
  CHANNEL_IDS.find((id) => id === outputId) ?? null;

/** A file that was made for an output of a recipe. */
interface Checked {
  readonly outputId: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Null: the output is for no channel. */
  readonly measured: PictureFacts | null;
}

/**
 * What a channel says of an output as it is fetched: under its own name, and with its signature. Rules are of a day, so that nothing
 * but what was measured is kept. Null: not checked.
 */
export function findingsOfOutput(
  { outputId, name, sizeBytes, measured }: Checked,
  today: Date,
): readonly Finding[] | null {
  const channel = findChannel(outputId);
  if (channel === null || measured === null) return null;
  const file = { ...measured.file, name, bytes: sizeBytes };
  return listFindings(channel, { ...measured, file }, today.toISOString().slice(0, 10));
}

/** `taken`, `advised` (it would be taken, and could be better), or `refused`; empty: not checked. */
export function getVerdict(
  findings: readonly Pick<Finding, 'level'>[] | null,
): 'taken' | 'advised' | 'refused' | '' {
  if (findings === null) return '';
  if (!isTaken(findings)) return 'refused';
  return findings.length === 0 ? 'taken' : 'advised';
}
