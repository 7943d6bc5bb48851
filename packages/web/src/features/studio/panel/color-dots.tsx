/** Color choice as colored dots: fixed colors, and one dot for a custom color. */
import { t } from '@packshot/contract/text/translation';
import { Pipette } from 'lucide';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';

const DOT =
  'relative inline-flex size-9 cursor-pointer items-center justify-center rounded-full ring-1 ring-line-strong ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:size-11';
export const CHOSEN_DOT = 'outline-2 outline-offset-2 outline-accent';

interface ColorDotProps {
  /** Name that all radio buttons of the group share. */
  readonly group: string;
  readonly label: string;
  readonly hex: string | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function ColorDot({ group, label, hex, isChosen, onChoose }: ColorDotProps) {
  return (
    <label
      title={label}
      style={hex === null ? undefined : { backgroundColor: hex }}
      className={classNames(DOT, hex === null && 'checkerboard bg-size-[10px_10px]', isChosen && CHOSEN_DOT)}
    >
      <input
        type="radio"
        name={group}
        aria-label={label}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  );
}

interface AnyColorProps {
  /** Custom color; null if one of the fixed colors is selected. */
  readonly hex: string | null;
  readonly onChange: (hex: string) => void;
}

export function AnyColorDot({ hex, onChange }: AnyColorProps) {
  return (
    <ColorChooser
      label={t('Custom color')}
      hex={hex}
      onChange={onChange}
      className={classNames(DOT, hex !== null && CHOSEN_DOT)}
      style={hex === null ? undefined : { backgroundColor: hex }}
    >
      {hex === null && <Icon of={Pipette} sizePx={15} />}
    </ColorChooser>
  );
}

/** Color with which the browser's color picker opens first. */
const FIRST_COLOR = '#d9c7b0';

interface ColorChooserProps extends AnyColorProps {
  readonly label: string;
  /** Class names; they must set `position`, because the invisible input fills the element. */
  readonly className: string;
  readonly style?: CSSProperties | undefined;
  readonly children?: ReactNode;
}

export function ColorChooser({ label, hex, onChange, className, style, children }: ColorChooserProps) {
  return (
    <label title={label} className={className} style={style}>
      <input
        type="color"
        aria-label={label}
        value={hex ?? FIRST_COLOR}
        onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}
