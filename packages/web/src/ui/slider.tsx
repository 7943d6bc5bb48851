import type { InputHTMLAttributes } from 'react';

export interface SliderProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'onChange' | 'aria-valuetext' | 'value' | 'min' | 'max'
> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Value as shown to the user, such as '45°' or '80%'; the slider's number may use another scale. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

/** Range input; screen readers announce the value's text instead of its number. */
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
