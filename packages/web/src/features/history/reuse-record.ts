import type { SavedRecord } from '@packshot/contract/records/schemas';
import { ROUTES } from '@packshot/contract/routes';
import { offerWork } from '../../lib/handover/incoming-work.ts';
import { navigateTo } from '../../lib/state/navigation.ts';
import { toolForRecord } from '../../lib/handover/tool-of-record.ts';

/** Opens a picture in Create together with its source photo, so that the user can continue it. */
export function openRecord(record: SavedRecord): void {
  offerWork({ file: null, tool: toolForRecord(record), referenceId: null, record });
  navigateTo(ROUTES.studio);
}

export function reuseRecord(record: SavedRecord): void {
  const { text_prompt: prompt, seed, settings } = record;
  offerWork({
    file: null,
    tool: toolForRecord(record),
    referenceId: null,
    reused: { prompt, seed, settings },
    record,
  });
  navigateTo(ROUTES.studio);
}
