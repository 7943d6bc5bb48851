interface ViewSelectProps {
  readonly label: string;
  readonly choices: readonly string[];
  /** Selected label, or null to use the estimated view. */
  readonly chosen: string | null;
  /** Label of the estimated view, which is used by default. */
  readonly detected: string;
  readonly onChoose: (words: string | null) => void;
}

const FROM_PHOTO = 'photo';

/** Form field that selects the camera view of a photo; by default the estimated one. */
export function ViewSelect({ label, choices, chosen, detected, onChoose }: ViewSelectProps) {
  return (
    <select
      aria-label={label}
      value={chosen ?? FROM_PHOTO}
      onChange={({ currentTarget }) =>
        onChoose(currentTarget.value === FROM_PHOTO ? null : currentTarget.value)
      }
      className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
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
