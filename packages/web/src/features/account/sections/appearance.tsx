import { t } from '@packshot/contract/text/translation';
import { chooseTheme, useThemeChoice } from '../../../lib/state/theme-choice.ts';
import { chooseLanguage } from '../../../lib/page/language.ts';
import { LanguageChoice } from '../../../ui/language-choice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

export default function Appearance() {
  const choice = useThemeChoice();
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <SegmentedControl
        label={t('Theme')}
        value={choice}
        onChange={chooseTheme}
        segments={[
          { value: 'system', label: t('System', { context: 'theme' }) },
          { value: 'light', label: t('Light', { context: 'theme' }) },
          { value: 'dark', label: t('Dark', { context: 'theme' }) },
        ]}
      />
      <LanguageChoice onChoose={chooseLanguage} className="h-10 border border-field-line px-3 text-sm" />
    </div>
  );
}
