import { t } from '@packshot/contract/text/translation';
import { UPLOAD_EXTENSIONS } from '@packshot/contract/tools/limits';
import type { Reference } from '@packshot/contract/tools/scene';
import { ChevronDown, ImagePlus, Shuffle } from 'lucide';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { ReturningImage } from '../../../../ui/returning-image.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { bestRendition } from '../../state/studio-state.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { useNearest } from './understood.tsx';
import { useScene } from './use-scene.ts';

/** Number of references shown at first: two rows of six tiles, including "any" and the user's own picture. */
const SHOWN_AT_FIRST = 10;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;

/** Loads the references when the user opens a panel that offers them. */
function useShelf() {
  const sceneActions = useActions(createSceneActions);
  useEffect(() => {
    const load = (): void => void sceneActions.loadReferences();
    load();
    // If the references failed to load offline, loads them again once the connection is back.
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [sceneActions]);
  return useStudioState((state) => state.shelf);
}

export function ReferenceSection() {
  const shelf = useShelf();
  const [isAll, setIsAll] = useState(false);
  const { reference } = useScene();
  const chosenId = reference?.kind === 'built-in' ? reference.id : null;
  const visibleReferences = isAll ? shelf.references : firstWith(shelf.references, chosenId, SHOWN_AT_FIRST);
  return (
    <section>
      <div className="mb-1 flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-sm font-semibold tracking-normal">{t('Scenes')}</h2>
        {shelf.references.length > SHOWN_AT_FIRST && (
          <Button
            size="sm"
            variant="ghost"
            icon={ChevronDown}
            aria-expanded={isAll}
            onClick={() => setIsAll(!isAll)}
            className="-mr-2 text-muted pointer-coarse:h-10 aria-expanded:[&_svg]:rotate-180"
          >
            {isAll ? t('Show fewer') : t('Show all {count}', { count: shelf.references.length })}
          </Button>
        )}
      </div>
      <ul aria-label={t('Scenes')} className={GRID}>
        <li>
          <AnyTile />
        </li>
        <li>
          <OwnTile />
        </li>
        {shelf.phase === 'loading' &&
          SKELETONS.map((key) => (
            <li key={key}>
              <Skeleton className="aspect-square rounded-lg" />
            </li>
          ))}
        {visibleReferences.map((item) => (
          <li key={item.id}>
            <ReferenceTile item={item} isChosen={item.id === chosenId} />
          </li>
        ))}
      </ul>
      {reference !== null && reference.kind !== 'built-in' && (
        <p className="mt-2 text-xs text-muted">
          {t('Mood and colors come from your picture. The place it shows isn’t copied.')}
        </p>
      )}
      {shelf.phase === 'failed' && <ShelfFailed />}
    </section>
  );
}

/** Suggests the closest references if no scene contains everything in the prompt, before the user is charged. */
export function NearestReferences() {
  const nearest = useNearest();
  if (nearest.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="mb-1.5 text-xs text-muted">{t('Closest matches')}</p>
      <ul aria-label={t('Closest matches')} className={GRID}>
        {nearest.map((item) => (
          <li key={item.id}>
            <ReferenceTile item={item} isChosen={false} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Choice of the reference on phones, as a scrollable row. */
export function ReferenceRow() {
  const shelf = useShelf();
  const { reference } = useScene();
  const nearest = useNearest();
  const chosenId = reference?.kind === 'built-in' ? reference.id : null;
  const ordered = [...nearest, ...shelf.references.filter((item) => !nearest.includes(item))];
  return (
    <ul aria-label={t('Scenes')} className="-mx-3 flex gap-2 overflow-x-auto overscroll-x-contain px-3 py-1">
      <li className="w-15 shrink-0">
        <AnyTile />
      </li>
      <li className="w-15 shrink-0">
        <OwnTile />
      </li>
      {shelf.phase === 'loading' &&
        SKELETONS.map((key) => (
          <li key={key} className="w-15 shrink-0">
            <Skeleton className="aspect-square rounded-lg" />
          </li>
        ))}
      {firstWith(ordered, chosenId, ordered.length).map((item) => (
        <li key={item.id} className="w-15 shrink-0">
          <ReferenceTile item={item} isChosen={item.id === chosenId} />
        </li>
      ))}
    </ul>
  );
}

/** First few references, and the selected one. */
function firstWith(
  references: readonly Reference[],
  chosenId: string | null,
  count: number,
): readonly Reference[] {
  const first = references.slice(0, count);
  const selectedReference = references.find(({ id }) => id === chosenId);
  if (!selectedReference || first.includes(selectedReference)) return first;
  return [selectedReference, ...first.slice(0, count - 1)];
}

function ShelfFailed() {
  const sceneActions = useActions(createSceneActions);
  return (
    <p className="mt-2 flex items-center justify-between gap-2 text-xs text-muted">
      {t('The scenes didn’t load.')}
      <Button size="sm" variant="secondary" onClick={() => void sceneActions.loadReferences()}>
        {t('Try again')}
      </Button>
    </p>
  );
}

/** As many tiles in a row as fit at the minimum width, which is enough for the text in a tile. */
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-1.5';
const TILE =
  'relative flex aspect-square w-full items-center justify-center overflow-hidden rounded-lg border border-line bg-fill text-muted transition-shadow hover:shadow-mid has-focus-visible:outline-2 has-focus-visible:outline-accent';
const CHOSEN = 'outline-2 outline-offset-2 outline-accent';

function Tile(props: {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={props.isChosen}
      aria-label={props.name}
      title={props.name}
      onClick={props.onChoose}
      className={classNames(TILE, props.isChosen && CHOSEN)}
    >
      {props.children}
    </button>
  );
}

function AnyTile() {
  const sceneActions = useActions(createSceneActions);
  const { reference } = useScene();
  return (
    <Tile
      name={t('Surprise me: any scene that fits your words')}
      isChosen={reference === null}
      onChoose={() => sceneActions.setReference(null)}
    >
      <span className="flex flex-col items-center gap-0.5 text-center text-2xs leading-3 font-medium">
        <Icon of={Shuffle} sizePx={15} />
        {t('Surprise me')}
      </span>
    </Tile>
  );
}

function OwnTile() {
  const sceneActions = useActions(createSceneActions);
  const { reference } = useScene();
  const picture = useStudioState((state) => {
    const choice = state.document?.edits.scene.reference;
    if (choice?.kind === 'own') return bestRendition(state, choice.picture.id);
    return choice?.kind === 'result'
      ? (state.thumbnails[choice.id] ?? bestRendition(state, choice.id))
      : null;
  });
  const isChosen = reference !== null && reference.kind !== 'built-in';
  return (
    <label
      className={classNames(TILE, 'cursor-pointer', isChosen && CHOSEN)}
      title={t('Use the mood and colors of your own picture. The place it shows isn’t copied.')}
    >
      <input
        type="file"
        accept={UPLOAD_EXTENSIONS.join(',')}
        aria-label={t('Upload your own picture')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void sceneActions.setReferencePicture(file);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {picture ? (
        <img src={picture.url} alt="" draggable={false} className="size-full object-cover" />
      ) : (
        <span className="flex flex-col items-center gap-0.5 text-2xs leading-3 font-medium">
          <Icon of={ImagePlus} sizePx={15} />
          {t('Upload')}
        </span>
      )}
    </label>
  );
}

function ReferenceTile({ item, isChosen }: { readonly item: Reference; readonly isChosen: boolean }) {
  const sceneActions = useActions(createSceneActions);
  return (
    <Tile
      name={item.title}
      isChosen={isChosen}
      onChoose={() => sceneActions.setReference(isChosen ? null : { kind: 'built-in', id: item.id })}
    >
      <ReturningImage
        src={item.image}
        alt=""
        width={160}
        height={160}
        loading="lazy"
        decoding="async"
        draggable={false}
        className="size-full object-cover"
      />
    </Tile>
  );
}
