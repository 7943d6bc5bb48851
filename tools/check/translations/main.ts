// node tools/check/translations/main.ts: compares the translations with the sentences of the source; part of
// `npm run check`. With --write it adds missing sentences, untranslated, and removes unused ones.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MAY_HAVE_MESSAGES, messagesIn } from '../../../packages/web/vite/messages-in.ts';
import type { MarkedMessage } from '../../../packages/web/vite/messages-in.ts';
import { PAGE_TEXTS } from '../../../packages/web/vite/translate-scripts.ts';
import { TARGET_LANGUAGES, translationsFile } from '../../../packages/web/vite/translations.ts';
import { ROOT } from '../../launch/settings.ts';
import { trackedFiles } from '../tracked-files.ts';
import { bareSentencesIn, translatableVerbatimIn } from './bare-sentences.ts';
import { faultsIn } from './compare.ts';

const PACKAGES = ['web', 'contract', 'server'];
const IS_TEST = /\.test\.tsx?$|\/testing\//;
/** Matches the developers' pages, which are in English only, like the API that they describe. */
const IS_ENGLISH_ONLY = /^packages\/web\/src\/features\/developers\//;
const PAGE = 'packages/web/index.html';

type Message = Pick<MarkedMessage, 'key' | 'text' | 'values'>;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const sources = trackedFiles(ROOT).filter(
  (file) =>
    /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && !IS_TEST.test(file) && existsSync(join(ROOT, file)),
);

/** Messages of a package in the order of its files. */
function readMessages(name: string): ReadonlyMap<string, Message> {
  const files = sources.filter((file) => file.startsWith(`packages/${name}/`));
  const marked = files.flatMap((file): readonly Message[] => {
    const source = read(file);
    return MAY_HAVE_MESSAGES.test(source) ? messagesIn(file, source).messages : [];
  });
  const texts = name === 'web' ? (read(PAGE).match(PAGE_TEXTS) ?? []) : [];
  const all = [...texts.map((text): Message => ({ key: text, text, values: null })), ...marked];
  return new Map(all.map((message) => [message.key, message]));
}

const isWriting = process.argv.includes('--write');
const faults: string[] = [];
let count = 0;
for (const name of PACKAGES) {
  const messages = readMessages(name);
  count += messages.size;
  for (const language of TARGET_LANGUAGES) {
    const file = translationsFile(name, language);
    const place = `packages/${name}/translations/${language}.json`;
    const translations = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<
      string,
      string
    >;
    for (const key of Object.keys(translations))
      if (!messages.has(key)) faults.push(`${place}: not used any more: ${key}`);
    for (const [key, message] of messages) {
      const translation = translations[key] ?? '';
      if (translation === '') faults.push(`${place}: not translated: ${key}`);
      else
        for (const fault of faultsIn(message, translation, language))
          faults.push(`${place}: ${fault}: ${key}`);
    }
    if (!isWriting) continue;
    const written = Object.fromEntries([...messages.keys()].map((key) => [key, translations[key] ?? '']));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
  }
}
for (const file of sources) {
  if (!file.startsWith('packages/web/') || !file.endsWith('.tsx')) continue;
  for (const { line, text } of translatableVerbatimIn(file, read(file)))
    faults.push(`${file}:${line}: needs translate="no": ${text}`);
  if (IS_ENGLISH_ONLY.test(file)) continue;
  for (const { line, text } of bareSentencesIn(file, read(file)))
    faults.push(`${file}:${line}: not marked: ${text}`);
}
if (faults.length > 0) process.stdout.write(`${faults.join('\n')}\n`);
process.stdout.write(`${count} sentences, ${TARGET_LANGUAGES.join(', ')}: ${faults.length} faults\n`);
process.exitCode = faults.length > 0 && !isWriting ? 1 : 0;
