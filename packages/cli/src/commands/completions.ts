import { EXIT } from '../exit-codes.ts';
import { nearest } from '@packshot/contract/text/nearest';
import { completionScript, SHELLS } from '../pages/completions.ts';
import { UsageError } from '../usage-error.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

export const completions = (commands: () => readonly Command[]): Command => ({
  name: 'completions',
  summary: 'Print completions for a shell',
  operands: 'bash|zsh|fish',
  description: ['Prints what the shell has to know to complete commands, options and their values.'],
  options: [HELP],
  examples: [
    ['packshot completions bash >~/.local/share/bash-completion/completions/packshot', 'For bash.'],
    ['packshot completions zsh >"${fpath[1]}/_packshot"', 'For zsh.'],
    ['packshot completions fish >~/.config/fish/completions/packshot.fish', 'For fish.'],
  ],
  completes: SHELLS,
  async run({ operands }, { output }) {
    const [name = ''] = operands;
    const shell = SHELLS.find((candidate) => candidate === name);
    if (shell === undefined || operands.length > 1) {
      const near = nearest(name, SHELLS);
      throw new UsageError(`name one shell: ${near ?? SHELLS.join(', ')}`);
    }
    output.write(completionScript(shell, commands()));
    return EXIT.done;
  },
});
