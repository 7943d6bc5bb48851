import { t } from '@packshot/contract/text/translation';
import { DESCRIPTION_LANGUAGES, LANGUAGE_NAMES } from '@packshot/contract/tools/languages';
import { Copy } from 'lucide';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { currentShopTexts } from '../../model/edits.ts';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createDescriptionActions } from './description-actions.ts';

export function ShopTexts() {
  const texts = useStudioState(({ document }) => document && currentShopTexts(document));
  const language = useStudioState(({ document }) => document?.edits.settings.language ?? 'en');
  if (texts === null) return null;
  const { title, bullets, alt_text: altText } = texts[language];
  return (
    <Section title={t('For a shop page')}>
      <LanguageChoice />
      <div lang={language} className="mt-3 grid gap-3 text-sm">
        <Part name={t('Title')} text={title} copies={t('Copy title')}>
          <p>{title}</p>
        </Part>
        <Part name={t('Bullets')} text={bullets.join('\n')} copies={t('Copy all bullets')}>
          <ul className="grid gap-1">
            {bullets.map((bullet, k) => (
              <li key={bullet} className="flex items-start justify-between gap-2">
                <span className="flex gap-2 py-1">
                  <span aria-hidden>•</span>
                  {bullet}
                </span>
                <CopyButton label={t('Copy bullet {number}', { number: k + 1 })} text={bullet} />
              </li>
            ))}
          </ul>
        </Part>
        <Part name={t('Alt text')} text={altText} copies={t('Copy alt text')}>
          <p>{altText}</p>
        </Part>
      </div>
    </Section>
  );
}

function LanguageChoice() {
  const language = useStudioState(({ document }) => document?.edits.settings.language ?? 'en');
  const description = useActions(createDescriptionActions);
  return (
    <select
      aria-label={t('Language')}
      value={language}
      onChange={({ currentTarget }) => {
        const selectedLanguage = DESCRIPTION_LANGUAGES.find((one) => one === currentTarget.value);
        if (selectedLanguage !== undefined) description.setLanguage(selectedLanguage);
      }}
      className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
    >
      {DESCRIPTION_LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}

function Part(props: {
  readonly name: string;
  readonly text: string;
  readonly copies: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="rounded-md border border-line bg-surface py-2 pr-1 pl-3"
    >
      <div className="flex items-center justify-between">
        <h3 id={id} lang="en" className="text-xs font-medium text-muted">
          {props.name}
        </h3>
        <CopyButton label={props.copies} text={props.text} />
      </div>
      {props.children}
    </div>
  );
}

function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const description = useActions(createDescriptionActions);
  return <IconButton icon={Copy} label={label} side="left" onClick={() => void description.copyText(text)} />;
}
