import { t } from '@packshot/contract/text/translation';
import { X } from 'lucide';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { nameDocument } from '../model/product-names.ts';
import type { RecentDocument } from '../state/studio-state.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { useActions, useStudioState } from '../state/use-studio.ts';

export function RecentDocuments({ className }: { readonly className?: string }) {
  const recents = useStudioState((state) => state.recents);
  const openId = useStudioState((state) => state.document?.id ?? null);
  if (recents.length === 0) return null;
  return (
    <ul aria-label={t('Recent photos')} className={classNames('grid grid-cols-4 gap-2', className)}>
      {recents.map((recent) => (
        <Recent key={recent.document.id} recent={recent} isOpen={recent.document.id === openId} />
      ))}
    </ul>
  );
}

function Recent({ recent, isOpen }: { readonly recent: RecentDocument; readonly isOpen: boolean }) {
  const { id } = recent.document;
  const name = nameDocument(recent.document);
  const { deleteRecent, openRecent } = useActions(createOpenActions);
  return (
    <li className="group relative aspect-square">
      <button
        type="button"
        aria-label={t('Open {name}', { name })}
        aria-current={isOpen || undefined}
        title={name}
        onClick={() => !isOpen && void openRecent(id)}
        className={classNames(
          'checkerboard size-full overflow-hidden rounded-md border border-line bg-size-[12px_12px] transition-shadow hover:shadow-mid',
          isOpen && 'outline-2 outline-offset-2 outline-accent',
        )}
      >
        {recent.thumbnail && (
          <img src={recent.thumbnail.url} alt="" draggable={false} className="size-full object-cover" />
        )}
      </button>
      <button
        type="button"
        aria-label={t('Remove {name} from this browser', { name })}
        onClick={() => void deleteRecent(id)}
        className="absolute -top-2 -right-2 inline-flex size-6 items-center justify-center rounded-full border border-line bg-surface text-muted opacity-0 shadow-low transition-opacity after:absolute after:-inset-2 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 pointer-coarse:opacity-100"
      >
        <Icon of={X} sizePx={13} />
      </button>
    </li>
  );
}
