import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { useNavigate } from '@tanstack/react-router';
import { Activity, Boxes, LogOut, UserRound } from 'lucide';
import type { IconNode } from 'lucide';
import { useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import { getDisplayName } from '../lib/session/current-user.ts';
import type { StoredUser } from '../lib/session/current-user.ts';
import { Icon } from '../ui/icon.tsx';

/** Initials of the user's first and last word; if the user has only an email address, its first letter. */
const initials = (user: StoredUser): string => {
  const words = getDisplayName(user).split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
};

/**
 * Menu of the user's account. Not modal, because Radix's scroll lock writes a style element, which the content
 * security policy blocks.
 */
export default function AccountMenu({ user }: { readonly user: StoredUser }) {
  const navigate = useNavigate();
  const name = getDisplayName(user);
  // Lines below the name: the email address and, for a marketplace customer, the marketplace's label.
  const details = [user.email, user.isGcpUser ? user.company_name : null].filter(
    (detail) => detail !== null && detail !== name,
  );
  const { isOperator, askOnce } = useIsOperator(user.id);
  const signOut = async () => {
    const module = await import('../lib/session/sign-out.ts');
    await module.signOut({ onDone: () => history.replaceState(null, '', ROUTES.home) });
  };
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && askOnce()}>
      <DropdownMenu.Trigger
        aria-label={t('Account of {name}', { name })}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-button-ink text-xs font-semibold text-paper transition-colors hover:bg-button-ink-hover pointer-coarse:size-10"
      >
        {initials(user)}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="z-40 min-w-60 animate-fade-in rounded-lg border border-line bg-raised p-1.5 shadow-mid"
        >
          <DropdownMenu.Label className="px-3 pt-2 pb-2.5">
            <span translate="no" className="block truncate text-sm font-semibold">
              {name}
            </span>
            {details.map((detail) => (
              <span key={detail} className="block truncate text-sm text-muted">
                {detail}
              </span>
            ))}
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="mx-1.5 mb-1.5 h-px bg-line" />
          <Item
            icon={UserRound}
            label={t('Account')}
            onSelect={() => void navigate({ to: ROUTES.home, search: { tab: 'account' } })}
          />
          <Item icon={Boxes} label={t('Catalog')} onSelect={() => void navigate({ to: ROUTES.catalog })} />
          {isOperator && (
            <Item
              icon={Activity}
              label={t('Operator')}
              onSelect={() => void navigate({ to: ROUTES.operator })}
            />
          )}
          <Item icon={LogOut} label={t('Sign out')} onSelect={() => void signOut()} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Whether the user is an operator. Asked only when the menu opens, because most users aren't. */
function useIsOperator(userId: string) {
  const [answer, setAnswer] = useState<{ readonly userId: string; readonly isOperator: boolean } | null>(
    null,
  );
  const isKnown = answer?.userId === userId;
  const askOnce = (): void => {
    if (isKnown) return;
    const ask = async () => {
      const { call } = await import('../lib/api/api-client.ts');
      const { data } = await call('getOperatorAccess');
      setAnswer({ userId, isOperator: data.is_operator });
    };
    // If the server doesn't answer, the menu stays that of a regular user.
    ask().catch(() => undefined);
  };
  return { isOperator: isKnown && answer.isOperator, askOnce };
}

function Item(props: { readonly icon: IconNode; readonly label: string; readonly onSelect: () => void }) {
  return (
    <DropdownMenu.Item
      onSelect={props.onSelect}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-3 text-sm font-medium outline-none data-highlighted:bg-fill pointer-coarse:h-11"
    >
      <Icon of={props.icon} sizePx={16} />
      {props.label}
    </DropdownMenu.Item>
  );
}
