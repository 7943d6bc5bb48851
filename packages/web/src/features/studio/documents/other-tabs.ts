/** Keeps this tab in sync with changes that other tabs make to stored documents. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { StudioContext } from '../state/studio-context.ts';
import type { TabChange } from '../state/browser-tabs.ts';
import { leaveRemoved, refreshRecents } from './open-document.ts';

export function followOtherTabs(context: StudioContext): void {
  const { services, store } = context;
  const reported = new Set<string>();
  const follow = async (change: TabChange): Promise<void> => {
    if (change.kind === 'batch') return;
    const { kind, id } = change;
    if (kind === 'removed') return leaveRemoved(context, id);
    if (context.isOpen(id)) {
      if (!reported.has(id)) services.notify('warning', OWN_MESSAGES.openInOtherTab);
      reported.add(id);
    } else if (!store.getState().recents.some(({ document }) => document.id === id))
      await refreshRecents(context);
  };
  services.documents.onOtherTab((change) => {
    follow(change).catch((error: unknown) =>
      console.warn('A change of another tab was not followed.', error),
    );
  });
}
