/**
 * Translates the most common requests in German, French, Spanish and Italian into English, the only language that is
 * parsed.
 */
import { COLOR_OF_WORD, LATER_SHADE_OF_WORD } from '../scene-prompt/word-lists.ts';

/** English word, then a colon and its translations, folded (lower case, no accents). */
type TranslationLines = readonly string[];

const parseWords = (lines: TranslationLines): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [english = '', words = ''] = line.split(':');
      return words.split(' ').map((word) => [word, english] as const);
    }),
  );

/** First words of requests in languages other than English, with their English translation. */
const BEGINNINGS = parseWords([
  'remove:entferne entfernen entfern losche loschen beseitige beseitigen supprime supprimer supprimez enleve enlever enlevez efface effacer effacez gomme gommer retire retirer elimina eliminar borra borrar quita quitar rimuovi rimuovere cancella cancellare togli togliere retira leva levare radiere ausradieren wegmachen wegnehmen retuschiere wegretuschieren',
  'remove it:quitalo quitala borralo borrala eliminalo eliminala retiralo retirala toglilo toglila rimuovilo rimuovila cancellalo cancellala',
  'make:sein werden mets mettez mettre peins peindre colore colorie mach mache machen farbe farben male rends rendre rendez fais haz pon pinta colorea rendi fai colora dipingi',
  'make it:hazlo hazla ponlo ponla pintalo rendilo rendila fallo falla coloralo',
  'brighter:heller',
  'warmer:warmer warmere warmeres',
  'cooler:kuhler kuhleres kalter kalteres',
  'sharper:scharfer',
  'grayscale:schwarzweiss',
  'brighten:aufhellen eclaircis eclaircir aclara aclarar schiarisci schiarire',
  'darker:dunkler',
  'darken:abdunkeln assombris assombrir oscurece oscurecer scurisci scurire',
  'blur:weichzeichnen verwische verwischen floute flouter desenfoca desenfocar difumina difuminar sfoca sfocare',
]);
/** Words that may occur at any later position of a request. */
const LATER = parseWords([
  'it:es ihn sie lo',
  'the:der die das den dem les la le el los las il gli l',
  'of the:des du del della dello',
  'brighter:heller',
  'darker:dunkler',
  'blur:unscharf flou floue borroso borrosa sfocato sfocata',
  'background:hintergrund fond fondo sfondo',
  'much:viel beaucoup mucho molto',
  'slightly:etwas leicht',
  'and:und et y e',
  'or:oder ou o',
  'on:auf sur sobre su',
  'in:en',
  // Negations and restrictions; requests with them are refused, as in English.
  'not:nicht kein keine keinen ne pas sans ohne sin senza non',
  'only:nur seulement solo',
  'except:ausser sauf salvo excepto tranne',
]);
/** Phrases with a single meaning, with their English translation. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/^weg (?:damit|mit (?:dem|der|den|das))\b/, 'remove'],
  [/^(?:mach|mache|nimm|nehmen sie|schaff|tu) (.+) (?:weg|raus)$/, 'remove $1'],
  [/^(?:radiere|radier|schneide) (.+) (?:aus|weg|raus)$/, 'remove $1'],
  [/^lass (.+) verschwinden$/, 'remove $1'],
  [/^(?:fais|faites|faire) disparaitre\b/, 'remove'],
  [/^(?:haz|hacer) desaparecer(?: a(?:l)?)?\b/, 'remove'],
  [/^(?:fai|fare) (?:sparire|scomparire)\b/, 'remove'],
  [/^(supprime|supprimez|enleve|enlevez|efface|effacez|retire|retirez)-(?:le|la|les|moi)\b/, 'remove it'],
  [/ soll(?:en)? /, ' '],
  [/^(?:andere|andern|wechsle) die farbe (?:auf|zu|in|nach)\b/, 'make it'],
  [/^chang(?:e|er|ez) la couleur en\b/, 'make it'],
  [/^cambi(?:a|ar|are) (?:el color|il colore) (?:a|en|in)\b/, 'make it'],
  [/\b(?:ein bisschen|ein wenig|un peu|un poco|un po'?)(?= |$)|^etwas\b/g, 'slightly'],
  [/\b(?:mehr kontrast|kontrastreicher|plus de contraste|mas contraste|piu contrasto)\b/g, 'more contrast'],
  [/\b(?:weniger kontrast|moins de contraste|menos contraste|meno contrasto)\b/g, 'less contrast'],
  [
    /\b(?:mehr sattigung|gesattigter|plus sature|plus saturee|plus de saturation|(?:couleurs )?plus vives?|(?:colores )?mas vivos?|(?:colori )?piu vivaci|kraftigere farben|mas saturado|mas saturada|piu saturo|piu satura)\b/g,
    'more saturation',
  ],
  [
    /\b(?:weniger gesattigt|weniger sattigung|moins sature|moins saturee|moins de saturation|menos saturado|menos saturada|meno saturo|meno satura)\b/g,
    'less saturation',
  ],
  [/\b(?:plus clair|plus claire|mas claro|mas clara|mas brillante|piu chiaro|piu chiara)\b/g, 'brighter'],
  [/\b(?:plus sombre|plus fonce|plus foncee|mas oscuro|mas oscura|piu scuro|piu scura)\b/g, 'darker'],
  [/\b(?:plus chaud|plus chaude|mas calido|mas calida|piu caldo|piu calda)\b/g, 'warmer'],
  [/\b(?:plus froid|plus froide|mas frio|mas fria|piu freddo|piu fredda)\b/g, 'cooler'],
  [/\bmehr scharfe\b/g, 'sharper'],
  [/\b(?:plus net|plus nette|mas nitido|mas nitida|piu nitido|piu nitida)\b/g, 'sharper'],
  [/\b(?:schwarz[- ](?:und )?weiss|noir et blanc|blanco y negro|bianco e nero)\b/g, 'grayscale'],
  [/\b(rends|rendez|fais)-(?:le|la|les)\b/g, '$1 it'],
];

const READ_ALONE = /^(?:brighter|darker|warmer|cooler|sharper|grayscale|remove|make|more|less)$/;
/** Last words of a request that names the object before the change: "luz más cálida". */
const READ_LAST = /^(?:brighter|darker|warmer|cooler|sharper|contrast|saturation)$/;
/** Pattern of a request with object and color but without a verb: "Les chaussures en blanc". */
const COLORED = /^(?:the|der|die|das|le|la|les|el|los|las|il|lo|gli|i) .+ (?:en|in) (\p{L}+)$/u;
/** Polite words, which don't affect the edit. */
const POLITE =
  /\b(?:bitte|s'il (?:te|vous) plait|por favor|per favore|per piacere|kannst du|konnten? sie|(?:pouvez|pourriez)-vous|(?:peux|pourrais)-tu|puedes|podrias|puoi|potresti)\b,?/g;
/** German verbs at the end of a request: "die Tasse entfernen". */
const LAST_VERB =
  /^(?:entfernen|loschen|beseitigen|machen|farben|aufhellen|abdunkeln|weichzeichnen|verwischen|ausradieren|wegmachen|wegnehmen|wegretuschieren|sein|werden)$/;

const foldAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replace(/\bl'/g, 'la ');

/** Pattern of compound colors: "hellblau", "dunkelrot". */
const SHADED_COLOR = /^(hell|dunkel)(\p{L}+)$/u;

function translateColor(word: string): string | undefined {
  const whole = COLOR_OF_WORD.get(word);
  if (whole !== undefined) return whole;
  const [, shade, color] = SHADED_COLOR.exec(word) ?? [];
  const baseColor = color === undefined ? undefined : COLOR_OF_WORD.get(color);
  return baseColor && `${shade === 'hell' ? 'light' : 'dark'} ${baseColor}`;
}

/**
 * Translates a normalized request into English as far as its words are known. Requests in English or in other
 * languages are returned unchanged. Unknown words aren't translated, because they may name the object.
 */
export function inEnglish(text: string): string {
  const plain = foldAccents(text).replace(POLITE, ' ').replace(/\s+/g, ' ').trim();
  let translation = plain;
  for (const [pattern, english] of PAIRS) translation = translation.replace(pattern, english);
  const written = translation.replace(/[,;]/g, ' $&').split(' ');
  const last = written.at(-1) ?? '';
  const colored = COLORED.exec(translation)?.[1];
  const words = LAST_VERB.test(last)
    ? [last, ...written.slice(0, -1)]
    : colored !== undefined && translateColor(colored) !== undefined
      ? ['make', ...written]
      : written;
  const [first = '', ...rest] = words;
  const isColorAlone = words.every((word) => translateColor(word) !== undefined);
  // Recognizes a request by phrases such as "más claro", which have been translated before this check.
  const isRead =
    words[0] !== written[0] || (translation !== plain && (READ_ALONE.test(first) || READ_LAST.test(last)));
  const beginning = BEGINNINGS.get(first) ?? (isRead ? (LATER.get(first) ?? first) : undefined);
  if (beginning === undefined && !isColorAlone && first !== 'slightly') return text;
  if (first === 'slightly' && !rest.some((word) => BEGINNINGS.has(word) || READ_ALONE.test(word)))
    return text;
  return (isColorAlone ? words : [beginning ?? first, ...rest])
    .map((word, at, all) => {
      const color = translateColor(word);
      const shade = LATER_SHADE_OF_WORD.get(all[at + 1] ?? '');
      if (color !== undefined) return shade === undefined ? color : `${shade} ${color}`;
      if (LATER_SHADE_OF_WORD.has(word) && translateColor(all[at - 1] ?? '') !== undefined) return '';
      return (at > 0 ? (LATER.get(word) ?? BEGINNINGS.get(word)) : undefined) ?? word;
    })
    .filter((word) => word !== '')
    .join(' ')
    .replace(/ ([,;])/g, '$1');
}
