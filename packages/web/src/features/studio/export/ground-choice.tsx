import { useId } from 'react';
import { AnyColorDot, ColorDot } from '../panel/color-dots.tsx';

interface GroundChoiceProps {
  /** Null: transparent, or white where the format cannot be. */
  readonly value: string | null;
  readonly canBeClear: boolean;
  readonly onChange: (value: string | null) => void;
}

const WHITE = '#ffffff';

/** What lies under the picture: nothing, white, or a color. */
export function GroundChoice({ value, canBeClear, onChange }: GroundChoiceProps) {
  const group = useId();
  const shown = value ?? (canBeClear ? null : WHITE);
  return (
    <fieldset className="flex gap-2.5">
      <legend className="sr-only">Background</legend>
      {canBeClear && (
        <ColorDot
          group={group}
          label="Transparent"
          hex={null}
          isChosen={shown === null}
          onChoose={() => onChange(null)}
        />
      )}
      <ColorDot
        group={group}
        label="White"
        hex={WHITE}
        isChosen={shown === WHITE}
        onChoose={() => onChange(WHITE)}
      />
      <AnyColorDot hex={shown === WHITE ? null : shown} onChange={onChange} />
    </fieldset>
  );
}
