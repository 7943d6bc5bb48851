import { assert, isPng, run, SAMPLE_PATH, samplePhoto } from './peer.ts';
import type { Peer } from './peer.ts';

/**
 * Sends the requests of rembg clients: the curl call from rembg's documentation, and a form sent by `fetch`. These
 * clients can pass a key only in the URL.
 */
export async function checkRembg({ address, key, folder }: Peer): Promise<string> {
  const target = new URL('/api/remove', address);
  target.username = key;
  const file = `${folder}/rembg.png`;
  const curl = ['-sS', '-f', '-F', `file=@${SAMPLE_PATH}`, target.href, '-o', file, '-w', '%{content_type}'];
  const { code, output } = await run('curl', curl, { cwd: folder });
  assert(code === 0 && output.includes('image/png'), `curl ended with ${code}: ${output}`);
  const body = new FormData();
  body.set('file', new Blob([await samplePhoto()]), 'mug.jpg');
  body.set('model', 'u2net');
  body.set('a', 'true');
  body.set('om', 'true');
  const answer = await fetch(new URL('/api/remove', address), {
    method: 'POST',
    body,
    headers: { authorization: `Basic ${btoa(`${key}:`)}` },
  });
  assert(answer.status === 200, `A form was answered with ${answer.status}: ${await answer.clone().text()}`);
  assert(isPng(await answer.bytes()), 'The matte is no PNG.');
  return 'the documented curl, and a form for a matte';
}
