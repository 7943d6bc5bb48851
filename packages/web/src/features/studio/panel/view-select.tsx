interface ViewSelectProps {
  readonly label: string;
  /** Labels of the choices. */
  readonly choices: readonly string[];
  /** Selected label, or null to use the detected view. */
  readonly chosen: string | null;
  /** Detected view, or null if not yet detected; the server then detects it when the picture is made. */
  readonly read: string | null;
  readonly onChoose: (words: string | null) => void;
}

const FROM_PHOTO = 'photo';

/** Selects the camera view of a photo; defaults to the detected one. */
export function ViewSelect({ label, choices, chosen, read, onChoose }: ViewSelectProps) {
  return (
    <select
      aria-label={label}
      value={chosen ?? FROM_PHOTO}
      onChange={({ currentTarget }) =>
        onChoose(currentTarget.value === FROM_PHOTO ? null : currentTarget.value)
      }
      className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
    >
      <option value={FROM_PHOTO}>{readWords(read, chosen !== null)}</option>
      {chosen !== null && !choices.includes(chosen) && <option value={chosen}>{chosen}</option>}
      {choices.map((words) => (
        <option key={words} value={words}>
          {words}
        </option>
      ))}
    </select>
  );
}

function readWords(read: string | null, isAnotherChosen: boolean): string {
  if (read === null) return 'Detected from the picture';
  return isAnotherChosen ? `From the photo: ${lower(read)}` : read;
}

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
