import { ROUTES } from '@packshot/contract/routes';
import { offerPhoto, offerWork } from '../../lib/handover/incoming-work.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { navigateTo } from '../../lib/state/navigation.ts';
import { showToast } from '../../lib/state/toast.ts';
import { sampleFile } from '../../lib/samples/samples.ts';
import type { SamplePhoto } from '../../lib/samples/samples.ts';

/** Passes the chosen files to the Create page: a single file is edited, several files become a batch. */
export async function openPhotos(files: readonly File[], tool?: ToolName): Promise<void> {
  const [file, ...more] = files;
  if (!file || !(await offerPhoto(file, tool, more))) return;
  navigateTo(ROUTES.studio);
}

/**
 * Opens a sample photo in Create.
 * @param tool opens the sample with this tool without running it; by default the sample is cut out at once
 */
export async function openSample(sample: SamplePhoto, tool?: ToolName): Promise<void> {
  let file: File;
  try {
    file = await sampleFile(sample);
  } catch {
    const { MESSAGES } = await import('@packshot/contract/messages');
    showToast('error', MESSAGES.imageLoadFailed);
    return;
  }
  if (await offerPhoto(file, tool, [], tool !== undefined)) navigateTo(ROUTES.studio);
}

/** Opens the Create page with a reference picture for the next scene. */
export function openReference(referenceId: string): void {
  offerWork({ file: null, tool: 'scene', referenceId });
  navigateTo(ROUTES.studio);
}

/** Opens the Create page with a tool selected; the user chooses the photo on that page. */
export function openTool(tool: ToolName): void {
  offerWork({ file: null, tool, referenceId: null });
  navigateTo(ROUTES.studio);
}
