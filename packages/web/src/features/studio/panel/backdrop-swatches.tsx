import { t } from '@packshot/contract/text/translation';
import { Pipette } from 'lucide';
import type { CSSProperties } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { StageBackdrop } from '../model/document.ts';
import { createViewActions } from '../stage/view-actions.ts';
import { useActions, useStudioState } from '../state/use-studio.ts';
import { CHOSEN_DOT, ColorChooser } from './color-dots.tsx';

/**
 * Background colors for checking a cut-out: many shops require white; black reveals light fringes, and saturated
 * colors reveal remains of the photo's background.
 */
const COLORS: readonly { readonly hex: string; readonly name: string }[] = [
  { hex: '#ffffff', name: t('White') },
  { hex: '#111111', name: t('Black') },
  { hex: '#8c8c8c', name: t('Gray') },
  { hex: '#e8583f', name: t('Red') },
  { hex: '#f2c14e', name: t('Yellow') },
  { hex: '#3fa66b', name: t('Green') },
  { hex: '#3d5afe', name: t('Blue') },
];
const isCustom = (backdrop: StageBackdrop): boolean =>
  backdrop.kind === 'color' && !COLORS.some(({ hex }) => hex === backdrop.hex);

/** Selects the background shown behind a cut-out and used in its export file. The result itself stays transparent. */
export function BackdropSwatches({ className }: { readonly className?: string }) {
  const backdrop = useStudioState((state) => state.document?.view.backdrop ?? TRANSPARENT);
  const { setBackdrop } = useActions(createViewActions);
  const custom = isCustom(backdrop) && backdrop.kind === 'color' ? backdrop.hex : null;
  return (
    <fieldset className={classNames('flex', className)}>
      <legend className="sr-only">{t('Background color')}</legend>
      <Swatch
        name={t('Transparent')}
        isChosen={backdrop.kind === 'transparent'}
        onChoose={() => setBackdrop(TRANSPARENT)}
        className="checkerboard bg-size-[10px_10px]"
      />
      {COLORS.map(({ hex, name }) => (
        <Swatch
          key={hex}
          name={name}
          isChosen={backdrop.kind === 'color' && backdrop.hex === hex}
          onChoose={() => setBackdrop({ kind: 'color', hex })}
          style={{ backgroundColor: hex }}
        />
      ))}
      <CustomSwatch hex={custom} onChoose={(hex) => setBackdrop({ kind: 'color', hex })} />
    </fieldset>
  );
}

const TRANSPARENT: StageBackdrop = { kind: 'transparent' };
/** Styles of the clickable area, which is larger than the visible dot. */
const HIT =
  'relative inline-flex h-10 min-w-0 flex-1 cursor-pointer items-center justify-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent';
const DOT = 'inline-flex size-6 items-center justify-center rounded-full ring-1 ring-line-strong ring-inset';

interface SwatchProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly className?: string;
  readonly style?: CSSProperties;
}

function Swatch({ name, isChosen, onChoose, className, style }: SwatchProps) {
  return (
    <label className={HIT} title={name}>
      <input
        type="radio"
        name="preview-background"
        checked={isChosen}
        onChange={onChoose}
        aria-label={name}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span aria-hidden style={style} className={classNames(DOT, isChosen && CHOSEN_DOT, className)} />
    </label>
  );
}

function CustomSwatch({
  hex,
  onChoose,
}: {
  readonly hex: string | null;
  readonly onChoose: (hex: string) => void;
}) {
  return (
    <ColorChooser label={t('Custom color')} hex={hex} onChange={onChoose} className={HIT}>
      <span
        aria-hidden
        style={hex === null ? undefined : { backgroundColor: hex }}
        className={classNames(DOT, hex !== null && CHOSEN_DOT)}
      >
        {hex === null && <Icon of={Pipette} sizePx={13} />}
      </span>
    </ColorChooser>
  );
}
