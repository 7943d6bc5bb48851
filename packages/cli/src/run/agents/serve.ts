import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { ImageEngine } from '@packshot/image-engine';
import { createAgentServer, createQuotes, PICTURE_TEXT_MAX_LENGTH } from '@packshot/mcp';
import { serveStdio, StdioServerTransport } from '@packshot/mcp/stdio';
import { EXIT } from '../../exit-codes.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { ServerChoice } from '../../server/choice.ts';
import { createClient } from '../../server/connect.ts';
import { toDisplayText } from '../../terminal.ts';
import type { Terminal } from '../../terminal.ts';
import { openEngine, openSigner } from '../engine.ts';
import { openAgentFiles } from './agent-files.ts';
import { createLocalStudio } from './local-studio.ts';
import { createServerStudio } from './server-studio.ts';

export interface AgentSettings {
  readonly folders: readonly string[];
  /** Folder for results; by default below the first readable folder, or in the system's temporary folder. */
  readonly out: string | undefined;
  readonly isSigned: boolean;
  /** Server that processes the pictures; null to process them on this machine. */
  readonly server: ServerChoice | null;
}

/** Maximum size of a message, in bytes: two pictures encoded as text, and the rest of the message. */
const MESSAGE_MAX_BYTES = 2 * PICTURE_TEXT_MAX_LENGTH + 128 * 1024;
const SECRET_BYTES = 32;

/**
 * Serves agents by the MCP protocol over standard input and output until the input ends.
 * @throws UsageError
 */
export async function serveAgents(
  { folders, out, isSigned, server }: AgentSettings,
  { input, output, errors }: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const warn = (sentence: string): void => void errors.write(`packshot: ${toDisplayText(sentence)}\n`);
  const [first] = folders;
  const results =
    out ??
    (first === undefined ? await mkdtemp(join(tmpdir(), 'packshot-results-')) : join(first, 'packshot'));
  const files = await openAgentFiles(folders, results);
  const scratch = await mkdtemp(join(tmpdir(), 'packshot-agent-'));
  let opened: ImageEngine | null = null;
  const local = createLocalStudio({
    files,
    scratch,
    // Starts the engine with the first picture, so that clients that only list the tools don't wait for it.
    engine: () => (opened ??= openEngine({ warn })),
    signer: isSigned ? openSigner({ warn }) : null,
    warn,
  });
  const remote =
    server && createServerStudio({ local, packshot: createClient(server), isTest: server.isTest, files });
  const studio = remote ?? local;
  const quotes = createQuotes(randomBytes(SECRET_BYTES));
  const ended = untilEnded(input, signal);
  const transport = new StdioServerTransport(input as Readable, output as Writable, {
    maxBufferSize: MESSAGE_MAX_BYTES,
  });
  const connection = serveStdio(() => createAgentServer({ studio, quotes }), {
    transport,
    onerror: (error) => warn(error.message),
  });
  try {
    await ended;
  } finally {
    await connection.close();
    await remote?.settle();
    await (opened as ImageEngine | null)?.close();
    await rm(scratch, { recursive: true, force: true });
  }
  if (!signal.aborted) return EXIT.done;
  return signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
}

const untilEnded = (input: NodeJS.ReadableStream, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    input.once('end', resolve).once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
