import type { Tab } from '@packshot/contract/routes';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { tabLink } from './tab-list.ts';

export interface TabLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  readonly tab: Tab;
  readonly isActive?: boolean;
}

const opensElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link to a tab. The router's own link marks itself as current by its address, but a tab depends on more:
 * without a session it is home, whatever the address says.
 */
export function TabLink({ tab, isActive = false, children, ...rest }: TabLinkProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const link = tabLink(tab);
  return (
    <a
      {...rest}
      href={router.buildLocation(link).href}
      aria-current={isActive ? 'page' : undefined}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        void navigate(link);
      }}
    >
      {children}
    </a>
  );
}
