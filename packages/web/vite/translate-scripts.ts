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
const PAGES = ['index.html', 'screen.html', 'create.html'];
const SCRIPTS_FOLDER = 'assets';

/**
 * Vite plugins that write a copy of the app for each language. Sentences are inserted into the scripts, so that a page
 * loads only its own language and no script formats messages at runtime. English scripts keep their names; those of
 * another language are in a folder whose name has a hash of the translations. A sentence without translation stays
 * English. Scripts without sentences exist only once.
 */
export const translateScripts = (options: TranslateOptions): Plugin[] => [
  markedModules(),
  translatedCopies(options),
];

export interface TranslateOptions {
  /** Whether to insert test texts instead of translations. */
  readonly isPseudo: boolean;
}

/** Vite plugins for scripts of workers, which show no text to users and stay English. */
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

/**
 * Replaces marked sentences and the language of a module by placeholder names; returns null for modules that can
 * contain neither.
 */
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
    // Marked as pure, so that the bundler drops calls whose value isn't used.
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

/** Scripts that contain sentences, and scripts that load one of those. */
function translatedScripts(chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const translated = new Set(chunks.filter(({ code }) => hasSentences(code)).map(({ fileName }) => fileName));
  for (let size = -1; size !== translated.size;) {
    size = translated.size;
    for (const { fileName, imports, dynamicImports } of chunks)
      if ([...imports, ...dynamicImports].some((each) => translated.has(each))) translated.add(fileName);
  }
  return translated;
}

/** Matches the address of a script within another script, or within a page. */
const SCRIPT_ADDRESS = /(?<=["'`])(\.\/|\/?assets\/)([\w.-]+\.js)(?=["'`])/g;

function languageCopy(language: TargetLanguage, translations: Translations, translated: ReadonlySet<string>) {
  const folder = `${language}-${translations.version}`;
  const inFolder = (code: string) =>
    code.replaceAll(SCRIPT_ADDRESS, (address: string, from: string, name: string) => {
      const isTranslated = translated.has(`${SCRIPTS_FOLDER}/${name}`);
      // Scripts of one language are in the same folder; scripts without sentences are one folder up.
      if (from === './') return isTranslated ? address : `../${name}`;
      return isTranslated ? `${from}${folder}/${name}` : address;
    });
  return {
    path: (fileName: string) => `${SCRIPTS_FOLDER}/${folder}/${basename(fileName)}`,
    script: (code: string) => inFolder(insertSentences(code, language, translations)),
    page: (html: string) => translatePage(inFolder(html), language, translations),
  };
}

/** Matches texts of the HTML page itself: its description, and the text for browsers without scripts. */
export const PAGE_TEXTS = /(?<=<meta\s+name="description"\s+content="|<noscript>)[^"<]+/g;

function translatePage(html: string, language: TargetLanguage, translations: Translations): string {
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll(PAGE_TEXTS, (text) => translations.get(text) || text);
}
