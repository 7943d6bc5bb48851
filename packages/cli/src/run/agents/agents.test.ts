import { spawn } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { testCacheDir } from '@packshot/image-engine/testing/shared-files';
import { REFUSAL_META } from '@packshot/mcp';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIXTURES } from '../../testing/command.ts';

const BIN = fileURLToPath(new URL('../../../bin/packshot.mjs', import.meta.url));
const TOOLS = [
  'look_at_picture',
  'add_picture',
  'check_picture',
  'export_picture',
  'cut_out',
  'place_in_scene',
  'edit_picture',
  'upscale',
  'describe_picture',
  'list_sets',
  'read_job',
];

/** Limit for each request, because this stage runs at a lower priority beside others. */
const PATIENTLY = { timeout: 200_000 };

let root: string;
let photos: string;
let env: Record<string, string>;
const open: Client[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'packshot-agents-')));
  photos = join(root, 'photos');
  mkdirSync(photos);
  copyFileSync(join(FIXTURES, 'mug.png'), join(photos, 'mug.png'));
  env = {
    PATH: process.env['PATH'] ?? '',
    TMPDIR: root,
    // Without it each command would compile its modules again, into its own temporary folder.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache'),
    PACKSHOT_CACHE_DIR: testCacheDir,
    PACKSHOT_CREDENTIALS_DIR: join(root, 'credentials'),
  };
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  rmSync(root, { recursive: true, force: true });
});

/** Starts the command as an MCP client does. */
async function startServer(
  args: readonly string[] = [photos],
  era: 'legacy' | 'auto' = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'mcp', ...args],
      env,
      stderr: 'inherit',
    }),
    PATIENTLY,
  );
  open.push(client);
  return client;
}

interface ToolReply extends Record<string, unknown> {
  readonly code?: string;
  readonly results: readonly {
    readonly resource: string;
    readonly path: string;
    readonly description?: string;
  }[];
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
  client.callTool({ name, arguments: args }, PATIENTLY);
const callForData = async (
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolReply> => {
  const { structuredContent, _meta } = await call(client, name, args);
  return (structuredContent ?? _meta?.[REFUSAL_META]) as ToolReply;
};

describe('packshot mcp', () => {
  it.each(['legacy', 'auto'] as const)('speaks the MCP version of its client (%s)', async (era) => {
    const client = await startServer([photos], era);
    const { tools } = await client.listTools({}, PATIENTLY);
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { name, inputSchema } of tools)
      expect(inputSchema.properties, name).not.toHaveProperty('quote');
    const looked = await call(client, 'look_at_picture', { picture: 'mug.png' });
    expect(looked.content.map(({ type }) => type)).toEqual(['text', 'image']);
  });

  it('takes a photo through all steps up to its export, without mentioning prices', async () => {
    const client = await startServer();
    const cutOutResult = await call(client, 'cut_out', { picture: join(photos, 'mug.png') });
    expect(cutOutResult.content.map(({ type }) => type)).toEqual(['text', 'image', 'resource_link']);
    const { results, ...job } = cutOutResult.structuredContent as ToolReply & { job_id: string };
    expect(job).toMatchObject({ status: 'succeeded', tool: 'cut-out' });
    expect(job).not.toHaveProperty('credits_charged');
    const [cutOut] = results;
    expect(cutOut?.path).toBe(join(photos, 'packshot', 'mug-cutout.png'));
    expect(
      readFileSync(cutOut?.path ?? '')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await callForData(client, 'read_job', { job_id: job.job_id })).toMatchObject({ results });

    const { contents } = await client.readResource({ uri: cutOut?.resource ?? '' }, PATIENTLY);
    expect(Buffer.from((contents[0] as { blob: string }).blob, 'base64')).toEqual(
      readFileSync(cutOut?.path ?? ''),
    );
    const file = await callForData(client, 'export_picture', {
      picture: cutOut?.resource,
      format: 'jpeg',
      longest_side: 200,
      margin: 0.1,
      ground: '#ffffff',
    });
    expect(file).toMatchObject({
      content_type: 'image/jpeg',
      path: join(photos, 'packshot', 'mug-cutout-export.jpg'),
    });
    expect(Math.max(file['width'] as number, file['height'] as number)).toBe(200);
    const checked = await callForData(client, 'check_picture', { picture: cutOut?.resource });
    expect(checked).toMatchObject({ has_transparency: true, credentials: { verdict: 'own', faults: [] } });
    const flipped = new Uint8Array(readFileSync(cutOut?.path ?? ''));
    const at = flipped.length - 40;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    writeFileSync(join(photos, 'flipped.png'), flipped);
    const { credentials, code } = await callForData(client, 'check_picture', { picture: 'flipped.png' });
    expect(code ?? (credentials as { verdict: string }).verdict).toMatch(/CORRUPT_IMAGE|changed/);
    expect(await callForData(client, 'check_picture', { picture: 'mug.png' })).toMatchObject({
      credentials: { verdict: 'none' },
    });
    // Repeating the call creates another file; existing files are never overwritten.
    await call(client, 'cut_out', { picture: 'mug.png' });
    expect(readdirSync(join(photos, 'packshot')).sort()).toEqual([
      'mug-cutout-2.png',
      'mug-cutout-export.jpg',
      'mug-cutout.png',
    ]);
  });

  it('reads nothing outside of its folders, neither by path nor by link', async () => {
    const secret = join(root, 'secret.jpg');
    copyFileSync(join(FIXTURES, 'mug.png'), secret);
    symlinkSync(secret, join(photos, 'link.jpg'));
    symlinkSync(root, join(photos, 'way'));
    mkdirSync(join(root, 'photos-of-others'));
    copyFileSync(secret, join(root, 'photos-of-others', 'a.jpg'));
    writeFileSync(join(photos, 'text.jpg'), 'no picture');
    linkSync(join(photos, 'mug.png'), join(photos, 'same.jpg'));
    const client = await startServer();
    const paths = [
      secret,
      '../secret.jpg',
      join(photos, '..', 'secret.jpg'),
      `${photos}/../secret.jpg`,
      'link.jpg',
      'way/secret.jpg',
      join(root, 'photos-of-others', 'a.jpg'),
      `file://${secret}`,
      '/dev/zero',
      '/proc/self/environ',
      'mug.png\0.jpg',
    ];
    for (const picture of paths)
      expect((await callForData(client, 'look_at_picture', { picture })).code, picture).toBe('FILE_OUTSIDE');
    expect((await callForData(client, 'edit_picture', { picture: 'mug.png', mask: secret })).code).toBe(
      'FILE_OUTSIDE',
    );
    expect((await callForData(client, 'look_at_picture', { picture: 'none.jpg' })).code).toBe('FILE');
    expect((await callForData(client, 'look_at_picture', { picture: 'packshot' })).code).toBe('FILE');
    expect((await callForData(client, 'look_at_picture', { picture: 'text.jpg' })).code).toBe(
      'UNSUPPORTED_TYPE',
    );
    expect(
      (await callForData(client, 'look_at_picture', { picture: 'https://shop.example/a.jpg' })).code,
    ).toBe('BAD_REQUEST');
    expect(
      (await callForData(client, 'look_at_picture', { picture: `file://${photos}/mug.png` })).code,
    ).toBeUndefined();
    expect((await callForData(client, 'look_at_picture', { picture: 'same.jpg' })).code).toBeUndefined();
  });

  it('accepts uploaded pictures when no folders are allowed, and says where results are', async () => {
    const client = await startServer([]);
    expect((await callForData(client, 'look_at_picture', { picture: join(photos, 'mug.png') })).code).toBe(
      'FILE_OUTSIDE',
    );
    const picture = `data:image/png;base64,${readFileSync(join(photos, 'mug.png')).toString('base64')}`;
    const addedPicture = await callForData(client, 'add_picture', { picture });
    const [first] = (
      await callForData(client, 'describe_picture', {
        picture: addedPicture['resource'],
        product_name: 'Mug',
      })
    ).results;
    expect(first?.description).toMatch(/\w/);
    expect((await callForData(client, 'place_in_scene', { picture, set_id: 'no-such-set' })).code).toBe(
      'BAD_REQUEST',
    );
    const placement = { centerX: 0.8, centerY: 0.6, width: 0.2, rotationDeg: 0, isFlipped: false };
    const several = await callForData(client, 'place_in_scene', {
      picture: addedPicture['resource'],
      set_id: 'still-water',
      aspect_ratio: '4:3',
      placement: { ...placement, centerX: 0.2 },
      beside: [{ picture, placement }],
    });
    expect(several.results.map(({ path }) => path.startsWith(root))).toEqual([true]);
    const { data, info } = await sharp(several.results[0]?.path).raw().toBuffer({ resolveWithObject: true });
    const [one, other] = [0.2, 0.8].map((x) => {
      const from = (Math.round(0.6 * info.height) * info.width + Math.round(x * info.width)) * info.channels;
      return [...data.subarray(from, from + 3)];
    });
    // Both places show the same product, whose light differs slightly.
    for (const [channel, sample] of (one ?? []).entries())
      expect(Math.abs(sample - (other?.[channel] ?? NaN))).toBeLessThan(30);
    const words = `data:image/png;base64,${Buffer.from('just some words').toString('base64')}`;
    const wrong = { picture, beside: [{ picture }, { picture: words }] };
    expect(await callForData(client, 'place_in_scene', wrong)).toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      param: 'beside[1].picture',
    });
    expect(readdirSync(root).some((name) => name.startsWith('packshot-agent-'))).toBe(true);
    await client.close();
    await expect
      .poll(() => readdirSync(root).filter((name) => name.startsWith('packshot-agent-')))
      .toEqual([]);
  });

  it('exits cleanly when its input ends, and refuses a path that isn’t a folder', async () => {
    const end = (args: readonly string[]) =>
      new Promise<{ code: number | null; errors: string; output: string }>((resolve) => {
        const child = spawn(process.execPath, [BIN, 'mcp', ...args], { env });
        let [errors, output] = ['', ''];
        child.stderr.on('data', (part: Buffer) => void (errors += part.toString()));
        child.stdout.on('data', (part: Buffer) => void (output += part.toString()));
        child.on('close', (code) => resolve({ code, errors, output }));
        child.stdin.end();
      });
    expect(await end([photos])).toEqual({ code: 0, errors: '', output: '' });
    expect(await end([join(photos, 'mug.png')])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is no folder'),
      output: '',
    });
  });
});
