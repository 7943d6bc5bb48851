import type { ExitCode } from '../exit-codes.ts';
import type { Arguments, CommandOption } from '../options/option.ts';
import type { Terminal } from '../terminal.ts';

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Operands of the command, as its usage line shows them. */
  readonly operands: string;
  readonly description: readonly string[];
  readonly options: readonly CommandOption[];
  readonly examples: readonly (readonly [command: string, says: string])[];
  /** Environment variables that the command's help page lists besides those of all commands. */
  readonly environment?: readonly (readonly [name: string, says: string])[];
  /** Kind of operands that shell completion offers: files, or one of these words. */
  readonly completes?: 'files' | readonly string[];
  /**
   * Runs the command.
   * @throws UsageError
   */
  readonly run: (args: Arguments, terminal: Terminal, signal: AbortSignal) => Promise<ExitCode>;
}

export const HELP: CommandOption = { name: 'help', short: 'h', says: 'Shows this page.' };
