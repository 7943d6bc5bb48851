import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { CallToolResult, ReadResourceResult, ServerContext } from '@modelcontextprotocol/server';
import { ERRORS, PRODUCT_TITLE, PRODUCT_VERSION } from '@packshot/contract';
import { parsePictureSource } from './picture-source.ts';
import type { Quotes } from './quotes.ts';
import { Refusal } from './refusal.ts';
import type { Preview, AgentBackend, StudioJob } from './studio.ts';
import { accountTools, setResource } from './tools/account.ts';
import { makingTools } from './tools/making.ts';
import { pictureTools } from './tools/pictures.ts';
import type { AgentTool, ToolAnswer } from './tools/tool.ts';

export interface AgentServerOptions {
  readonly studio: AgentBackend;
  readonly quotes: Quotes;
  readonly onStarted?: (job: StudioJob) => void;
  readonly onRefused?: (refusal: Refusal) => void;
}

const QUOTES =
  'Work that costs credits is quoted first: call the tool, tell the person what it costs unless they have said that you may spend, then call it again with the quote. ';
const instructions = (hasPrices: boolean): string =>
  `Packshot makes product pictures. Pictures are named by address, by packshot:// resource or as a data: URL; results come as packshot:// resources, with a small preview. ${hasPrices ? QUOTES : ''}Look at results before you call them good, and check a picture before it is published.`;

const agentTools = (studio: AgentBackend): readonly AgentTool[] => [
  ...pictureTools(studio),
  ...makingTools(studio),
  ...accountTools(studio),
];

/** Metadata key under which an answer with `isError` contains code, message and argument, for programs. */
export const REFUSAL_META = 'packshot/error';

/** Creates a stateless MCP server for one connection or request. */
export function createAgentServer(options: AgentServerOptions): McpServer {
  const { studio } = options;
  const server = new McpServer(
    { name: PRODUCT_TITLE.toLowerCase(), title: PRODUCT_TITLE, version: PRODUCT_VERSION },
    { instructions: instructions(studio.hasPrices), capabilities: { tools: {}, resources: {} } },
  );
  for (const tool of agentTools(studio)) {
    const { name, title, input: inputSchema, output: outputSchema } = tool;
    const description = describedTool(tool, studio.hasPrices);
    const annotations = {
      title,
      readOnlyHint: tool.isReadOnly,
      destructiveHint: false,
      idempotentHint: tool.isIdempotent,
      openWorldHint: tool.isOpenWorld,
    };
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations },
      (args, context) => callTool(tool, args, context, options),
    );
  }
  addResources(server, options);
  return server;
}

function describedTool({ description, isFree, cost }: AgentTool, hasPrices: boolean): string {
  const costs = isFree ? 'Free.' : cost;
  return hasPrices && costs !== undefined ? `${description} ${costs}` : description;
}

async function callTool(
  tool: AgentTool,
  args: Record<string, unknown>,
  { mcpReq }: ServerContext,
  { studio, quotes, onStarted = () => undefined, onRefused }: AgentServerOptions,
): Promise<CallToolResult> {
  const token = mcpReq._meta?.progressToken;
  let reportedFraction = 0;
  const onProgress = (fraction: number): void => {
    // Reports only increasing progress, as the protocol requires, and only to clients that asked for it.
    if (token === undefined || fraction <= reportedFraction) return;
    reportedFraction = fraction;
    mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress: fraction, total: 1 },
      })
      .catch(() => undefined);
  };
  try {
    studio.assertMay(...tool.scopes);
    return toResult(await tool.call(args, { studio, quotes, signal: mcpReq.signal, onProgress, onStarted }));
  } catch (error) {
    mcpReq.signal.throwIfAborted();
    const refusal = toRefusal(error, studio);
    onRefused?.(refusal);
    return {
      isError: true,
      content: [{ type: 'text', text: refusalWords(refusal) }],
      // Refusals are sent as metadata instead of structured content, because clients reject structured content that
      // doesn't match the tool's output schema.
      _meta: { [REFUSAL_META]: refusalData(refusal, studio) },
    };
  }
}

function toRefusal(error: unknown, studio: AgentBackend): Refusal {
  if (error instanceof Refusal) return error;
  studio.onFault(error);
  const { status, message } = ERRORS.INTERNAL;
  return new Refusal('INTERNAL', message, { status });
}

const refusalWords = ({ code, message, param }: Refusal): string =>
  `${code}: ${message}${param === undefined ? '' : ` (argument ${param})`}`;

const refusalData = ({ code, message, param }: Refusal, { hasPrices }: AgentBackend) => ({
  code,
  detail: message,
  ...(param !== undefined && { param }),
  ...(hasPrices && { credits_charged: 0 }),
});

function toResult({
  words,
  data,
  previews = [],
  links = [],
}: ToolAnswer<Record<string, unknown>>): CallToolResult {
  return {
    content: [
      { type: 'text', text: words },
      ...previews.map(({ bytes, mediaType: mimeType }) => ({
        type: 'image' as const,
        data: toBase64(bytes),
        mimeType,
      })),
      ...links.map((link) => ({ type: 'resource_link' as const, ...link })),
    ],
    structuredContent: data,
  };
}

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** Size limit for resources that are sent inside messages as text; larger ones are available by address or path. */
const RESOURCE_MAX_BYTES = 16 * 1024 * 1024;

function addResources(server: McpServer, options: AgentServerOptions): void {
  const { studio } = options;
  const blob = (uri: URL, { bytes, mediaType: mimeType }: Preview): ReadResourceResult => {
    return { contents: [{ uri: uri.href, mimeType, blob: toBase64(bytes) }] };
  };
  const listedSets = async () => ({
    resources: (await studio.sets()).map(({ id, title }) => ({
      uri: setResource(id),
      name: id,
      title,
      mimeType: 'image/webp',
    })),
  });
  server.registerResource(
    'set',
    new ResourceTemplate('packshot://sets/{id}', { list: listedSets }),
    { title: 'Studio set', description: 'A picture of a studio set', mimeType: 'image/webp' },
    (uri, { id }) =>
      readResource(uri, studio, async () => {
        studio.assertMay('images:read');
        const picture = await studio.setPicture(String(id));
        if (picture === null)
          throw new Refusal('REFERENCE_NOT_FOUND', ERRORS.REFERENCE_NOT_FOUND.message, { status: 404 });
        return blob(uri, picture);
      }),
  );
  server.registerResource(
    'result',
    new ResourceTemplate('packshot://results/{job}/{index}', { list: undefined }),
    { title: 'Result', description: 'A picture that a job made, in full size', mimeType: 'image/png' },
    (uri) =>
      readResource(uri, studio, async () => {
        studio.assertMay('images:read', 'jobs:run');
        const source = parsePictureSource(uri.href, 'uri', studio);
        if (source.kind !== 'result')
          throw new Refusal('JOB_NOT_FOUND', ERRORS.JOB_NOT_FOUND.message, { status: 404 });
        const picture = await studio.readResult(source.jobId, source.index, RESOURCE_MAX_BYTES);
        if (picture !== null) return blob(uri, picture);
        throw new Refusal(
          'TOO_LARGE_BYTES',
          'This picture is too large for a message; its address or path is in the answer of its job.',
        );
      }),
  );
}

/** Reads a resource. Failures become protocol errors; details of unexpected failures go only to the log. */
async function readResource(
  uri: URL,
  studio: AgentBackend,
  read: () => Promise<ReadResourceResult>,
): Promise<ReadResourceResult> {
  try {
    return await read();
  } catch (error) {
    const refusal = toRefusal(error, studio);
    const words = refusalWords(refusal);
    if (refusal.status === 404) throw new ResourceNotFoundError(uri.href, words);
    const code =
      refusal.code === 'INTERNAL' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, words, refusalData(refusal, studio));
  }
}
