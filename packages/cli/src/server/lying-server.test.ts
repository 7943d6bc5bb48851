/** Tests how the command handles responses of a malicious server. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProgram } from '../program.ts';
import { toDisplayText, shownJson } from '../terminal.ts';

const KEY = `pk_test_${'k'.repeat(36)}`;
const ID = '4f1b3f0e-9d0b-4c55-9a51-2f1d3f1b1a11';
const JOB = {
  id: ID,
  tool: 'cut-out',
  mode: 'test',
  status: 'succeeded',
  progress: 1,
  credits_charged: 0,
  created_at: '2026-11-23T20:00:00.000Z',
  results: [{ index: 0 }],
};
const KEY_ANSWER = {
  id: ID,
  name: 'Shop',
  mode: 'test',
  starts_with: KEY.slice(0, 12),
  scopes: ['jobs:run'],
  addresses: [],
  expires_at: null,
  monthly_ceiling: null,
  spent_this_month: 0,
  left_this_month: null,
};
const PIXELS = 'RIFF0000WEBP bytes of a picture';
/** Control characters that clear the screen in two ways, and reverse the direction of the following text. */
const RULING = '\u001B[2J\u009B2J\u202E';

let root: string;
let folder: string;
let server: Server;
let serverReply: { readonly type: string; readonly status?: number; readonly body: string };

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'packshot-lying-'));
  folder = join(root, 'a', 'here');
  mkdirSync(folder, { recursive: true });
  server = createServer(({ url = '' }, answer) => {
    const isPicture = url.includes('/results/') || !/^\/v1\/(?:jobs|sets|key)/.test(url);
    const { type, status = 200, body } = isPicture ? { type: 'image/webp', body: PIXELS } : serverReply;
    answer.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(root, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const all = [...args, '--server', site, '--key', KEY];
  const code = await runProgram(all, { input, output, errors }, new AbortController().signal);
  return { code, output: String(output.read() ?? ''), errors: String(errors.read() ?? '') };
}
const download = (...more: string[]) => run('jobs', 'download', ID, '--out', folder, ...more);
const saysEvent = (job: unknown): void => {
  serverReply = { type: 'text/event-stream', body: `data: ${JSON.stringify(job)}\n\n` };
};
const saysJson = (value: unknown, status = 200): void => {
  serverReply = { type: 'application/json', status, body: JSON.stringify(value) };
};
const files = (): string[] => readdirSync(root, { recursive: true }).map(String).toSorted();

it.each(['/../../escape', '../0', -1, 0.5, 1e300, null])(
  'a malicious server can’t choose a file’s path with the result number %j',
  async (index) => {
    saysEvent({ ...JOB, results: [{ index }] });
    const { code, errors } = await download();
    expect(code).toBe(1);
    expect(errors).toMatch(/^4f1b3f0e-[-0-9a-f]+: .+\n$/);
    expect(files()).toEqual(['a', join('a', 'here')]);
  },
);

it('a malicious server can’t write through a symbolic link in the folder', async () => {
  const outside = join(root, 'mine.txt');
  writeFileSync(outside, 'mine');
  symlinkSync(outside, join(folder, `${ID}-1.png`));
  saysEvent(JOB);
  expect((await download()).code).toBe(1);
  expect((await download('--force')).code).toBe(0);
  expect(readFileSync(outside, 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, `${ID}-1.png`), 'utf8')).toBe(PIXELS);
});

it.each([
  [['jobs']],
  [['jobs', '--json']],
  [['sets']],
  [['sets', '--json']],
  [['keys']],
  [['keys', '--json']],
])(
  'a malicious server can’t control the terminal or reveal the API key through the command %j',
  async (args) => {
    const text = `${RULING}${KEY}`;
    const set = { id: text, title: text, image: text, elevations_deg: [1], keywords: [text] };
    saysJson({
      ...KEY_ANSWER,
      name: text,
      addresses: [text],
      data:
        args[0] === 'jobs'
          ? [{ ...JOB, tool: text, created_at: text, error: { ...PROBLEM, detail: text } }]
          : [{ ...set, tints: [], stages: [] }],
      next_cursor: null,
    });
    const { code, output, errors } = await run(...args);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toContain('2J');
    expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(output).not.toContain(KEY);
  },
);

const PROBLEM = {
  type: '/v1/problems/KEY_INVALID',
  title: 'Key',
  status: 401,
  detail: `${RULING}There is no key ${KEY}. ${'x'.repeat(9000)}`,
  code: 'BAD_REQUEST',
  request_id: 'r-1',
  credits_charged: 0,
};

it.each(['BAD_REQUEST', 'KEY_INVALID'])(
  'a malicious server’s refusal with the error code %s is shown as one short sentence',
  async (code) => {
    saysJson({ ...PROBLEM, code }, 401);
    const { errors } = await run('jobs');
    expect(errors).toMatch(/^packshot: [^\n]+\n$/);
    expect(errors).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(errors).not.toContain(KEY);
    expect(errors.length).toBeLessThan(2100);
  },
);

const PAGE = { type: 'text/html', body: '<h1>Welcome to the guest network</h1>' };
const jsonAnswer = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

it.each([
  ['a page', PAGE],
  ['no list', jsonAnswer({ data: null, next_cursor: null })],
  ['jobs without results', jsonAnswer({ data: [{ ...JOB, results: null }], next_cursor: null })],
  ['jobs without their end', jsonAnswer({ data: [null], next_cursor: null })],
  ['a refusal that is none', { ...PAGE, status: 403 }],
])('a malicious server’s bad answer is reported in one sentence: %s', async (_, answer) => {
  serverReply = answer;
  const photo = join(folder, 'mug.png');
  writeFileSync(photo, PIXELS);
  const commandLines: string[][] = [['jobs'], ['jobs', 'show', ID], ['sets'], ['keys'], ['cutout', photo]];
  for (const args of commandLines) {
    const { code, output, errors } = await run(...args);
    expect({ args, code, output }).toEqual({ args, code: 1, output: '' });
    expect(errors).toMatch(/^[^\n]+: The server answered [^\n]+\n$/);
  }
  expect(files()).toEqual(['a', join('a', 'here'), join('a', 'here', 'mug.png')]);
});

it('a malicious server’s unusable answer to an uploaded photo is reported without a stack trace', async () => {
  saysJson({ data: [], next_cursor: null });
  const photo = join(folder, 'mug.png');
  writeFileSync(photo, PIXELS);
  // The fake server returns a picture instead of a job.
  const { code, errors } = await run('cutout', photo);
  expect(code).toBe(1);
  expect(errors).toContain('The server answered with something that is no JSON.');
  expect(errors).not.toMatch(/TypeError|^\s+at /m);
  expect(files()).toEqual(['a', join('a', 'here'), join('a', 'here', 'mug.png')]);
});

it('JSON output quotes the server’s text unchanged, except for the key', () => {
  const value = { text: `a${RULING}\u{E0001}\n"épk_live_abcd` };
  const line = shownJson(value);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(line)).toEqual(value);
  expect(shownJson({ text: `\n${KEY}` })).toBe('{"text":"\\npk_test_…"}');
  // A truncated text must not end with part of a key.
  expect(toDisplayText(`${'x'.repeat(1980)}${KEY}`)).not.toContain('k'.repeat(5));
});
