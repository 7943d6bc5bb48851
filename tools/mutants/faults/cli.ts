import type { Fault } from '../fault.ts';

const OUTPUTS = 'packages/cli/src/outputs';
const TESTS = [`${OUTPUTS}/outputs.test.ts`] as const;

export const CLI_FAULTS: readonly Fault[] = [
  {
    id: 'cli-recipe-of-this-photo',
    area: 'cli',
    statement: 'What a recipe made stays only while it is of the photo that lies there now.',
    file: 'packages/cli/src/run/recipe/make-item.ts',
    find: 'said?.original?.sha256 === original?.sha256 &&',
    replace: 'original !== undefined &&',
    tests: ['packages/cli/src/run/recipe/run-recipe.test.ts'],
  },
  {
    id: 'cli-names-lead-nowhere',
    area: 'cli',
    statement:
      'Nothing that a photo or its folder is called leads a result out of the folder that was asked for.',
    file: `${OUTPUTS}/pattern.ts`,
    find: 'throw new Error(`Its name leads out of ${folder}.`);',
    replace: 'return path;',
    tests: TESTS,
  },
  {
    id: 'cli-no-links',
    area: 'cli',
    statement: 'Nothing is written through a symbolic link.',
    file: `${OUTPUTS}/pattern.ts`,
    find: 'if (there.isSymbolicLink())',
    replace: 'if (there.isFIFO())',
    tests: TESTS,
  },
  {
    id: 'cli-photos-stay',
    area: 'cli',
    statement: 'A photo that was named is never written over.',
    file: `${OUTPUTS}/plan.ts`,
    find: 'if (input === undefined) return output;',
    replace: 'if (input !== photo) return output;',
    tests: TESTS,
  },
  {
    id: 'cli-whole-or-not-at-all',
    area: 'cli',
    statement: 'What appeared in a result’s place meanwhile stays.',
    file: `${OUTPUTS}/write.ts`,
    find: 'else await linked(partial, path);',
    replace: 'else await rename(partial, path);',
    tests: TESTS,
  },
  {
    id: 'cli-same-photo',
    area: 'cli',
    statement: 'A result of another photo is not taken for the one that is asked for.',
    file: `${OUTPUTS}/already.ts`,
    find: 'isDeepStrictEqual(said.original, before.original) &&',
    replace: '',
    tests: TESTS,
  },
  {
    id: 'cli-whole-result',
    area: 'cli',
    statement: 'A result that was cut off is not taken for a whole one.',
    file: `${OUTPUTS}/already.ts`,
    find: 'isWhole(file) ? stepsIn(file) : null',
    replace: 'stepsIn(file)',
    tests: TESTS,
  },
  {
    id: 'agent-files-links',
    area: 'cli',
    statement: 'An agent reads no file through a link.',
    file: 'packages/cli/src/run/agents/agent-files.ts',
    find: 'if (own !== path || !roots.some((root) => isBelow(own, root))) throw outside();',
    replace: '',
    tests: ['packages/cli/src/run/agents/agent-files.test.ts'],
  },
  {
    id: 'agent-files-outside',
    area: 'cli',
    statement: 'An agent reads no file outside of its folders.',
    file: 'packages/cli/src/run/agents/agent-files.ts',
    find: 'candidates.filter((each) => roots.some((root) => isBelow(each, root)))',
    replace: 'candidates',
    tests: ['packages/cli/src/run/agents/agent-files.test.ts'],
  },
];
