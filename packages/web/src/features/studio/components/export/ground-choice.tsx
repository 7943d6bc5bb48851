import { Pipette } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';

interface GroundChoiceProps {
  /** Null: transparent, or white where the format cannot be. */
  readonly value: string | null;
  readonly canBeClear: boolean;
  readonly onChange: (value: string | null) => void;
}

const WHITE = '#ffffff';
const DOT =
  'relative inline-flex size-9 cursor-pointer items-center justify-center rounded-full ring-1 ring-line-strong ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:size-11';
const CHOSEN = 'outline-2 outline-offset-2 outline-accent';

/** What lies under the picture: nothing, white, or a colour. */
export function GroundChoice({ value, canBeClear, onChange }: GroundChoiceProps) {
  const name = useId();
  const shown = value ?? (canBeClear ? null : WHITE);
  const isOwn = shown !== null && shown !== WHITE;
  return (
    <fieldset className="flex gap-2.5">
      <legend className="sr-only">Background of the file</legend>
      {canBeClear && (
        <label
          title="Transparent"
          className={classNames(DOT, 'checkerboard-light', shown === null && CHOSEN)}
        >
          <input
            type="radio"
            name={name}
            aria-label="Transparent"
            checked={shown === null}
            onChange={() => onChange(null)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </label>
      )}
      <label
        title="White"
        style={{ backgroundColor: WHITE }}
        className={classNames(DOT, shown === WHITE && CHOSEN)}
      >
        <input
          type="radio"
          name={name}
          aria-label="White"
          checked={shown === WHITE}
          onChange={() => onChange(WHITE)}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      <label
        title="Any colour"
        className={classNames(DOT, isOwn && CHOSEN)}
        style={isOwn ? { backgroundColor: shown } : undefined}
      >
        <input
          type="color"
          aria-label="Any colour"
          value={shown ?? '#d9c7b0'}
          onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        {!isOwn && <Icon of={Pipette} sizePx={15} />}
      </label>
    </fieldset>
  );
}
