import type { Command } from './command.ts';
import { completions } from './completions.ts';
import { cutout } from './cutout.ts';
import { describe } from './describe.ts';
import { edit } from './edit.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { lint } from './lint.ts';
import { mcp } from './mcp.ts';
import { photoCommand } from './photo-command.ts';
import { run } from './run.ts';
import { scene } from './scene.ts';
import { sets } from './sets.ts';
import { upscale } from './upscale.ts';

export const COMMANDS: readonly Command[] = [
  photoCommand(cutout),
  photoCommand(scene),
  photoCommand(edit),
  photoCommand(upscale),
  photoCommand(describe),
  run,
  lint,
  sets,
  jobs,
  keys,
  mcp,
  completions(() => COMMANDS),
];
