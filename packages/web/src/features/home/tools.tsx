import { OWN_PRODUCTS } from '../../lib/samples/own-products.ts';
import { SAMPLES } from '../../lib/samples/samples.ts';
import { TOOL_WORDS } from '@packshot/contract/tools/names';
import type { ToolName } from '@packshot/contract/tools/names';
import cutOut from '../../lib/samples/tile-cut-out.webp';
import describe from '../../lib/samples/tile-describe.webp';
import harmonize from '../../lib/samples/tile-harmonize.webp';
import inspire from '../../lib/samples/tile-inspire.webp';
import magic from '../../lib/samples/tile-magic.webp';
import scene from '../../lib/samples/tile-scene.webp';
import upscale from '../../lib/samples/tile-upscale.webp';
import { openSample, openTool } from './open-photo.ts';

interface Tool {
  readonly tool: ToolName;
  readonly text: string;
  /** The tool's result for the sample. */
  readonly pictureUrl: string;
  /** The caption on the picture. */
  readonly caption?: string;
  /** The sample that the tool opens with; an inspiration needs none. */
  readonly sampleId: string | null;
}

const TOOLS: readonly Tool[] = [
  {
    tool: 'cut-out',
    text: 'Clean edges at full size',
    pictureUrl: cutOut,
    sampleId: 'sunglasses',
  },
  {
    tool: 'scene',
    text: 'Studio scenes, lit to match',
    pictureUrl: scene,
    sampleId: 'perfume',
  },
  {
    tool: 'inspire',
    text: 'Ideas from a line of text',
    pictureUrl: inspire,
    sampleId: null,
  },
  {
    tool: 'magic',
    text: 'Erase or recolor',
    pictureUrl: magic,
    sampleId: 'stoneware-mug',
  },
  {
    tool: 'harmonize',
    text: 'Matched to your own picture',
    pictureUrl: harmonize,
    sampleId: 'cream-jar',
  },
  {
    tool: 'upscale',
    text: 'Two or four times larger',
    pictureUrl: upscale,
    sampleId: 'watch',
  },
  {
    tool: 'describe',
    text: 'Alt text in one click',
    pictureUrl: describe,
    sampleId: 'candle-holder',
    caption: 'A round metallic silver product with a textured surface.',
  },
];
const TO_TRY = [...SAMPLES, ...OWN_PRODUCTS];

export interface ToolsProps {
  /**
   * Opens tools without a sample, for people who know them; otherwise each opens with something to try it on.
   */
  readonly isForOwnPhotos?: boolean;
}

/** All tools, each with its result. */
export function Tools({ isForOwnPhotos = false }: ToolsProps) {
  const open = ({ tool, sampleId }: Tool): void => {
    const sample = isForOwnPhotos ? undefined : TO_TRY.find(({ id }) => id === sampleId);
    if (sample) void openSample(sample, tool);
    else openTool(tool);
  };
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
              className="group flex size-full flex-col overflow-hidden rounded-xl border border-line bg-surface text-left transition-colors hover:border-line-strong"
            >
              <span className="relative block w-full">
                <img
                  src={tool.pictureUrl}
                  alt=""
                  width={480}
                  height={360}
                  decoding="async"
                  className="aspect-4/3 w-full bg-fill-strong object-cover"
                />
                {tool.caption !== undefined && (
                  <span
                    aria-hidden
                    className="absolute inset-x-2 bottom-2 rounded-md bg-chip px-2 py-1 text-[10px] leading-3.5 text-chip-text"
                  >
                    {tool.caption}
                  </span>
                )}
              </span>
              <span className="px-3.5 pt-3 text-base font-semibold">{TOOL_WORDS[tool.tool].title}</span>
              <span className="px-3.5 pb-3.5 text-xs text-balance text-muted">{tool.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
