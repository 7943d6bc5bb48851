import { request } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { assert, installPeer, isPng, run, SAMPLE_PATH } from './peer.ts';
import type { Peer } from './peer.ts';

const VERSION = '1.3.0';
const HOST = 'api.remove.bg';

const PROGRAM = `
const client = require('remove.bg');
const { readFileSync } = require('node:fs');
const [path, apiKey] = process.argv.slice(2);
const options = { apiKey, size: 'regular', type: 'product', crop: true, crop_margin: '10%', scale: '80%', position: 'center' };
const said = async (work) => work().then((ok) => ({ ok }), (refused) => ({ refused }));
(async () => console.log(JSON.stringify({
  file: await said(() => client.removeBackgroundFromImageFile({ ...options, path })),
  base64: await said(() => client.removeBackgroundFromImageBase64({ ...options, base64img: readFileSync(path, 'base64') })),
  wrongKey: await said(() => client.removeBackgroundFromImageFile({ ...options, path, apiKey: 'wrong' })),
  noPhoto: await said(() => client.removeBackgroundFromImageBase64({ ...options, base64img: 'AAAA' })),
})))();
`;

interface Answered {
  readonly ok?: Readonly<Record<string, string>>;
  readonly refused?: readonly { readonly title?: string; readonly code?: string }[];
}

/** Code that redirects connections to remove.bg, whose address is fixed in the client, to our server. */
const LEAD = `
const tls = require('node:tls');
const { connect } = tls;
tls.connect = (options, ...rest) =>
  connect(options.host === '${HOST}' ? { ...options, host: '127.0.0.1', port: Number(process.env.LED_TO) } : options, ...rest);
`;

/** Tests our server with the published Node client of remove.bg. */
export async function checkRemoveBg(peer: Peer): Promise<string> {
  const folder = await installPeer(peer, 'remove.bg', VERSION);
  const tls = await startTls(folder, peer.address);
  try {
    await writeFile(join(folder, 'program.cjs'), PROGRAM);
    await writeFile(join(folder, 'lead.cjs'), LEAD);
    const { port } = tls.address() as AddressInfo;
    const env = { LED_TO: String(port), NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') };
    const args = ['--no-deprecation', '--require', './lead.cjs', 'program.cjs', SAMPLE_PATH, peer.key];
    const { code, output } = await run(process.execPath, args, { cwd: folder, env });
    assert(code === 0, `The program ended with ${code}: ${output.slice(-500)}`);
    const answers = JSON.parse(output) as Record<'file' | 'base64' | 'wrongKey' | 'noPhoto', Answered>;
    for (const { ok, refused } of [answers.file, answers.base64]) {
      assert(ok !== undefined, `It was refused: ${JSON.stringify(refused)}`);
      assert(isPng(Buffer.from(ok['base64img'] ?? '', 'base64')), 'The client was given no PNG.');
      for (const fact of ['creditsCharged', 'resultWidth', 'resultHeight', 'rateLimit', 'rateLimitRemaining'])
        assert(ok[fact] !== undefined, `The client does not know ${fact}.`);
    }
    for (const { refused } of [answers.wrongKey, answers.noPhoto])
      assert(typeof refused?.[0]?.title === 'string', 'A refusal has not the shape that the client reads.');
    return `remove.bg ${VERSION}, two cut-outs and two refusals`;
  } finally {
    tls.close();
    tls.closeAllConnections();
  }
}

/** Accepts TLS connections for remove.bg's host and forwards them to our server. */
async function startTls(folder: string, address: string): Promise<Server> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
  const subjectArgs = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const opensslRun = await run('openssl', [...args, ...subjectArgs], { cwd: folder });
  assert(opensslRun.code === 0, `openssl made no certificate: ${opensslRun.output.slice(-300)}`);
  const server = createServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (incomingRequest, response) => {
      const { method, headers, url } = incomingRequest;
      const on = request(new URL(url ?? '/', address), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      on.on('error', () => response.destroy());
      incomingRequest.pipe(on);
    },
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return server;
}
