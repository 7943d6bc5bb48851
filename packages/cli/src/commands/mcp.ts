import { hasOption, getTextOption } from '../options/parse.ts';
import { SERVER_OPTIONS, serverIn } from '../server/choice.ts';
import { HELP } from './command.ts';
import type { Command } from './command.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Let agents work with pictures (MCP over standard input and output)',
  operands: '[FOLDER...]',
  description: [
    'Speaks the Model Context Protocol, so that an assistant on this machine can look at pictures, cut products out, place them in scenes, edit, enlarge, describe and export them. It is started by the assistant’s program, not by people.',
    'Everything happens on this machine, and costs nothing; with --server the work is done there by an API key, and a price is quoted before it is spent. Files are read from the named folders alone: no other path, and no link that leads out of them. Results are new files; nothing is written over.',
  ],
  options: [
    {
      name: 'out',
      short: 'o',
      value: 'FOLDER',
      isPath: true,
      says: 'Where results go. Without it: a folder packshot in the first folder, or, without folders, a temporary one.',
    },
    { name: 'unsigned', says: 'Writes no Content Credentials.' },
    ...SERVER_OPTIONS,
    HELP,
  ],
  examples: [
    ['packshot mcp ~/photos', 'Agents may read what lies in photos; results go to photos/packshot.'],
  ],
  completes: 'files',
  async run(args, terminal, signal) {
    const { serveAgents } = await import('../run/agents/serve.ts');
    const server = serverIn(args);
    const settings = {
      server,
      folders: args.operands,
      out: getTextOption(args, 'out'),
      isSigned: !hasOption(args, 'unsigned'),
    };
    return serveAgents(settings, terminal, signal);
  },
};
