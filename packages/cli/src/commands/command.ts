import type { ExitCode } from '../exit-codes.ts';
import type { Arguments, Option } from '../options/option.ts';
import type { Terminal } from '../terminal.ts';

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What stands behind its name. */
  readonly operands: string;
  readonly description: readonly string[];
  readonly options: readonly Option[];
  readonly examples: readonly (readonly [command: string, says: string])[];
  /** Variables that only this command reads. */
  readonly environment?: readonly (readonly [name: string, says: string])[];
  /** For completion: what its operands are. */
  readonly completes?: 'files' | readonly string[];
  /** Throws UsageError. */
  readonly run: (args: Arguments, terminal: Terminal, signal: AbortSignal) => Promise<ExitCode>;
}

export const HELP: Option = { name: 'help', short: 'h', says: 'Shows this page.' };
