import { describe, expect, it } from 'vitest';
import { findVague } from './find-vague.ts';

const listFaults = (source: string) =>
  findVague('planted.ts', source).map(({ line, fault }) => `${line} ${fault}`);

describe('the check of vague wording in comments and titles', () => {
  it.each([
    ['a docstring', '/** What is left. */\nconst rest = 1;', ['1 opening']],
    ['a docstring over lines', 'let a = 1;\n/**\n * Those that wait.\n */\nlet b = 2;', ['2 opening']],
    ['a comment in a line', 'let a = 1; // Of the photo\n', ['1 opening']],
    ['a block', 'call(/* Null: the default */ null);', ['1 opening']],
    ['a message', "throw new Error('Nobody answers');", ['1 pronoun']],
    ['a test title', "it('tells whoever asks', () => {});", ['1 pronoun']],
    ['a second line', '// Sends the answer\n// to somebody.\n', ['2 pronoun']],
  ])('finds vague wording in %s', (_place, source, faults) => {
    expect(listFaults(source)).toEqual(faults);
  });

  it.each([
    ['a noun', '/** Bounding box of the photo. */'],
    ['a line that continues a comment', '// Width of the part\n// Of the photo that is shown.'],
    ['a longer word', '/** Whatever… */ /** Null-safe. */ /** Thatch. */ '],
    ['a name in data', "const nobody = 'nobody'; signIn('nobody@shop.example');"],
    ['a null that is described', '/** Null when the photo is gone. */'],
  ])('allows %s', (_text, source) => {
    expect(listFaults(source)).toEqual([]);
  });
});
