import { t } from '@packshot/contract/text/translation';
import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { Check } from 'lucide';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';

interface ShopPillsProps {
  readonly shops: readonly ChannelId[];
  readonly disabled: boolean;
  readonly onChange: (shops: readonly ChannelId[]) => void;
}

/** Choice of shops as native checkboxes. */
export function ShopPills({ shops, disabled, onChange }: ShopPillsProps) {
  return (
    <fieldset disabled={disabled} className="flex flex-wrap gap-1.5">
      <legend className="mb-2 text-sm font-semibold">{t('Shops')}</legend>
      {CHANNEL_IDS.map((shop) => {
        const isTicked = shops.includes(shop);
        return (
          <label
            key={shop}
            className={classNames(
              'relative inline-flex h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-xs font-medium transition-colors pointer-coarse:h-11 pointer-coarse:px-3.5',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'has-disabled:cursor-not-allowed has-disabled:opacity-50',
              isTicked
                ? 'border-ink bg-fill-strong'
                : 'border-line text-muted hover:border-line-strong hover:text-ink',
            )}
          >
            <input
              type="checkbox"
              checked={isTicked}
              onChange={() =>
                // Keeps the order of the list, in which the table shows the shops.
                onChange(CHANNEL_IDS.filter((id) => (id === shop ? !isTicked : shops.includes(id))))
              }
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {isTicked && <Icon of={Check} sizePx={14} />}
            <span>{CHANNELS[shop].name}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
