import { Image as PhotoIcon, Redo2, Trash2, Undo2 } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CommandContext } from '../commands.ts';
import { canRedo, canUndo, PHOTO_ID, shownResults } from '../document/result-chain.ts';
import type { PictureId } from '../document/result-chain.ts';
import type { Picture } from '../photo/decode.ts';
import { theStudio } from '../studio.ts';
import { bestOf } from '../studio-state.ts';
import { useCurrentResult, useStudio } from '../use-studio.ts';
import { CommandButton } from './command-button.tsx';
import { PHOTO_NAME, PICTURE_NAMES } from './words.ts';

/** The photo and what was made of it, to go on from any of them. Absent as long as there is the photo alone. */
export function ResultStrip({ context }: { readonly context: CommandContext }) {
  const chain = useStudio((state) => state.document?.chain ?? null);
  const thumbnails = useStudio((state) => state.thumbnails);
  const photo = useStudio((state) => bestOf(state, PHOTO_ID));
  const current = useCurrentResult();
  if (!chain || chain.results.length === 0) return null;
  const results = shownResults(chain);
  return (
    <section
      aria-label="Results"
      className="flex shrink-0 items-center gap-3 border-t border-line bg-surface px-4 py-2.5 max-sm:gap-1.5 max-sm:px-3 max-sm:py-1.5"
    >
      <ul className="-m-1 flex min-w-0 flex-1 gap-2.5 overflow-x-auto p-1">
        <Item
          id={PHOTO_ID}
          name={PHOTO_NAME}
          picture={photo}
          isCurrent={current === null}
          context={context}
        />
        {results.map((result, at) => (
          <Item
            key={result.id}
            id={result.id}
            name={`${at + 1}. ${PICTURE_NAMES[result.tool]}`}
            picture={thumbnails[result.id] ?? null}
            isCurrent={current?.id === result.id}
            context={context}
          />
        ))}
      </ul>
      <div className="flex shrink-0">
        <CommandButton
          id="compare-slider"
          context={context}
          side="top"
          className={context.tool === 'magic' ? '' : 'max-sm:hidden'}
        />
        <IconButton
          icon={Undo2}
          label="Back to the picture before"
          side="top"
          disabled={!canUndo(chain) || context.isRunning}
          onClick={() => theStudio().undoChoice()}
        />
        <IconButton
          icon={Redo2}
          label="Forward again"
          side="top"
          disabled={!canRedo(chain) || context.isRunning}
          onClick={() => theStudio().redoChoice()}
        />
        <IconButton
          icon={Trash2}
          label="Delete this result"
          side="top"
          disabled={current === null || context.isRunning}
          onClick={() => current && theStudio().hideResult(current.id)}
        />
      </div>
    </section>
  );
}

interface ItemProps {
  readonly id: PictureId;
  readonly name: string;
  readonly picture: Picture | null;
  readonly isCurrent: boolean;
  readonly context: CommandContext;
}

function Item({ id, name, picture, isCurrent, context }: ItemProps) {
  return (
    <li className="shrink-0">
      <button
        type="button"
        aria-label={name}
        aria-current={isCurrent || undefined}
        title={name}
        disabled={context.isRunning}
        onClick={() => theStudio().selectPicture(id)}
        className={classNames(
          'checkerboard relative flex size-16 items-center justify-center overflow-hidden rounded-md border border-line bg-size-[12px_12px] transition-shadow hover:shadow-mid max-sm:size-11',
          isCurrent && 'outline-2 outline-offset-2 outline-accent',
        )}
      >
        {picture ? (
          <img src={picture.url} alt="" draggable={false} className="size-full object-cover" />
        ) : (
          <Icon of={PhotoIcon} className="text-muted" />
        )}
      </button>
    </li>
  );
}
