/** Reports the results of checked pictures, as text for users or JSON for programs. */
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { isTaken } from '@packshot/contract/channels/findings';
import type { Finding } from '@packshot/contract/channels/findings';
import type { RuleKind } from '@packshot/contract/channels/rules';
import { toDisplayText, shownJson, applyStyle } from '../../terminal.ts';
import type { Terminal } from '../../terminal.ts';
import type { OutcomeFault } from '../outcome.ts';
import type { Linted } from './lint-one.ts';

interface LintReportSettings {
  readonly channel: ChannelId;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly total: number;
}

export function createLintReport(terminal: Terminal, settings: LintReportSettings) {
  const { output, errors } = terminal;
  const { channel, isJson, isQuiet, total } = settings;
  const { name } = CHANNELS[channel];
  const counts = { taken: 0, refused: 0, failed: 0 };
  return {
    addLinted(input: string, { findings, unchecked, written }: Linted): void {
      const now = written === null ? findings : written.left;
      const status = isTaken(now) ? 'taken' : 'refused';
      counts[status]++;
      if (isJson) {
        const [before, remainingFindings] = [findings.map(forPrograms), written?.left.map(forPrograms)];
        output.write(
          `${shownJson({ input, channel, status, findings: before, unchecked, ...written, left: remainingFindings })}\n`,
        );
        return;
      }
      if (isQuiet && status === 'taken') return;
      const names =
        written === null
          ? toDisplayText(input)
          : `${toDisplayText(input)} → ${toDisplayText(written.output)}`;
      const verdict =
        status === 'taken'
          ? applyStyle(output, 'green', 'taken')
          : applyStyle(output, 'red', `refused by ${name}`);
      const lines = [
        ...now.map((finding) => formatLine(output, finding)),
        ...notesOn(output, written, unchecked),
      ];
      output.write([`${names}  ${verdict}`, ...lines].map((line) => `${line}\n`).join(''));
    },
    addFailed(input: string, error: OutcomeFault): void {
      counts.failed++;
      if (isJson) output.write(`${shownJson({ input, channel, status: 'failed', error })}\n`);
      else
        errors.write(
          `${applyStyle(errors, 'red', `${toDisplayText(input)}:`)} ${toDisplayText(error.message)}\n`,
        );
    },
    warn: (sentence: string): void =>
      void errors.write(`${applyStyle(errors, 'yellow', toDisplayText(sentence))}\n`),
    end(): void {
      if (isJson || isQuiet || total === 1) return;
      const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`;
      errors.write(
        `${total} pictures for ${name}: ${counts.taken} taken, ${counts.refused} refused${failed}.\n`,
      );
    },
    /** Whether the channel would refuse any picture, or any couldn't be checked. */
    hasRefused: (): boolean => counts.refused + counts.failed > 0,
  };
}

const forPrograms = ({
  kind,
  level,
  isJudged,
  sentence,
  measured,
  required,
  fix,
  from,
  source,
}: Finding) => ({
  rule: kind,
  level,
  judged: isJudged,
  sentence,
  measured,
  required,
  fix,
  from,
  confidence: source.confidence,
  checked_on: source.checkedOn,
});

const formatLine = (stream: Terminal['output'], { level, sentence, source }: Finding): string => {
  const mark = level === 'refused' ? applyStyle(stream, 'red', '✗') : applyStyle(stream, 'yellow', '!');
  return `  ${mark} ${sentence}${source.confidence === 'reported' ? applyStyle(stream, 'dim', ' (as reported)') : ''}`;
};

const UNCHECKED_WORDS: Readonly<Partial<Record<RuleKind, string>>> = {
  fill: 'how much of the frame it fills',
  whole: 'whether it is whole',
  single: 'whether it is one thing',
  words: 'print beside it',
};

function notesOn(
  stream: Terminal['output'],
  written: Linted['written'],
  unchecked: readonly RuleKind[],
): string[] {
  const notes: string[] = [];
  if (written !== null && written.scale > 1)
    notes.push(`  enlarged ${written.scale.toFixed(2)} times, which adds no detail`);
  const words = unchecked.flatMap((kind) => UNCHECKED_WORDS[kind] ?? []);
  if (words.length > 0 && written === null)
    notes.push(`  not checked without --cut-out: ${words.join(', ')}`);
  return notes.map((note) => applyStyle(stream, 'dim', note));
}
