import { t } from '@packshot/contract/text/translation';
import { OWN_PRODUCTS } from '../../lib/samples/own-products.ts';
import { SAMPLES } from '../../lib/samples/samples.ts';
import { TOOL_NAMES, TOOL_WORDS } from '@packshot/contract/tools/names';
import type { ToolName, ToolWords } from '@packshot/contract/tools/names';
import { openSample, openTool } from './open-photo.ts';

/** Pictures on the tiles: the result of each tool on its sample. */
const PICTURES = import.meta.glob<string>('./tile-*.webp', {
  base: '../../lib/samples',
  eager: true,
  import: 'default',
});
const ROWS: Readonly<Record<ToolName, ToolWords>> = TOOL_WORDS;
const TO_TRY = [...SAMPLES, ...OWN_PRODUCTS];

export interface ToolsProps {
  /** Whether tools open without a sample, as on the home page of members; by default each opens with a sample. */
  readonly isForOwnPhotos?: boolean;
}

export function Tools({ isForOwnPhotos = false }: ToolsProps) {
  return (
    <section aria-labelledby="tools" className="mx-auto w-full max-w-page px-6 pb-4 max-md:px-4">
      <h2 id="tools" className="sr-only">
        {t('Tools')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
        {TOOL_NAMES.map((tool) => (
          <ToolTile key={tool} tool={tool} isForOwnPhotos={isForOwnPhotos} />
        ))}
      </ul>
    </section>
  );
}

interface ToolTileProps extends Required<ToolsProps> {
  readonly tool: ToolName;
}

function ToolTile({ tool, isForOwnPhotos }: ToolTileProps) {
  const { title, tile } = ROWS[tool];
  if (!tile) return null;
  const open = (): void => {
    const sample = isForOwnPhotos ? undefined : TO_TRY.find(({ id }) => id === tile.sampleId);
    if (sample) void openSample(sample, tool);
    else openTool(tool);
  };
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className="group flex size-full flex-col overflow-hidden rounded-xl border border-line bg-surface text-left transition-colors hover:border-line-strong"
      >
        <span className="relative block w-full">
          <img
            src={PICTURES[`./tile-${tool}.webp`]}
            alt=""
            width={480}
            height={360}
            decoding="async"
            className="aspect-4/3 w-full bg-fill-strong object-cover"
          />
          {tile.caption !== undefined && (
            <span
              aria-hidden
              className="absolute inset-x-2 bottom-2 rounded-md bg-chip px-2 py-1 text-[10px] leading-3.5 text-chip-text"
            >
              {tile.caption}
            </span>
          )}
        </span>
        <span className="px-3.5 pt-3 text-base font-semibold">{title}</span>
        <span className="px-3.5 pb-3.5 text-xs text-balance text-muted">{tile.text}</span>
      </button>
    </li>
  );
}
