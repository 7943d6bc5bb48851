import { Monitor, Moon, Sun } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { chooseTheme, THEME_CHOICES, useThemeChoice } from '../lib/state/theme.ts';
import type { ThemeChoice } from '../lib/state/theme.ts';
import { IconButton } from '../ui/icon-button.tsx';

const THEME_LOOKS: Record<ThemeChoice, { readonly icon: LucideIcon; readonly name: string }> = {
  system: { icon: Monitor, name: 'system' },
  light: { icon: Sun, name: 'light' },
  dark: { icon: Moon, name: 'dark' },
};

/** Cycles through system, light and dark. */
export default function ThemeButton() {
  const choice = useThemeChoice();
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf(choice) + 1) % THEME_CHOICES.length] ?? 'system';
  return (
    <IconButton
      icon={THEME_LOOKS[choice].icon}
      label={`Theme: ${THEME_LOOKS[choice].name}`}
      // Hidden on phones, whose header has no room; the account page has the same choice.
      className="max-sm:hidden"
      onClick={() => chooseTheme(next)}
    />
  );
}
