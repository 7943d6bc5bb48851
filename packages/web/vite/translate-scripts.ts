import { basename } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin, Rolldown } from 'vite';
import { hasSentences, insertSentences, LANGUAGE_NAME, MESSAGE } from './insert-sentences.ts';
import { needsFormats, parseMessage } from './message-code.ts';
import { MAY_HAVE_MESSAGES, messagesIn } from './messages-in.ts';
import { PSEUDO_TRANSLATIONS, readTranslations, TARGET_LANGUAGES } from './translations.ts';
import type { TargetLanguage, Translations } from './translations.ts';

const FORMATS = '@packshot/contract/text/message-formats';
const LANGUAGE_MODULE = /contract[\\/]src[\\/]text[\\/]interface-language\.ts$/;
const SOURCE_MODULE = /packages[\\/](?:web|contract)[\\/]src[\\/].*\.tsx?$/;
const PAGES = ['index.html', 'screen.html'];
const SCRIPTS_FOLDER = 'assets';

/**
 * Writes each language's copy of the app. Sentences are inserted into the scripts, so a page loads its own language
 * only and no script formats messages. English scripts keep their names; those of another language are in a folder
 * whose name has a hash of the translations. A sentence without translation stays English. Scripts without sentences exist once.
 */
export const translateScripts = (options: TranslateOptions): Plugin[] => [
  markedModules(),
  translatedCopies(options),
];

export interface TranslateOptions {
  /** Writes test texts in place of translations. */
  readonly isPseudo: boolean;
}

/** The same for scripts of workers, which show nothing and stay English. */
export const englishScripts = (): Plugin[] => [markedModules(), englishOnly()];

const markedModules = (): Plugin => ({
  name: 'packshot:mark-sentences',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: SOURCE_MODULE }, handler: (code, id) => markSentences(code, id) },
});

const translatedCopies = ({ isPseudo }: TranslateOptions): Plugin => ({
  name: 'packshot:translate-scripts',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const translated = translatedScripts(chunks);
      for (const language of TARGET_LANGUAGES) {
        const copy = languageCopy(
          language,
          isPseudo ? PSEUDO_TRANSLATIONS : readTranslations(language),
          translated,
        );
        for (const { fileName, code } of chunks) {
          if (translated.has(fileName))
            this.emitFile({ type: 'asset', fileName: copy.path(fileName), source: copy.script(code) });
        }
        for (const page of PAGES) {
          const html = bundle[page];
          if (html?.type !== 'asset') throw new Error(`The build has made no ${page}`);
          const fileName = page.replace('.html', `.${language}.html`);
          this.emitFile({ type: 'asset', fileName, source: copy.page(html.source.toString()) });
        }
      }
      insertEnglish(bundle);
    },
  },
});

const englishOnly = (): Plugin => ({
  name: 'packshot:english-scripts',
  apply: 'build',
  generateBundle: { order: 'post', handler: (_options, bundle) => insertEnglish(bundle) },
});

function insertEnglish(bundle: Rolldown.OutputBundle): void {
  for (const output of Object.values(bundle))
    if (output.type === 'chunk') output.code = insertSentences(output.code, 'en', null);
}

/** Replaces the marks of a module by global names; returns null for modules without sentences. */
function markSentences(code: string, id: string): { code: string; map: Rolldown.SourceMapInput } | null {
  const edited = new MagicString(code);
  if (LANGUAGE_MODULE.test(id)) {
    edited.replace(/(?<=LANGUAGE: InterfaceLanguage = )'en'/, LANGUAGE_NAME);
  } else if (MAY_HAVE_MESSAGES.test(code)) {
    markMessages(edited, messagesIn(id, code), code);
  } else {
    return null;
  }
  return { code: edited.toString(), map: edited.generateMap({ hires: true, source: id }) };
}

function markMessages(
  edited: MagicString,
  { messages, tables }: ReturnType<typeof messagesIn>,
  code: string,
): void {
  let isFormatted = false;
  for (const { start, end, textEnd, key, text, values } of messages) {
    // Pure calls are dropped where nothing uses them.
    const opened = `/* @__PURE__ */ ${MESSAGE}(${JSON.stringify(key)}`;
    if (textEnd === null) {
      edited.overwrite(start, end, `${opened})`);
      continue;
    }
    edited.overwrite(start, textEnd, opened);
    if (values === null || !needsFormats(parseMessage(text))) continue;
    isFormatted = true;
    const comma = /,\s*\)$/.test(code.slice(start, end)) ? '' : ',';
    edited.appendLeft(end - 1, `${comma}__formatNumber,__choosePlural`);
  }
  for (const { call, table } of tables) {
    edited.overwrite(call.start, table.start, '(');
    edited.overwrite(table.end, call.end, ')');
  }
  if (!isFormatted) return;
  edited.prepend(
    `import { formatNumber as __formatNumber, choosePlural as __choosePlural } from '${FORMATS}';\n`,
  );
}

/** Scripts with sentences, and scripts that load one of them. */
function translatedScripts(chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const translated = new Set(chunks.filter(({ code }) => hasSentences(code)).map(({ fileName }) => fileName));
  for (let size = -1; size !== translated.size;) {
    size = translated.size;
    for (const { fileName, imports, dynamicImports } of chunks)
      if ([...imports, ...dynamicImports].some((each) => translated.has(each))) translated.add(fileName);
  }
  return translated;
}

/** Address of a script within a script, or within a page. */
const SCRIPT_ADDRESS = /(?<=["'`])(\.\/|\/?assets\/)([\w.-]+\.js)(?=["'`])/g;

/** Writes the files of one language. */
function languageCopy(language: TargetLanguage, translations: Translations, translated: ReadonlySet<string>) {
  const folder = `${language}-${translations.version}`;
  const inFolder = (code: string) =>
    code.replaceAll(SCRIPT_ADDRESS, (address: string, from: string, name: string) => {
      const isTranslated = translated.has(`${SCRIPTS_FOLDER}/${name}`);
      // Translated scripts are side by side; the others are one folder up.
      if (from === './') return isTranslated ? address : `../${name}`;
      return isTranslated ? `${from}${folder}/${name}` : address;
    });
  return {
    path: (fileName: string) => `${SCRIPTS_FOLDER}/${folder}/${basename(fileName)}`,
    script: (code: string) => inFolder(insertSentences(code, language, translations)),
    page: (html: string) => translatePage(inFolder(html), language, translations),
  };
}

/** Texts of the page itself: its description, and what browsers without scripts show. */
export const PAGE_TEXTS = /(?<=<meta\s+name="description"\s+content="|<noscript>)[^"<]+/g;

function translatePage(html: string, language: TargetLanguage, translations: Translations): string {
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll(PAGE_TEXTS, (text) => translations.get(text) || text);
}
