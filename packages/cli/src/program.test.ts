import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/index.ts';
import { nearest } from '@packshot/contract/text/nearest';
import { runProgram } from './program.ts';
import { duration, progressLine } from './run/progress-line.ts';
import { toDisplayText } from './terminal.ts';

async function run(...args: string[]) {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await runProgram(args, { input, output, errors }, new AbortController().signal);
  return { code, output: String(output.read() ?? ''), errors: String(errors.read() ?? '') };
}

describe('the packshot command', () => {
  it('shows its version and its help pages, each with every section of a manual', async () => {
    expect((await run('--version')).output).toMatch(/^packshot \d+\.\d+\.\d+\n$/);
    expect((await run()).output).toContain('cutout ');
    for (const { name, options, examples } of COMMANDS) {
      const { code, output } = await run(name, '--help');
      expect(code).toBe(0);
      for (const part of [
        'NAME',
        'SYNOPSIS',
        'DESCRIPTION',
        'OPTIONS',
        'EXIT STATUS',
        'ENVIRONMENT',
        'EXAMPLES',
      ])
        expect(output).toContain(`\n${part}\n`.slice(part === 'NAME' ? 1 : 0));
      for (const option of options) expect(output).toContain(`--${option.name}`);
      const printed = new Set(examples.map(([line]) => `    ${line}`));
      const tooLong = output.split('\n').filter((line) => line.length > 80 && !printed.has(line));
      expect(tooLong).toEqual([]);
      expect((await run('help', name)).output).toBe(output);
    }
  });

  it('lists the required --mask as the first option in the help of edit', () => {
    expect(COMMANDS.find(({ name }) => name === 'edit')?.options[0]?.name).toBe('mask');
  });

  it.each([
    [
      ['backup', '/mnt/backups'],
      'backup is for operators of an installation: "npm run backup" in its folder (docs/operations.md)',
    ],
    [['cutuot', 'a.png'], 'there is no command cutuot; did you mean cutout?'],
    [['cutout', 'a.png', '--qiet'], 'there is no option --qiet; did you mean --quiet?'],
    [['cutout', 'a.png', '--out'], '--out needs PATTERN'],
    [['cutout', 'a.png', '--out', '--json'], '--out needs PATTERN'],
    [['cutout', 'a.png', '--json=yes'], '--json takes nothing; "yes" is too much'],
    [
      ['cutout', 'a.png', '--format', 'jpg'],
      '--format cannot be "jpg"; did you mean jpeg? it is one of png, jpeg, webp, avif',
    ],
    [
      ['cutout', 'a.png', '--format', 'webp', '--out', '{name}.png'],
      '--format webp and --out ….png contradict each other',
    ],
    [['cutout', 'a.png', '--quality', '0'], '--quality must be a whole number from 1 to 100, not "0"'],
    [
      ['cutout', 'a.png', '--out', '{name}.gif'],
      '--out must end in .png, .jpg, .jpeg, .webp, .avif, .{ext} or /',
    ],
    [['cutout'], 'no photos: name files, folders or patterns, or - for standard input'],
    [
      ['cutout', '-', 'a.png'],
      '- is standard input, which holds one photo: nothing else can be named beside it',
    ],
    [['cutout', '/nowhere/*.png'], 'no photo matches /nowhere/*.png'],
    [
      ['cutout', 'a.png', 'b.png', '--out', '-'],
      'standard output takes one result, not 2; say where they go by --out',
    ],
    [['edit', 'a.png'], '--mask is missing: it says what is to be changed'],
    [
      ['scene', 'a.png', '--set', 'citrus-kitchn'],
      'there is no set citrus-kitchn; did you mean citrus-kitchen?',
    ],
    [
      ['scene', 'a.png', '--palette', 'red'],
      '--palette cannot be "red". Up to four colors like #c0ffee for recolorable objects, most important first',
    ],
    [['sets', 'all'], '"packshot sets" takes no all'],
    [
      ['lint', 'a.png'],
      '--channel is missing: it is one of amazon, amazon-other, ebay, etsy, google, shopify, walmart, zalando, otto, about-you',
    ],
    [['lint', 'a.png', '--channel', 'etsy', '--fix'], '--fix needs --out: a folder for what it writes'],
    [
      ['lint', 'a.png', '--channel', 'etsy', '--out', 'b/'],
      '--out is for what --fix writes; without it nothing is written',
    ],
  ])('explains the error in the arguments %j', async (args, sentence) => {
    expect(await run(...args)).toEqual({ code: 2, output: '', errors: `packshot: ${sentence}\n` });
  });

  it('lists the sets as text and as JSON', async () => {
    const rows = (await run('sets', '--json')).output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    expect(rows.length).toBeGreaterThanOrEqual(24);
    const { output } = await run('sets');
    for (const { id } of rows) expect(output).toContain(`${id} `);
  });

  it('prints completions for shells', async () => {
    const { output } = await run('completions', 'bash');
    const complete = (line: string): string[] => {
      const words = line.split(' ');
      const script = `${output}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _packshot; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
      expect(stderr).toBe('');
      return stdout.trim().split('\n');
    };
    expect(complete('packshot cu')).toEqual(['cutout']);
    expect(complete('packshot upscale --mo')).toEqual(['--mode']);
    expect(complete('packshot upscale --mode d')).toEqual(['detailed']);
    const folder = mkdtempSync(join(tmpdir(), 'completions-'));
    writeFileSync(join(folder, 'a b.jpg'), '');
    expect(complete(`packshot cutout ${folder}/a`)).toEqual([`${folder}/a b.jpg`]);
    rmSync(folder, { recursive: true });
    for (const shell of ['zsh', 'fish']) {
      const script = (await run('completions', shell)).output;
      for (const { name, options } of COMMANDS)
        for (const word of [name, ...options.map((option) => option.name)]) expect(script).toContain(word);
    }
  });
});

describe('terminal output', () => {
  it('fits the progress bar to the terminal, and estimates the remaining time', () => {
    const progress = {
      total: 40,
      ended: 11,
      doneCount: 10,
      under: 0,
      elapsedMs: 10_000,
      doing: 'cup.jpg',
      columns: 80,
    };
    expect(progressLine(progress)).toBe('███████░░░░░░░░░░░░░░░░░ 11/40  29 s left  cup.jpg');
    expect(progressLine({ ...progress, doneCount: 0 })).not.toContain('left');
    expect(progressLine({ ...progress, doing: 'x'.repeat(200) })).toHaveLength(79);
    expect([500, 65_000, 7_384_000].map(duration)).toEqual(['1 s', '1:05', '2:03:04']);
  });

  it('replaces control characters in a file’s name', () => {
    expect(toDisplayText('a\u001B[2Jb\n\u202Ec')).toBe('a\uFFFD[2Jb\uFFFD\uFFFDc');
  });

  it('suggests the nearest word only if it is close', () => {
    expect(nearest('quikc', ['quick', 'slow'])).toBe('quick');
    expect(nearest('xyz', ['quick', 'slow'])).toBeUndefined();
  });
});
