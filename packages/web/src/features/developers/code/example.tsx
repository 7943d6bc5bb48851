import mugAddress from '../../../lib/samples/mug.jpg';
import { classNames } from '../../../ui/class-names.ts';
import { CodeBlock } from './code-block.tsx';
import { LANGUAGES, SNIPPETS, writtenFor } from '@packshot/contract/api/printed-examples';
import type { Language, Snippet, SnippetName } from '@packshot/contract/api/printed-examples';
import { create } from 'zustand';

interface CodeLanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

/** Programming language selected for all examples on the page. */
const useLanguage = create<CodeLanguageChoice>((set) => ({
  language: 'curl',
  choose: (language) => set({ language }),
}));

interface ExampleProps {
  readonly name: SnippetName;
  readonly title: string;
  readonly className?: string;
}

/** Example in the selected programming language, or in the first that it has. */
export function Example({ name, title, className = '' }: ExampleProps) {
  const { language: preferredLanguage, choose } = useLanguage();
  const snippet: Snippet = SNIPPETS[name];
  const languages = (Object.keys(LANGUAGES) as Language[]).filter((each) => snippet[each] !== undefined);
  const language = languages.find((each) => each === preferredLanguage) ?? languages[0] ?? 'curl';
  const code = writtenFor(snippet[language] ?? '', location.origin, mugAddress);
  return (
    <CodeBlock
      code={code}
      label={`${title}, ${LANGUAGES[language]}`}
      className={classNames('my-5', className)}
      snippet={`${name}/${language}`}
      title={
        languages.length < 2 ? (
          title
        ) : (
          <Languages title={title} languages={languages} language={language} onChoose={choose} />
        )
      }
    />
  );
}

function Languages(props: {
  readonly title: string;
  readonly languages: readonly Language[];
  readonly language: Language;
  readonly onChoose: (language: Language) => void;
}) {
  const { title, languages, language, onChoose } = props;
  return (
    <span role="group" aria-label={`Language of: ${title}`} className="-ml-2 flex gap-0.5 overflow-x-auto">
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === language}
          onClick={() => onChoose(each)}
          className={classNames(
            'h-8 rounded-md px-2.5 text-sm font-medium whitespace-nowrap transition-colors outline-offset-[-2px] pointer-coarse:h-11',
            each === language ? 'bg-segment text-ink shadow-low' : 'text-muted hover:text-ink',
          )}
        >
          {LANGUAGES[each]}
        </button>
      ))}
    </span>
  );
}
