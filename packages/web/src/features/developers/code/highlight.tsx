import { Fragment } from 'react';

const KEYWORDS = new Set(
  'import from const await new for of async try catch if instanceof export curl packshot npm true false null'.split(
    ' ',
  ),
);
/** Matches quoted strings, comments and words; other text stays uncolored. */
const TOKEN = /'[^'\n]{0,200}'|"[^"\n]{0,200}"|`[^`]{0,200}`|(?:#|\/\/) [^\n]{0,200}|\b[a-z]{1,20}\b/g;

const getTokenClass = (token: string): string | undefined => {
  if (/^['"`]/.test(token)) return 'text-success';
  if (/^(#|\/\/)/.test(token)) return 'text-muted';
  return KEYWORDS.has(token) ? 'text-accent-text' : undefined;
};

/** Code with syntax coloring; the text itself is unchanged. */
export function Highlighted({ code }: { readonly code: string }) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const { 0: token, index } of code.matchAll(TOKEN)) {
    const look = getTokenClass(token);
    if (look === undefined) continue;
    parts.push(
      <Fragment key={index}>
        {code.slice(end, index)}
        <span className={look}>{token}</span>
      </Fragment>,
    );
    end = index + token.length;
  }
  return (
    <>
      {parts}
      {code.slice(end)}
    </>
  );
}
