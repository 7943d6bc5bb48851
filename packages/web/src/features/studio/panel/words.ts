/** What panels say: numbers as people read them, costs, progress, the names of tools. */
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { UNLIMITED } from '../../../lib/global-state.ts';
import type { Price } from '../model/payer.ts';
import type { RunName, WorkName } from '../model/results.ts';
import type { Job } from '../state/job.ts';

const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const megapixels = (widthPx: number, heightPx: number): string => {
  const value = (widthPx * heightPx) / 1e6;
  return `${value < 0.1 ? '< 0.1' : oneDecimal.format(value)} MP`;
};

export const dimensions = (widthPx: number, heightPx: number): string => `${widthPx} × ${heightPx} px`;

export const fileSize = (sizeBytes: number): string =>
  sizeBytes < 1e6
    ? `${Math.max(1, Math.round(sizeBytes / 1e3))} kB`
    : `${oneDecimal.format(sizeBytes / 1e6)} MB`;

export const seconds = (durationMs: number): string => `${oneDecimal.format(durationMs / 1000)} s`;

/** What a click on a tool's button costs. */
export const costOfTool = (tool: WorkName, left: number | null): string =>
  isFree(tool)
    ? FREE_BY_HAND
    : tool === 'describe' && left !== UNLIMITED && (left === null || left > 0)
      ? FREE_RUN
      : costOfRun(left);

/** While it runs. */
export const costSoFar = (tool: WorkName): string =>
  isFree(tool) ? FREE_BY_HAND : tool === 'describe' ? FREE_RUN : 'Free if it fails or you cancel.';

/** What one's own hand does costs nothing. */
const isFree = (tool: WorkName): boolean => tool === 'refine' || tool === 'crop';
const FREE_BY_HAND = 'Free: uses no generation.';
const FREE_RUN = 'Free, as long as you have a generation left.';

/** 'Uses 1 of 5 free generations' and its relatives; null while the balance is not known. */
export function costOfRun(left: number | null): string {
  if (left === null) return 'Uses 1 generation. Free if it fails or you cancel.';
  if (left === UNLIMITED) return 'Included in your plan.';
  if (left <= 0) return MESSAGES.outOfCredits;
  return `Uses 1 of ${left} ${left === 1 ? 'generation' : 'generations'}. Free if it fails or you cancel.`;
}

export function costOfDownload(left: number | null, price: Price): string {
  if (price === 'own') return 'Free: it’s your own photo.';
  if (price === 'paid') return 'Already downloaded. Free to save again.';
  if (left === null) return 'Uses 1 download.';
  if (left <= 0) return 'No downloads left.';
  return `Uses 1 of ${left} ${left === 1 ? 'download' : 'downloads'}. Saving it again is free.`;
}

/** What is happening, for the overlay and the screen reader; null when nothing is. */
export function progressWords(job: Job, tool: RunName): string | null {
  switch (job.phase) {
    case 'reading':
      return 'Uploading your photo';
    case 'uploading':
      return 'Uploading your photo';
    case 'queued':
    case 'running':
      return WORKING[tool];
    default:
      return null;
  }
}

const WORKING: Readonly<Record<RunName, string>> = {
  refine: OWN_MESSAGES.refining,
  'cut-out': MESSAGES.removingBackground,
  scene: OWN_MESSAGES.composingScene,
  inspire: OWN_MESSAGES.composingScene,
  harmonize: OWN_MESSAGES.harmonizing,
  magic: OWN_MESSAGES.applyingMagic,
  upscale: OWN_MESSAGES.enlarging,
  describe: OWN_MESSAGES.describing,
};
