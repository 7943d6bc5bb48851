import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../launch/free-port.ts';
import { assert, begin, installPeer, samplePhoto } from './peer.ts';
import type { Peer } from './peer.ts';

const VERSION = '5.16.0';
const START_TRIES = 120;
/** Text that marks responses that Prism generates itself. */
const OUTSIDE = 'stoplight.io/prism/errors';

/**
 * Calls the operations of the public API through Prism, a validating proxy, and counts the responses that Prism
 * generates itself because a call or answer violates the OpenAPI document.
 */
export async function checkContract(peer: Peer): Promise<string> {
  const { address, key } = peer;
  const folder = await installPeer(peer, '@stoplight/prism-cli', VERSION);
  const document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${address}/v1/openapi.json`)).text());
  const [port = 0] = await freePorts(1);
  // Makes Prism pass on invalid requests, because the server's refusals must match the OpenAPI document too.
  const args = [
    'proxy',
    document,
    address,
    '--port',
    String(port),
    '--errors',
    '--validate-request',
    'false',
  ];
  const prism = begin(join(folder, 'node_modules/.bin/prism'), args, { cwd: folder });
  try {
    for (let tries = 0; !prism.output().includes('Prism is listening'); tries += 1) {
      assert(tries < START_TRIES, `Prism does not start: ${prism.output().slice(-500)}`);
      await sleep(500);
    }
    return await callAll(`http://127.0.0.1:${port}`, address, key);
  } finally {
    prism.child.kill();
    await prism.ended;
  }
}

async function callAll(proxy: string, address: string, key: string): Promise<string> {
  const wrong: string[] = [];
  const counts = { taken: 0, refused: 0 };
  const ask = async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(proxy + path, {
      method,
      headers: {
        'x-api-key': key,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString();
    if (text.includes(OUTSIDE)) wrong.push(`${method} ${path} ${answer.status}: ${text.slice(0, 600)}`);
    counts[answer.ok ? 'taken' : 'refused'] += 1;
    return text;
  };
  // Uploads directly to the server, because Prism corrupts the bytes in forms.
  const uploadImage = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const body = new FormData();
    body.set('image', new Blob([bytes]), 'mug.jpg');
    const answer = await fetch(`${address}/v1/images`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body,
    });
    return ((await answer.json()) as { image_key: string }).image_key;
  };
  const image_key = await uploadImage(await samplePhoto());
  const asJson = { accept: 'application/json' };
  const cutOutJson = await ask('POST', '/v1/cutouts', { image_key }, asJson);
  const { id } = JSON.parse(cutOutJson) as { id: string };
  await ask('POST', '/v1/cutouts', { image_key, wait: 0 });
  await ask('POST', '/v1/scenes', { image_key, prompt: 'on a marble table', count: 2 }, asJson);
  await ask('POST', '/v1/upscales', { image_key, factor: 2 }, asJson);
  await ask('POST', '/v1/descriptions', { image_key });
  await ask('POST', '/v1/edits', { image_key, mask_key: image_key, prompt: 'brighter' }, asJson);
  await ask('POST', '/v1/harmonizations', { image_key, mask_key: image_key }, asJson);
  for (const simulate of ['failure', 'timeout', 'low_confidence'])
    await ask('POST', '/v1/cutouts', { image_key }, { ...asJson, 'packshot-simulate': simulate });
  for (const path of [
    '/v1/jobs?limit=2',
    `/v1/jobs/${id}`,
    `/v1/jobs/${id}/events`,
    '/v1/sets',
    '/v1/channels',
  ])
    await ask('GET', path);
  for (const path of ['/v1/key', '/v1/usage', '/v1/problems/OUT_OF_CREDITS']) await ask('GET', path);
  await ask('DELETE', `/v1/jobs/${id}`);
  // Calls that the server must refuse because of the key, the body, the address or a missing resource.
  for (const path of ['cutouts', 'scenes', 'edits', 'upscales', 'harmonizations', 'descriptions', 'images']) {
    await ask('POST', `/v1/${path}`, {});
    await ask('POST', `/v1/${path}`, { image_key: 'uploads/nobody/nothing' });
    await ask('POST', `/v1/${path}`, { image_url: 'http://127.0.0.1/mug.jpg' });
    await ask('POST', `/v1/${path}`, { image_key, no_such_option: 1 });
    await ask('POST', `/v1/${path}`, { image_key }, { 'x-api-key': 'pk_live_wrong' });
    await ask('POST', `/v1/${path}`, { image_key }, { 'idempotency-key': '?' });
    await ask('POST', `/v1/${path}`, { image_key }, { 'packshot-version': '1999-01-01' });
  }
  const nobody = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  for (const path of [
    `/v1/jobs/${nobody}`,
    '/v1/jobs/x',
    `/v1/jobs/${nobody}/results/0`,
    '/v1/jobs?limit=-1',
  ])
    await ask('GET', path);
  await ask('DELETE', `/v1/jobs/${nobody}`);
  await ask('GET', '/v1/problems/NO_SUCH_CODE');
  assert(wrong.length === 0, `${wrong.length} answers are outside the document:\n${wrong.join('\n')}`);
  return `Prism ${VERSION}: ${counts.taken} calls taken, ${counts.refused} refused, no answer outside the document`;
}
