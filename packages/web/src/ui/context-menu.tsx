import type { IconNode } from 'lucide';
import { ContextMenu as Primitive } from 'radix-ui';
import { Fragment, useRef } from 'react';
import type { ReactNode, PointerEvent } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** Movement in pixels up to which a finger counts as resting. */
const REST_PX = 10;

/** Prevents the mouse events and the click that browsers generate when the user lifts a finger. */
const cancelLift = (event: Event): void => event.preventDefault();

/**
 * Fixes two faults of long presses in Radix's context menu. The menu doesn't open if a resting finger moves by a single
 * pixel. The click after lifting the finger closes the menu that has just opened.
 * @returns the trigger's props, and a function to call when the menu opens
 */
function useLongPress() {
  const finger = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const end = (): void => {
    finger.current = null;
  };
  return {
    trigger: {
      onPointerDown: (event: PointerEvent) => {
        const { pointerType, isPrimary, clientX, clientY } = event;
        finger.current = pointerType !== 'mouse' && isPrimary ? { x: clientX, y: clientY } : null;
        // Stops waiting for a long press when a second finger starts a pinch.
        if (!isPrimary) event.preventDefault();
      },
      onPointerMove: (event: PointerEvent) => {
        const { current: from } = finger;
        const isResting =
          from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) <= REST_PX;
        // Hides small movements of a resting finger from Radix.
        if (isResting) event.preventDefault();
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
    onOpen: () => {
      if (finger.current !== null)
        document.addEventListener('touchend', cancelLift, { once: true, capture: true, passive: false });
    },
  };
}

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon: IconNode;
  /** Keyboard shortcut, as shown to the user. */
  readonly hint?: string;
  readonly isEnabled: boolean;
  readonly onSelect: () => void;
}

export interface ContextMenuProps {
  readonly label: string;
  /** Returns the menu's items when it opens: groups with a line between them. */
  readonly groups: () => readonly (readonly MenuItem[])[];
  /** If false, the browser shows its own context menu. */
  readonly isEnabled?: boolean;
  /** Called before the menu appears, so that the caller can select the menu's target first. */
  readonly onOpen?: () => void;
  /** Element on which a right-click, long press or the menu key opens the menu. */
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * Context menu. Not modal, because Radix's scroll lock writes a style element, which the content security policy
 * blocks.
 */
export function ContextMenu(props: ContextMenuProps) {
  const { label, groups, isEnabled = true, onOpen, children, className } = props;
  const press = useLongPress();
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) return;
    press.onOpen();
    onOpen?.();
  };
  return (
    <Primitive.Root modal={false} onOpenChange={onOpenChange}>
      <Primitive.Trigger disabled={!isEnabled} asChild {...press.trigger}>
        <div className={className}>{children}</div>
      </Primitive.Trigger>
      {/* Rendered inside the page's main element, where a screen reader looks for related content. */}
      <Primitive.Portal container={document.querySelector('main')}>
        <Primitive.Content
          aria-label={label}
          collisionPadding={8}
          // The menu shrinks to fit, because in the middle of a phone neither side has enough room.
          className="z-40 min-w-[min(14rem,var(--radix-context-menu-content-available-width))] max-h-(--radix-context-menu-content-available-height) max-w-(--radix-context-menu-content-available-width) animate-fade-in overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-mid"
        >
          <MenuGroups groups={groups} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function MenuGroups({ groups }: Pick<ContextMenuProps, 'groups'>) {
  const visibleGroups = groups().filter((items) => items.length > 0);
  return visibleGroups.map((items, at) => (
    <Fragment key={items[0]?.id}>
      {at > 0 && <Primitive.Separator className="mx-1.5 my-1.5 h-px bg-line" />}
      {items.map(({ id, label, icon, hint, isEnabled, onSelect }) => (
        <Primitive.Item
          key={id}
          disabled={!isEnabled}
          onSelect={onSelect}
          className={classNames(
            'flex h-9 items-center gap-2.5 rounded-md px-3 text-sm font-medium outline-none data-highlighted:bg-fill pointer-coarse:h-11',
            isEnabled ? 'cursor-pointer' : 'opacity-40',
          )}
        >
          <Icon of={icon} sizePx={16} />
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {hint !== undefined && (
            <span aria-hidden className="pl-6 text-xs text-muted pointer-coarse:hidden">
              {hint}
            </span>
          )}
        </Primitive.Item>
      ))}
    </Fragment>
  ));
}
