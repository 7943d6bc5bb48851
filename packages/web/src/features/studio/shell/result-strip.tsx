import { t } from '@packshot/contract/text/translation';
import { Image as PhotoIcon, Lightbulb, Star, X } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isTerminal } from '@packshot/contract/tools/tasks';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { CommandContext } from '../state/command.ts';
import type { PageActions } from '../commands/command-context.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import { isActive } from '../state/job.ts';
import type { StagePicture } from '../model/picture.ts';
import {
  useActions,
  useCurrentResult,
  useIsDrawing,
  useStudio,
  useStudioState,
} from '../state/use-studio.ts';
import { openDrawing } from '../state/tools.ts';
import { bestRendition, isLocked } from '../state/studio-state.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { PictureMenu } from './command-menu.tsx';
import { PHOTO_NAME, pictureName } from '../model/picture-names.ts';
import { RunGroup, TILE } from '../variants/run-group.tsx';
import { groupByRun, useWaitingVariants } from '../variants/run-variants.ts';
import { useStripScroll } from '../variants/use-strip-scroll.ts';
import { createVariants } from '../variants/variants.ts';

/** Strip with the photo and its results; the user can continue from any of them. Hidden if there is only the photo. */
export function ResultStrip({
  context,
  actions,
}: {
  readonly context: CommandContext;
  readonly actions: PageActions;
}) {
  const { tools } = useStudio();
  const isDrawing = useIsDrawing();
  const hasBrushes = useStudioState((state) => openDrawing(tools, state) !== null);
  const document = useStudioState((state) => state.document);
  const thumbnails = useStudioState((state) => state.thumbnails);
  const photo = useStudioState((state) => bestRendition(state, PHOTO_ID));
  const current = useCurrentResult();
  const waiting = useWaitingVariants();
  const requestId = useStudioState((state) => state.runRequestId);
  const stripRef = useStripScroll();
  const isFixed = useStudioState(isLocked);
  if (!document || (document.results.length === 0 && waiting.length === 0)) return null;
  const groups = groupByRun(document, waiting.length > 0 ? requestId : null);
  const ordered = groups.flatMap(({ results }) => results);
  const { starredIds } = document.edits;
  return (
    <section
      aria-label={t('Results')}
      className="flex shrink-0 items-center gap-3 border-t border-line bg-surface px-4 py-2.5 compact:gap-1.5 compact:px-3 compact:py-1 low:py-0.5"
    >
      <ul
        ref={stripRef}
        aria-label={t('Pictures')}
        className="-m-1.5 flex min-w-0 flex-1 gap-2.5 overflow-x-auto overscroll-x-contain scroll-smooth p-1.5 compact:gap-2"
      >
        <Item
          actions={actions}
          id={PHOTO_ID}
          name={document.photo ? PHOTO_NAME : t('Your words')}
          picture={photo}
          icon={document.photo ? PhotoIcon : Lightbulb}
          isCurrent={current === null}
          isDisabled={isFixed}
        />
        {groups.map(({ runId, results }) => {
          const pending = runId === requestId ? waiting : [];
          const items = results.map((result) => (
            <Item
              key={result.id}
              actions={actions}
              id={result.id}
              name={`${ordered.indexOf(result) + 1}. ${pictureName(result.tool)}`}
              picture={thumbnails[result.id] ?? null}
              icon={PhotoIcon}
              isCurrent={current?.id === result.id}
              isStarred={starredIds.includes(result.id)}
              isDisabled={isFixed}
            />
          ));
          if (runId === null || results.length + pending.length < 2) return items;
          return (
            <RunGroup key={runId} runId={runId} results={results} pending={pending}>
              {items}
            </RunGroup>
          );
        })}
      </ul>
      <VariantProgress context={context} />
      <div className="flex shrink-0 gap-1.5 compact:gap-0">
        <CommandButton
          id="star"
          context={context}
          caption={t('Star')}
          side="top"
          pressed={isStarredNow(starredIds, current?.id)}
        />
        {/* Stands in for the stage's comparison bar, which is hidden on phones while the user draws. */}
        {isDrawing && (
          <CommandButton
            id="compare-slider"
            context={context}
            caption={t('Before')}
            side="top"
            className="hidden! compact:inline-flex!"
          />
        )}
        <CommandButton
          id="open-as-photo"
          context={context}
          caption={t('Source', { context: 'picture to work on' })}
          side="top"
          className="compact:hidden"
        />
        <CommandButton
          id="save-recipe"
          context={context}
          caption={t('Recipe')}
          side="top"
          className="compact:hidden"
        />
        {/* Hidden for drawing tools, which show undo and redo next to their brushes. */}
        {!hasBrushes && (
          <>
            <CommandButton id="undo" context={context} caption={t('Undo')} side="top" />
            <CommandButton id="redo" context={context} caption={t('Redo')} side="top" />
          </>
        )}
        <CommandButton id="put-away" context={context} caption={t('Delete')} side="top" />
      </div>
    </section>
  );
}

const isStarredNow = (starredIds: readonly string[], id: string | undefined): boolean =>
  id !== undefined && starredIds.includes(id);

function VariantProgress({ context }: { readonly context: CommandContext }) {
  const isRunning = useStudioState((state) => isActive(state.job) && state.runRequestId !== null);
  const ready = useStudioState(({ document, runRequestId }) =>
    document ? document.results.filter(({ scene }) => scene?.runId === runRequestId).length : 0,
  );
  const requestedCount = useStudioState(
    ({ document, runRequestId }) =>
      document?.requests.find(({ id }) => id === runRequestId)?.scene.count ?? 0,
  );
  const hasEnded = useStudioState(({ taskStates }) =>
    Object.values(taskStates).some(({ status }) => isTerminal(status)),
  );
  if (!isRunning) return null;
  return (
    <div className="flex shrink-0 items-center gap-2 text-xs text-muted">
      <span className="tabular-nums compact:sr-only">
        {hasEnded
          ? t('{ready} of {total} ready', { ready, total: requestedCount })
          : OWN_MESSAGES.composingScene}
      </span>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('Cancel')}
        title={t('Cancel')}
        onClick={context.cancel}
        className="pointer-coarse:h-10 compact:px-2.5"
      >
        <Icon of={X} className="hidden compact:block" />
        <span className="compact:hidden">{t('Cancel')}</span>
      </Button>
    </div>
  );
}

interface ItemProps {
  readonly actions: PageActions;
  readonly id: PictureId;
  readonly name: string;
  readonly picture: StagePicture | null;
  readonly icon: typeof PhotoIcon;
  readonly isCurrent: boolean;
  readonly isStarred?: boolean;
  readonly isDisabled: boolean;
}

function Item({
  actions,
  id,
  name,
  picture,
  icon,
  isCurrent,
  isStarred = false,
  isDisabled,
}: ItemProps): ReactNode {
  const variants = useActions(createVariants);
  return (
    <li className="shrink-0">
      <PictureMenu id={id} actions={actions}>
        <button
          type="button"
          aria-label={isStarred ? t('{name}, starred', { name }) : name}
          aria-current={isCurrent || undefined}
          title={name}
          disabled={isDisabled}
          onClick={() => variants.choose(id)}
          className={classNames(
            TILE,
            'checkerboard animate-fade-in bg-size-[12px_12px] transition-shadow hover:shadow-mid',
            isCurrent && 'outline-2 outline-offset-2 outline-accent',
          )}
        >
          {picture ? (
            <img src={picture.url} alt="" draggable={false} className="size-full object-cover" />
          ) : (
            <Icon of={icon} className="text-muted" />
          )}
          {isStarred && (
            <span className="absolute top-1 right-1 inline-flex size-4.5 items-center justify-center rounded-full bg-chip text-chip-text">
              <Icon of={Star} sizePx={11} />
            </span>
          )}
        </button>
      </PictureMenu>
    </li>
  );
}
