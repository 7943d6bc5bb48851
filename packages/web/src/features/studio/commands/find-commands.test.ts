import { describe, expect, it } from 'vitest';
import { bestMatches, matchScore } from './find-commands.ts';

const NAMES = ['Zoom in', 'Zoom out', 'Before and after', 'Fit', 'Flip', 'Bild füllen', 'Download PNG'];
const find = (search: string): readonly string[] => bestMatches(NAMES, search, (name) => name);

describe('the search for commands', () => {
  it('keeps all commands in their order without a search', () => {
    expect(find(' ')).toEqual(NAMES);
  });

  it('ranks matches at the start of a name first, then at the start of a word, then inside a word', () => {
    expect(bestMatches(['Undo', 'A dog', 'Do it'], 'do', (name) => name)).toEqual(['Do it', 'A dog', 'Undo']);
  });

  it('finds words in any order, and letters that aren’t next to each other', () => {
    expect(find('out zoom')).toEqual(['Zoom out']);
    expect(find('dpng')).toEqual(['Download PNG']);
    expect(find('zmi')).toEqual(['Zoom in']);
  });

  it('ignores case and accents', () => {
    expect(find('FULLEN')).toEqual(['Bild füllen']);
  });

  it('finds nothing if a letter is missing', () => {
    expect(find('fitx')).toEqual([]);
    expect(matchScore('q', 'Fit')).toBeNull();
  });
});
