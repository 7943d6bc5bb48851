import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepsIn } from '@packshot/image-engine/pixels';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { commandFolder, FIXTURES, parseJsonLines } from '../../testing/command.ts';
import type { CommandFolder, CommandResult } from '../../testing/command.ts';

describe('the lint command', () => {
  let folder: CommandFolder;
  let checked: CommandResult;
  let fixed: CommandResult;
  beforeAll(async () => {
    folder = commandFolder();
    mkdirSync(join(folder.path, 'in'));
    copyFileSync(join(FIXTURES, 'mug.png'), join(folder.path, 'in', 'große tasse.jpg'));
    checked = await folder.run(['lint', 'in', '--channel', 'otto', '--json']);
    fixed = await folder.run(['lint', 'in', '--channel', 'otto', '--fix', '--out', 'out/', '--json']);
  }, 120_000);
  afterAll(() => folder[Symbol.dispose]());

  it('refuses a picture with a failing exit code and a sentence for each broken rule', () => {
    expect(checked.code).toBe(1);
    const [line] = parseJsonLines(checked);
    expect(line).toMatchObject({ input: 'in/große tasse.jpg', channel: 'otto', status: 'refused' });
    expect(line?.['findings']).toContainEqual(
      expect.objectContaining({
        rule: 'side',
        level: 'refused',
        sentence: 'The width has 220 pixels; Otto accepts at least 480.',
        confidence: 'reported',
      }),
    );
  });

  it('fixes a picture and its name as the sales channel requires, and records the step in the file', () => {
    const [line] = parseJsonLines(fixed);
    expect(fixed).toMatchObject({ code: 0 });
    expect(line).toMatchObject({ status: 'taken', output: join('out', 'grosse tasse.png') });
    expect(line?.['scale']).toBeGreaterThan(2);
    expect(readdirSync(join(folder.path, 'out'))).toEqual(['grosse tasse.png']);
    const [step] = stepsIn(readFileSync(join(folder.path, 'out', 'grosse tasse.png')))?.steps ?? [];
    expect(step).toMatchObject({ tool: 'export', parameters: { channel: 'otto' } });
  });
});
