import { toFlags } from '../options/tool-options.ts';
import { sharedOptions } from '../run/options.ts';
import type { PhotoTool } from '../run/tool.ts';
import type { Command } from './command.ts';

const NAMES_AND_FOLDERS = [
  'Photos are files, folders, patterns (quoted, where your shell has none) or - for standard input: PNG, JPEG, WebP, AVIF and HEIC, up to 25 MB and 50 megapixels. A photo that cannot be used says why, and the others go on.',
] as const;

const WHAT_IS_THERE = [
  'What is there already stays, unless you say --force, so that an interrupted folder goes on where it stopped. A result is written under another name first and put in its place when it is whole, and it says inside which photo and settings it came from: by that the command knows whether it is the one that you ask for. Photos are never written over.',
] as const;

const HOW_IT_CAME_TO_BE = [
  'Each picture says how it came to be, as XMP and as signed Content Credentials. The signature is of a certificate that this account makes for itself: readers find any change, and call the signer untrusted.',
] as const;

const ON_A_SERVER = [
  'With --server and an API key the same happens there: photos are sent, jobs cost credits, and results are fetched as the server signed them, as PNGs. What was asked within a day is not paid for twice, also when a run was killed. Ctrl-C stops the jobs that are under way; those without a picture by then cost nothing.',
] as const;

/**
 * Builds a command on photos from a tool; all such commands share this code. The engine is loaded only when the
 * command runs, not for its help page.
 */
export function photoCommand(tool: PhotoTool): Command {
  const { name, summary, description, table, required = [], options = [], examples, suffix } = tool;
  return {
    name,
    summary,
    operands: 'PHOTO...',
    description: [
      ...description,
      ...NAMES_AND_FOLDERS,
      ...WHAT_IS_THERE,
      ...(suffix === null ? [] : HOW_IT_CAME_TO_BE),
      ...ON_A_SERVER,
    ],
    options: [...required, ...toFlags(table), ...options, ...sharedOptions(suffix)],
    examples,
    completes: 'files',
    async run(args, terminal, signal) {
      const { runPhotos } = await import('../run/run-photos.ts');
      return runPhotos(tool, args, terminal, signal);
    },
  };
}
