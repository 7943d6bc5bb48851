import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { INTERFACE_LANGUAGES } from '@packshot/contract/text/interface-languages';
import type { InterfaceLanguage } from '@packshot/contract/text/interface-languages';
import { t } from '@packshot/contract/text/translation';
import { classNames } from './class-names.ts';

export interface LanguageChoiceProps {
  readonly onChoose: (language: InterfaceLanguage) => void;
  readonly className?: string;
}

/** Menu of the interface's languages, each with its native name. */
export function LanguageChoice({ onChoose, className }: LanguageChoiceProps) {
  return (
    <select
      aria-label={t('Language')}
      translate="no"
      value={LANGUAGE}
      onChange={({ target }) => onChoose(target.value as InterfaceLanguage)}
      className={classNames('cursor-pointer rounded-md bg-transparent', className)}
    >
      {Object.entries(INTERFACE_LANGUAGES).map(([language, name]) => (
        <option key={language} value={language} lang={language} className="bg-surface text-ink">
          {name}
        </option>
      ))}
    </select>
  );
}
