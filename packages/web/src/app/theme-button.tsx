import { t } from '@packshot/contract/text/translation';
import { Monitor, Moon, Sun } from 'lucide';
import type { IconNode } from 'lucide';
import { chooseTheme, THEME_CHOICES, useThemeChoice } from '../lib/state/theme-choice.ts';
import type { ThemeChoice } from '../lib/state/theme.ts';
import { IconButton } from '../ui/icon-button.tsx';

const THEME_LOOKS: Record<ThemeChoice, { readonly icon: IconNode; readonly label: string }> = {
  system: { icon: Monitor, label: t('Theme: system') },
  light: { icon: Sun, label: t('Theme: light') },
  dark: { icon: Moon, label: t('Theme: dark') },
};

export default function ThemeButton() {
  const choice = useThemeChoice();
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf(choice) + 1) % THEME_CHOICES.length] ?? 'system';
  return (
    <IconButton
      icon={THEME_LOOKS[choice].icon}
      label={THEME_LOOKS[choice].label}
      // Hidden on phones, whose header has no space for the button; the account page has the same choice.
      className="max-sm:hidden"
      onClick={() => chooseTheme(next)}
    />
  );
}
