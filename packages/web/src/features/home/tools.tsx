import {
  Blend,
  Image as ImageIcon,
  Lightbulb,
  Maximize2,
  MessageSquareText,
  Scissors,
  WandSparkles,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import type { CreateTool } from '../../lib/incoming-work.ts';
import { MUG, SAMPLES } from '../../lib/samples.ts';
import { openInspiration, openSample } from './open-photo.ts';

interface Tool {
  readonly tool: CreateTool;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** The photo it is tried with; an inspiration needs none. */
  readonly sampleId: string | null;
}

const TOOLS: readonly Tool[] = [
  { tool: 'scene', icon: ImageIcon, title: 'Background', text: 'Studio scenes, lit for it', sampleId: 'mug' },
  { tool: 'inspire', icon: Lightbulb, title: 'Inspire', text: 'Ideas from a line of text', sampleId: null },
  {
    tool: 'cut-out',
    icon: Scissors,
    title: 'Cut out',
    text: 'Clean edges at full size',
    sampleId: 'sunglasses',
  },
  { tool: 'magic', icon: WandSparkles, title: 'Magic tool', text: 'Erase and recolour', sampleId: 'mug' },
  { tool: 'harmonize', icon: Blend, title: 'Harmonize', text: 'Into your own picture', sampleId: 'mug' },
  {
    tool: 'upscale',
    icon: Maximize2,
    title: 'Upscale',
    text: 'Two or four times larger',
    sampleId: 'candle-holder',
  },
  {
    tool: 'describe',
    icon: MessageSquareText,
    title: 'Describe',
    text: 'Alt text in one click',
    sampleId: 'tank-top',
  },
];

const open = ({ tool, sampleId }: Tool): void => {
  if (sampleId === null) openInspiration();
  else void openSample(SAMPLES.find(({ id }) => id === sampleId) ?? MUG, tool);
};

/** Every tool, each opening Create with something to try it on. */
export function Tools() {
  return (
    <section aria-labelledby="tools" className="mx-auto w-full max-w-page px-6 pb-4 max-md:px-4">
      <h2 id="tools" className="sr-only">
        Tools
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
        {TOOLS.map((tool) => (
          <li key={tool.tool}>
            <button
              type="button"
              onClick={() => open(tool)}
              className="flex size-full flex-col rounded-xl border border-line bg-surface p-4 text-left transition-colors hover:border-line-strong"
            >
              <Icon of={tool.icon} sizePx={20} />
              <span className="mt-5 text-base font-semibold">{tool.title}</span>
              <span className="text-xs text-balance text-muted">{tool.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
