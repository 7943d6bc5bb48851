/** Correcting a cut-out by hand. */
import { PenTool } from 'lucide-react';
import { createRunActions } from '../../run/run-actions.ts';
import type { Command } from '../../state/command.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { createRefineActions } from './refine-actions.ts';

export const refineCommands = (studio: StudioContext): readonly Command[] => [
  {
    id: 'cut-out:refine',
    name: 'Correct the edge',
    icon: PenTool,
    keys: ['y'],
    group: 'Draw',
    isEnabled: (context) => context.canRefine && !context.isRunning,
    // Takes the brushes out, or puts them away and applies what was drawn.
    perform: ({ isRefining, isCorrected }) => {
      const refine = studio.get(createRefineActions);
      if (!isRefining) return refine.open();
      refine.close();
      if (isCorrected) void studio.get(createRunActions).run();
    },
  },
];
