import { describe, expect, it } from 'vitest';
import { takeTurns, TURNS } from './turns.ts';

const ALL = [
  'e2e/batch.e2e.ts',
  'e2e/catalog.e2e.ts',
  'e2e/scene.e2e.ts',
  'e2e/scene-adjust.e2e.ts',
  'packages/image-engine/src/pixels/light/oklab.test.ts',
  'packages/image-engine/src/tools/scene/scene.test.ts',
  'packages/image-engine/src/tools/upscale/upscale.test.ts',
];
const turnsOf = (changed: readonly string[], tests = ALL) =>
  Array.from({ length: TURNS }, (_none, turn) => [...takeTurns(tests, ALL, new Set(changed), turn)]);

describe('the slow tests of a change', () => {
  it('take turns, so that consecutive changes run all of them, and each only once', () => {
    const slow = turnsOf([]).flatMap((tests) => tests.filter((test) => !test.endsWith('oklab.test.ts')));
    expect(slow.toSorted()).toEqual(ALL.filter((test) => !test.endsWith('oklab.test.ts')).toSorted());
  });

  it('run in different turns if their names are similar', () => {
    for (const tests of turnsOf([]))
      expect(tests.filter((test) => test.startsWith('e2e/scene')).length).toBeLessThan(2);
  });

  it('start again after the last turn', () => {
    const none = new Set<string>();
    expect(takeTurns(ALL, ALL, none, TURNS + 1)).toEqual(takeTurns(ALL, ALL, none, 1));
  });

  it('run in each turn if the test, or a source file beside it, differs', () => {
    for (const tests of turnsOf(['e2e/batch.e2e.ts', 'packages/image-engine/src/tools/scene/scene.ts'])) {
      expect(tests).toContain('e2e/batch.e2e.ts');
      expect(tests).toContain('packages/image-engine/src/tools/scene/scene.test.ts');
    }
    expect(
      turnsOf(['e2e/batch.e2e.ts'])
        .flat()
        .filter((test) => test === 'e2e/catalog.e2e.ts'),
    ).toHaveLength(1);
  });

  it('include no test that the change can’t affect', () => {
    expect(turnsOf([], ['e2e/batch.e2e.ts']).flat()).toEqual(['e2e/batch.e2e.ts']);
  });
});

it('runs quick tests for each change', () => {
  for (const tests of turnsOf([]))
    expect(tests).toContain('packages/image-engine/src/pixels/light/oklab.test.ts');
});
