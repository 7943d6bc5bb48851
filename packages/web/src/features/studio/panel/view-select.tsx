import { classNames } from '../../../ui/class-names.ts';

interface ViewSelectProps {
  readonly label: string;
  readonly choices: readonly string[];
  /** Selected label, or null to use the estimated view. */
  readonly chosen: string | null;
  /** Label of the estimated view, which is used by default. */
  readonly detected: string;
  readonly onChoose: (words: string | null) => void;
  /** True to show it in one line with other controls. */
  readonly isSmall?: boolean;
}

const FROM_PHOTO = 'photo';

/** Form field that selects the camera view of a photo; by default the estimated one. */
export function ViewSelect({ label, choices, chosen, detected, onChoose, isSmall = false }: ViewSelectProps) {
  return (
    <select
      aria-label={label}
      value={chosen ?? FROM_PHOTO}
      onChange={({ currentTarget }) =>
        onChoose(currentTarget.value === FROM_PHOTO ? null : currentTarget.value)
      }
      className={classNames(
        'rounded-md border border-field-line bg-surface pointer-coarse:h-11 pointer-coarse:text-base',
        isSmall ? 'h-6 w-28 px-1 text-xs' : 'h-9 w-full px-2.5 text-sm',
      )}
    >
      <option value={FROM_PHOTO}>{detected}</option>
      {chosen !== null && !choices.includes(chosen) && <option value={chosen}>{chosen}</option>}
      {choices.map((words) => (
        <option key={words} value={words}>
          {words}
        </option>
      ))}
    </select>
  );
}
