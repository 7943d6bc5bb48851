import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { assert, installPeer, run, SAMPLE_PATH } from './peer.ts';
import type { Peer } from './peer.ts';

/** Version of the SDK that most clients use. The SDK checks responses against the declared output schemas. */
const SDK_VERSION = '1.32.2';

/** Program that uses the SDK's client and prints successful and refused calls. */
const SDK_PROGRAM = `
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
const [url, path] = process.argv.slice(2);
const client = new Client({ name: 'interop', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
await client.listTools();
const picture = 'data:image/jpeg;base64,' + readFileSync(path, 'base64');
const said = async (name, args) => {
  const { isError = false, content } = await client.callTool({ name, arguments: args });
  return { isError, text: content[0].text };
};
console.log(JSON.stringify([
  await said('look_at_picture', { picture }),
  await said('cut_out', { picture }),
  await said('cut_out', { picture, quote: 'q1.e30.AAAA' }),
  await said('place_in_scene', { picture, set_id: 'no-such-set' }),
  await said('read_job', { job_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
]));
await client.close();
`;
const SDK_REFUSALS = ['QUOTE_INVALID', 'REFERENCE_NOT_FOUND', 'JOB_NOT_FOUND'];

/** Version of the conformance tests that supports the protocol's revision of July 2026. */
const VERSION = '0.2.0-alpha.12';

/**
 * Checks of the package that are skipped, by the beginnings of their IDs, grouped by the feature that our server
 * lacks. Every other check has to pass.
 */
const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
  // Tools and resources of the package's own example server.
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

interface ConformanceCheck {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Tests our MCP server with the published client and the whole conformance suite of the Model Context Protocol. */
export async function checkAgents(peer: Peer): Promise<string> {
  const proxy = await startKeyProxy(peer);
  try {
    const { port } = proxy.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    return [await checkClient(peer, url), await checkConformance(peer, url)].join('; ');
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
}

async function checkClient(peer: Peer, url: string): Promise<string> {
  const folder = await installPeer(peer, '@modelcontextprotocol/sdk', SDK_VERSION);
  await writeFile(join(folder, 'program.mjs'), SDK_PROGRAM);
  const { code, output } = await run(process.execPath, ['program.mjs', url, SAMPLE_PATH], { cwd: folder });
  assert(code === 0, `The program ended with ${code}: ${output.slice(-500)}`);
  const answers = JSON.parse(output) as readonly { readonly isError: boolean; readonly text: string }[];
  const refused = answers.filter(({ isError }) => isError).map(({ text }) => text);
  assert(
    answers.length - refused.length === 2 &&
      SDK_REFUSALS.every((each, at) => refused[at]?.startsWith(each) === true),
    `It was told: ${output.slice(-800)}`,
  );
  return `client ${SDK_VERSION}: two answers and ${refused.length} refusals`;
}

async function checkConformance(peer: Peer, url: string): Promise<string> {
  const folder = await installPeer(peer, '@modelcontextprotocol/conformance', VERSION);
  const out = join(folder, 'out');
  const args = ['server', '--url', url, '--suite', 'all', '--output-dir', out];
  // Ignores the exit code, which is 1 if any check fails: the checks in `NOT_ASKED` ask for what this server lacks.
  await run(
    process.execPath,
    [join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'), ...args],
    {
      cwd: folder,
    },
  );
  const checks: ConformanceCheck[] = [];
  for (const scenario of await readdir(out))
    checks.push(
      ...(JSON.parse(await readFile(join(out, scenario, 'checks.json'), 'utf8')) as ConformanceCheck[]),
    );
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

/** Starts a proxy that adds the API key, because the conformance tests don't support keys. */
async function startKeyProxy({ address, key }: Peer) {
  const server = createServer((incomingRequest, response) => {
    const { method, url, headers } = incomingRequest;
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
    incomingRequest.pipe(on);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return server;
}
