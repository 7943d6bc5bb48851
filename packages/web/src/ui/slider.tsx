import type { InputHTMLAttributes } from 'react';

export interface SliderProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'onChange' | 'aria-valuetext' | 'value' | 'min' | 'max'
> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Value as shown to the user, such as '45°' or '80%'; the number itself may use another scale. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

/** A range input; screen readers announce its text in place of the number. */
export function Slider({ text, onChange, ...rest }: SliderProps) {
  return (
    <input
      {...rest}
      type="range"
      aria-valuetext={text}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
