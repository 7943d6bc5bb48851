import { PRODUCT_VERSION } from '@packshot/contract/product';
import { COMMANDS } from './commands/index.ts';
import { EXIT } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { nearest } from '@packshot/contract/text/nearest';
import { hasOption, parse } from './options/parse.ts';
import { commandPage, overviewPage } from './pages/help.ts';
import { toDisplayText, applyStyle } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command line. Never throws for user errors. */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  try {
    return await dispatch(name, rest, terminal, signal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { errors } = terminal;
    errors.write(`${applyStyle(errors, 'red', 'packshot:')} ${toDisplayText(error.message)}\n`);
    return EXIT.wrongUsage;
  }
}

async function dispatch(
  name: string,
  rest: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output } = terminal;
  if (name === '--version' || name === '-v') {
    output.write(`packshot ${PRODUCT_VERSION}\n`);
    return EXIT.done;
  }
  const [requestedCommand = ''] = rest;
  if (['--help', '-h', 'help'].includes(name) && requestedCommand === '') {
    output.write(overviewPage(COMMANDS, output));
    return EXIT.done;
  }
  const isHelp = name === 'help';
  const command = findCommand(isHelp ? requestedCommand : name);
  const parsed = parse(isHelp ? ['--help'] : rest, command.options, command.name);
  if (hasOption(parsed, 'help')) {
    output.write(commandPage(command, output));
    return EXIT.done;
  }
  return command.run(parsed, terminal, signal);
}

/** Names of commands that need the folder and database of a server installation, which this program can't reach. */
const OF_INSTALLATION: ReadonlySet<string> = new Set(['backup', 'restore', 'doctor', 'upgrade']);

function findCommand(name: string) {
  const matchingCommand = COMMANDS.find((command) => command.name === name);
  if (matchingCommand !== undefined) return matchingCommand;
  if (OF_INSTALLATION.has(name))
    throw new UsageError(
      `${name} is for operators of an installation: "npm run ${name}" in its folder (docs/operations.md)`,
    );
  const near = nearest(
    name,
    COMMANDS.map((command) => command.name),
  );
  throw new UsageError(
    `there is no command ${name}; ${near === undefined ? '"packshot --help" lists what there is' : `did you mean ${near}?`}`,
  );
}
