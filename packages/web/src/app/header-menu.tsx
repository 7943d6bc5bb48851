import { t } from '@packshot/contract/text/translation';
import { useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide';
import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Destinations } from './destinations.tsx';
import type { TabsProps } from './destinations.tsx';

/** Menu with the links, for windows that have no room for them in the header or at the bottom edge. */
export default function HeaderMenu({ active, className }: TabsProps & { readonly className: string }) {
  const id = useId();
  const { href } = useLocation();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={classNames(
          'h-10 items-center gap-1.5 rounded-md px-2 text-sm font-medium hover:bg-fill',
          className,
        )}
      >
        <Icon of={MenuIcon} sizePx={18} />
        {t('Menu')}
      </button>
      {/* The key closes the menu when a link leads to another page. */}
      <nav
        key={href}
        id={id}
        popover="auto"
        aria-label={t('Main')}
        className="inset-auto top-11 left-3 m-0 min-w-48 rounded-lg border border-line bg-raised p-1.5 shadow-mid"
      >
        <Destinations
          active={active}
          className="flex h-11 items-center gap-2.5 rounded-md px-3 text-sm font-medium aria-[current=page]:bg-fill short:h-10"
          iconPx={16}
        />
      </nav>
    </>
  );
}
