import { t } from '@packshot/contract/text/translation';
import { CircleAlert, Star, Trash2, X } from 'lucide';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatPercent } from '../../../lib/page/percent.ts';
import { putAway, toggleStar } from '../model/edits.ts';
import type { PictureId, Result } from '../model/results.ts';
import { isTextField } from '../stage/text-field.ts';
import { bestRendition, isLocked } from '../state/studio-state.ts';
import { useActions, useStudio, useStudioState } from '../state/use-studio.ts';
import { getVariants, useWaitingVariants } from './run-variants.ts';
import type { PendingVariant } from './run-variants.ts';
import { createVariants, useVariants } from './variants.ts';

export interface VariantSheetProps {
  /** Adds the picture's context menu to a tile. */
  readonly withMenu: (id: PictureId, tile: ReactNode) => ReactNode;
}

/** Sheet over the stage with all variants of a run, whole and side by side; choosing one shows it on the stage. */
export function VariantSheet(props: VariantSheetProps) {
  const runId = useVariants((state) => state.openRunId);
  return runId === null ? null : <OpenSheet key={runId} runId={runId} {...props} />;
}

function OpenSheet({ runId, withMenu }: VariantSheetProps & { readonly runId: string }) {
  const variants = useActions(createVariants);
  const document = useStudioState((state) => state.document);
  const isCurrentRun = useStudioState((state) => state.runRequestId === runId);
  const waiting = useWaitingVariants();
  const sheetRef = useRef<HTMLElement>(null);
  const results = getVariants(document, runId);
  const pending = isCurrentRun ? waiting : [];
  const total = results.length + pending.length;
  useSheetKeys(results);
  useSheetFocus(sheetRef);
  const [first] = results;
  if (!document || !first) return null;

  return (
    <section
      ref={sheetRef}
      aria-label={t('Variants')}
      data-testid="variant-sheet"
      // Keeps a long press on a tile from opening the stage's menu as well.
      onPointerDown={(event) => event.stopPropagation()}
      className="absolute inset-0 z-20 flex flex-col gap-3 bg-canvas p-4 compact:p-2.5"
    >
      <header className="flex shrink-0 items-center gap-3 compact:not-focus-within:sr-only">
        <h2 className="text-sm font-semibold">{t('Variants')}</h2>
        <p className="flex-1 text-xs text-muted pointer-coarse:invisible">
          {t('Click a variant or press its number to open it.')}
        </p>
        <IconButton icon={X} label={t('Close variants')} hint="Esc" onClick={variants.close} />
      </header>
      <div className="min-h-0 flex-1 [container-type:size]">
        <ul className="grid size-full grid-cols-[auto_auto] place-content-center gap-3 compact:gap-2">
          {results.map((result, at) => (
            <li key={result.id}>
              {withMenu(
                result.id,
                <Variant result={result} number={at + 1} total={total} style={tileStyle(first, total)} />,
              )}
            </li>
          ))}
          {pending.map((variant) => (
            <li key={variant.id}>
              <Waiting {...variant} style={tileStyle(first, total)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Largest size at which all pictures fit the sheet whole, in rows of two. */
function tileStyle({ widthPx, heightPx }: Result, total: number): CSSProperties {
  const gap = '0.75rem';
  const rows = Math.ceil(total / 2);
  const ratio = widthPx / heightPx;
  const byWidth = `(100cqw - ${gap}) / 2`;
  const byHeight = `(100cqh - ${gap} * ${rows - 1}) / ${rows} * ${ratio}`;
  return { width: `min(${byWidth}, ${byHeight})`, aspectRatio: String(ratio) };
}

interface VariantProps {
  readonly result: Result;
  readonly number: number;
  readonly total: number;
  readonly style: CSSProperties;
}

function Variant({ result: { id }, number, total, style }: VariantProps) {
  const { change } = useStudio();
  const variants = useActions(createVariants);
  const picture = useStudioState((state) => bestRendition(state, id) ?? state.thumbnails[id] ?? null);
  const isCurrent = useStudioState(({ document }) => document?.edits.currentId === id);
  const isStarred = useStudioState(({ document }) => document?.edits.starredIds.includes(id) === true);
  const isFixed = useStudioState(isLocked);
  const name = t('Variant {number} of {total}', { number, total });
  return (
    <div className="group/variant relative animate-fade-in" style={style}>
      <button
        type="button"
        aria-label={isStarred ? t('{name}, starred', { name }) : name}
        aria-current={isCurrent || undefined}
        disabled={isFixed}
        onClick={() => variants.choose(id)}
        className={classNames(
          'block size-full overflow-hidden rounded-lg ring-1 ring-line transition-shadow hover:shadow-high',
          isCurrent && 'outline-3 outline-offset-2 outline-accent compact:outline-offset-1',
        )}
      >
        {picture ? (
          <img src={picture.url} alt="" draggable={false} className="size-full object-contain" />
        ) : (
          <Skeleton className="size-full rounded-none" />
        )}
      </button>
      <kbd
        aria-hidden
        translate="no"
        className="pointer-events-none absolute bottom-2 left-2 inline-flex size-6 items-center justify-center rounded-md bg-chip font-sans text-xs font-semibold text-chip-text pointer-coarse:hidden"
      >
        {number}
      </kbd>
      <div className="absolute top-1 right-1 flex">
        <TileButton
          icon={Star}
          label={t('Star variant {number}', { number })}
          isPressed={isStarred}
          isDisabled={isFixed}
          onClick={() => change((document, nowMs) => toggleStar(document, id, nowMs))}
        />
        <TileButton
          icon={Trash2}
          label={t('Delete variant {number}', { number })}
          isDisabled={isFixed}
          className="compact:hidden"
          onClick={() => change((document, nowMs) => putAway(document, id, nowMs))}
        />
      </div>
    </div>
  );
}

interface TileButtonProps {
  readonly icon: typeof Star;
  readonly label: string;
  readonly isPressed?: boolean;
  readonly isDisabled: boolean;
  readonly className?: string;
  readonly onClick: () => void;
}

/** Small button on a picture. With a mouse it appears on hover or focus, so that it covers less of the picture. */
function TileButton({ icon, label, isPressed, isDisabled, className, onClick }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className={classNames(
        'inline-flex size-9 items-center justify-center rounded-md transition-opacity pointer-coarse:size-10',
        isPressed !== true &&
          'pointer-fine:opacity-0 pointer-fine:group-focus-within/variant:opacity-100 pointer-fine:group-hover/variant:opacity-100',
        className,
      )}
    >
      <span className="inline-flex size-7 items-center justify-center rounded-full bg-chip text-chip-text">
        <Icon of={icon} sizePx={15} className={isPressed === true ? 'fill-current' : ''} />
      </span>
    </button>
  );
}

function Waiting({ failure, progress, style }: PendingVariant & { readonly style: CSSProperties }) {
  const look = 'relative flex flex-col items-center justify-center gap-2 overflow-hidden rounded-lg text-sm';
  if (failure !== null) {
    return (
      <div className={`${look} border border-line bg-surface p-4 text-center text-danger`} style={style}>
        <Icon of={CircleAlert} />
        <p>{failure}</p>
      </div>
    );
  }
  const percent = progress === null ? null : Math.floor(progress * 100);
  return (
    <div className={`${look} bg-surface text-muted ring-1 ring-line forced-colors:border`} style={style}>
      <p aria-hidden className="font-medium tabular-nums">
        {percent === null ? t('Waiting in line') : formatPercent(percent / 100)}
      </p>
      <div
        role="progressbar"
        aria-label={t('A variant in progress')}
        aria-valuenow={percent ?? 0}
        className="absolute inset-x-0 bottom-0 h-1"
      >
        <div
          className="size-full origin-left bg-accent transition-transform"
          style={{ transform: `scaleX(${progress ?? 0})` }}
        />
      </div>
    </div>
  );
}

/**
 * Keys while the sheet is open, before the studio's commands get them: a variant's number opens it, and Escape closes
 * the sheet instead of canceling the run.
 */
function useSheetKeys(results: readonly Result[]): void {
  const { store } = useStudio();
  const variants = useActions(createVariants);
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    if (document.querySelector('[role=dialog], [role=menu]')) return;
    // Letters and digits choose the options of a list.
    if (event.target instanceof HTMLSelectElement) return;
    const variant = results[Number(event.key) - 1];
    if (event.key !== 'Escape' && (!variant || isLocked(store.getState()))) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') variants.close();
    else if (variant) variants.choose(variant.id);
  });
  useEffect(() => {
    const listening = new AbortController();
    addEventListener('keydown', (event) => onKeyDown(event), { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, []);
}

/**
 * Moves the focus to the selected variant if it was nowhere or on the stage, which the sheet covers. Leaves it in a
 * panel, where the user may be typing. When the sheet closes, the focus returns to the stage.
 */
function useSheetFocus(sheetRef: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const sheet = sheetRef.current;
    const { activeElement } = document;
    const isCovered =
      activeElement === null || activeElement === document.body || activeElement.closest('[inert]');
    const opener =
      activeElement?.matches('[data-opens-sheet]') === true ? (activeElement as HTMLElement) : null;
    if (isCovered || opener)
      (
        sheet?.querySelector<HTMLElement>('[aria-current]') ?? sheet?.querySelector<HTMLElement>('li button')
      )?.focus({
        preventScroll: true,
      });
    return () => {
      if (!sheet?.contains(document.activeElement)) return;
      // The stage accepts the focus only after this change, because the sheet makes it inert.
      queueMicrotask(() => (opener ?? document.querySelector<HTMLElement>('[data-pane]'))?.focus());
    };
  }, [sheetRef]);
}
