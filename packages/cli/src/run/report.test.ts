import { PassThrough } from 'node:stream';
import { REVIEW_FROM } from '@packshot/contract';
import type { QualityFlag } from '@packshot/contract';
import { readCsv } from '@packshot/contract/catalog/csv';
import { expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { createManifest } from './recipe/manifest.ts';
import { createReport } from './report.ts';

function printLine(outcome: Outcome): string {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const settings = { isJson: false, isQuiet: false, outputIsTaken: false, total: 1, place: 'here' };
  createReport({ output, errors } as unknown as Parameters<typeof createReport>[0], settings).outcome(
    outcome,
  );
  return String(output.read() ?? '');
}

function readState(score: number, doubts: readonly QualityFlag[]): string | undefined {
  const item = { row: 1, sku: 'mug', variant: '', slot: '', columns: {}, path: 'mug', label: 'mug.png' };
  const output = { id: 'shop', width: 1, height: 1, format: 'png', quality: 90, name_pattern: '{sku}.{ext}' };
  const recipe = { steps: { ground: { kind: 'transparent' } }, outputs: [output] };
  const manifest = createManifest(
    { recipe, recipeHash: '' } as unknown as Parameters<typeof createManifest>[0],
    null,
  );
  const file = {
    outputId: 'shop',
    name: 'mug.png',
    widthPx: 1,
    heightPx: 1,
    sizeBytes: 1,
    status: 'done',
    sha256: '',
    unsignedSha256: '',
    scale: 1,
    findings: null,
    signed: false,
  } as const;
  const read = async () => new Uint8Array();
  manifest.addMade({ ...item, read }, { files: [file], cutOut: null, doubts, score, credits: 0 });
  const [head = [], row = []] = readCsv(manifest.file(), 2);
  return row[head.indexOf('state')];
}

it.each([0, 0.5, 0.854, 1 - REVIEW_FROM, 0.93, 1])(
  'the terminal line of a result asks for review exactly when the CSV manifest does: review score %d',
  (score) => {
    const flag = { reason: 'at-border', place: 'top', box: { x: 0, y: 0, width: 1, height: 0.1 } } as const;
    const flagged = printLine({
      input: 'mug.png',
      output: 'mug.png',
      status: 'done',
      score,
      doubts: [flag],
    });
    expect(flagged).toContain('needs a look');
    expect(readState(score, [flag])).toBe('needs_review');
    const line = printLine({
      input: 'mug.png',
      output: 'mug.png',
      status: 'done',
      ms: 7560,
      score,
      confidence: 1,
    });
    expect(line.includes('needs a look')).toBe(readState(score, []) === 'needs_review');
    expect(line).toContain(`${Math.round(score * 100)} % sure`);
  },
);

it('the terminal line of a result omits the duration and the confidence when they are unknown', () => {
  expect(printLine({ input: 'a.png', output: 'b.png', status: 'done' })).toBe('a.png → b.png\n');
});
