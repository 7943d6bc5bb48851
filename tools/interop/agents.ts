import { readdir, readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { assert, installed, run } from './peer.ts';
import type { Peer } from './peer.ts';

/** The one that knows the revision of July 2026. */
const VERSION = '0.2.0-alpha.12';

/**
 * Checks of the package, by the beginnings of their ids, that need what a server of pictures does not have, and why. Every other check has to
 * pass.
 */
const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
  // The package's own example server has tools and resources of these names.
  'tools of its own example server': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-with-logging',
    'json-schema-2020-12',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2243-',
  ],
  'not announced: prompts': ['prompts-', 'sep-2549-prompts-list-caching-hints'],
  'not announced: completion and logging': ['completion-complete', 'logging-set-level'],
  'not announced: asking the client (sampling, elicitation, roots)': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep',
    'sep-2322-',
  ],
  'not announced: subscriptions': ['resources-subscribe', 'resources-unsubscribe'],
  'not announced: the extension for tasks': ['tasks-', 'sep-2663-'],
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** The conformance tests of the Model Context Protocol, all scenarios of all revisions. */
export async function checkAgents(peer: Peer): Promise<string> {
  const folder = await installed(peer, '@modelcontextprotocol/conformance', VERSION);
  const proxy = await startKeyProxy(peer);
  const out = join(folder, 'out');
  try {
    const { port } = proxy.address() as AddressInfo;
    const args = ['server', '--url', `http://127.0.0.1:${port}/mcp`, '--suite', 'all', '--output-dir', out];
    // It ends with 1 when a check fails, of which some have to.
    await run(
      process.execPath,
      [join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'), ...args],
      {
        cwd: folder,
      },
    );
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
  const checks: Check[] = [];
  for (const scenario of await readdir(out))
    checks.push(...(JSON.parse(await readFile(join(out, scenario, 'checks.json'), 'utf8')) as Check[]));
  const passed = checks.filter(({ status }) => status === 'SUCCESS');
  const failed = checks.filter(({ status }) => status === 'FAILURE');
  const excused = Object.values(NOT_ASKED).flat();
  const faults = failed.filter(({ id }) => !excused.some((start) => id.startsWith(start)));
  assert(
    faults.length === 0,
    faults.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage.slice(0, 300)}`).join('\n'),
  );
  assert(passed.length > 0, 'Nothing was checked.');
  return `conformance ${VERSION}: ${passed.length} checks pass, ${failed.length} ask for what is not there`;
}

/** The tests know no keys. */
async function startKeyProxy({ address, key }: Peer) {
  const server = createServer((asked, response) => {
    const { method, url, headers } = asked;
    const on = request(
      new URL(url ?? '/', address),
      { method, headers: { ...headers, 'x-api-key': key } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    on.on('error', () => response.destroy());
    response.on('close', () => on.destroy());
    asked.pipe(on);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return server;
}
