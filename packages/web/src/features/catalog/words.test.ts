import { describe, expect, it } from 'vitest';
import { durationWords, itemName, itemNote, progressWords, scoreWords } from './words.ts';
import { exampleItem, exampleRun } from './testing/examples.ts';

describe('run texts', () => {
  it.each([
    [12, 'less than a minute'],
    [60, 'about 1 minute'],
    [720, 'about 12 minutes'],
    [7200, 'about 2 h'],
    [10_200, 'about 2 h 50 min'],
  ])('formats %i seconds as %s', (seconds, words) => expect(durationWords(seconds)).toBe(words));

  it('counts finished, failed and unreviewed photos', () => {
    expect(progressWords(exampleRun({ items: 10_000 }, { done: 4000, approved: 210 }))).toBe(
      '4,210 of 10,000 done',
    );
    expect(progressWords(exampleRun({ items: 5 }, { failed: 1, needs_review: 2, waiting: 2 }))).toBe(
      '2 of 5 done, 1 failed, 2 to review',
    );
  });

  it('names a row, and explains its problem in one sentence', () => {
    const item = exampleItem(3);
    expect(itemName(item)).toBe('SKU-3 · front');
    expect(itemName({ ...item, sku: '', slot: '' })).toBe('SKU-3.jpg');
    const local = { kind: 'file', name: 'C:\\Bilder\\mug.png' } as const;
    expect(itemName({ ...item, sku: '', slot: '', source: local })).toBe('mug.png');
    expect(itemNote({ ...item, source: local })).toBe('Waiting for the file mug.png.');
    const reason = { code: 'UNREADABLE_IMAGE', message: 'This file is not a picture.' } as never;
    expect(itemNote({ ...item, reason })).toBe('This file is not a picture.');
    const [output] = item.outputs;
    const finding = { rule: 'fill', level: 'error', message: 'The product fills 60 %.' } as const;
    const outputsWithFindings = [{ ...output, findings: [finding, finding] }] as never;
    expect(itemNote({ ...item, outputs: outputsWithFindings })).toBe('The product fills 60 %. And 1 more.');
    const large = [{ ...output, scale: 2.857 }] as never;
    expect(itemNote({ ...item, outputs: large })).toBe(
      'Enlarged to 286% of the original. Use a larger photo to keep it sharp.',
    );
    const review = { reasons: ['fine-parts', 'unsure'], box: null, made_box: null } as never;
    expect(itemNote({ ...item, state: 'needs_review', review })).toBe(
      'Fine parts or holes may be lost. And 1 more.',
    );
    const box = { x: 0, y: 0, width: 1, height: 0.1 };
    const doubts = [{ reason: 'weak-contrast', place: 'top', box } as const];
    expect(itemNote({ ...item, state: 'needs_review', review, doubts })).toBe(
      'Check the top edge. Product and background have nearly the same color there.',
    );
    expect(itemNote({ ...item, reused: true })).toBe('Unchanged: reused from an earlier run.');
  });

  it.each([
    [0, 'likely needs a fix'],
    [0.5, 'may need a fix'],
    [0.97, 'probably fine'],
  ])('describes a cut-out with score %f: %s', (score, words) => expect(scoreWords(score)).toBe(words));
});

describe('the name of a row', () => {
  const photo = {
    sku: '',
    variant: '',
    slot: '',
    source: { kind: 'upload', name: 'a/IMG_2041.jpg' },
  } as const;

  it('is its SKU, or else the title in the table, or else the file name', () => {
    expect(itemName({ ...photo, sku: 'MUG', slot: 'front', columns: { title: 'Blue mug' } })).toBe(
      'MUG · front',
    );
    expect(itemName({ ...photo, columns: { title: 'Blue mug' } })).toBe('Blue mug');
    expect(itemName({ ...photo, columns: {} })).toBe('IMG_2041.jpg');
  });
});
