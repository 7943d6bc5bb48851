import type { Packshot } from '@packshot/client';
import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Arguments } from '../options/option.ts';
import type { Terminal } from '../terminal.ts';
import { neededServer } from './choice.ts';
import type { ServerChoice } from './choice.ts';
import { createClient, sayFailure } from './connect.ts';

/**
 * Makes a request to a server and reports its failure to the user.
 * @throws UsageError if the server or the API key is missing or invalid
 */
export async function askServer(
  args: Arguments,
  terminal: Terminal,
  signal: AbortSignal,
  ask: (packshot: Packshot, server: ServerChoice) => Promise<ExitCode>,
): Promise<ExitCode> {
  const server = neededServer(args);
  try {
    return await ask(createClient(server), server);
  } catch (error) {
    if (signal.aborted) return signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
    sayFailure(error, terminal);
    return EXIT.someFailed;
  }
}
