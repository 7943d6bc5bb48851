interface PhotoProgress {
  readonly total: number;
  /** Number of photos that have ended, including skipped ones. */
  readonly ended: number;
  /** Number of ended photos that required work. */
  readonly doneCount: number;
  /** Summed progress of the photos that are being processed; each adds 0 to 1. */
  readonly under: number;
  readonly elapsedMs: number;
  readonly doing: string;
  readonly columns: number;
}

const BAR_LENGTH = 24;

/** Progress bar with the number of ended photos, the remaining time, and the current step; limited to the terminal's width. */
export function progressLine({
  total,
  ended,
  doneCount,
  under,
  elapsedMs,
  doing,
  columns,
}: PhotoProgress): string {
  const share = Math.min(1, (ended + under) / Math.max(1, total));
  const full = Math.round(share * BAR_LENGTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_LENGTH - full);
  const worked = doneCount + under;
  // There is no estimate during the first photo, because it also waits for the networks to load.
  const remainingTime =
    worked < 1 ? '' : `  ${duration((elapsedMs / worked) * (total - ended - under))} left`;
  const line = `${bar} ${ended}/${total}${remainingTime}  ${doing}`;
  return [...line].slice(0, columns - 1).join('');
}

/** Formats a duration: 8 s, 1:05, 2:03:04. */
export function duration(ms: number): string {
  const all = Math.max(0, Math.round(ms / 1000));
  if (all < 60) return `${all} s`;
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
