/** Words that are not things of a scene. Data only, folded as in `concepts.ts`. */

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** They join what is said, or name what every scene has; nobody misses them. */
export const FILLERS = listOf(
  'a an the this that these those of on in at to by for from with into onto over under near next beside between behind before after around ' +
    'above across along against through up down out off and or as is are be it its my our your their his her we i you me very really quite ' +
    'too so more most some any much many lots lot bit little slightly just only also please want need like make made create generate ' +
    'give put place placed standing sitting set lying shown showing featuring look looks looking looked feel feeling vibe vibes style styled mood ' +
    'atmosphere ambience theme themed scene setting environment world photo photograph photography picture image shot shoot render rendering ' +
    'view background backdrop backgrounds product products item object commercial advertising ad ads advertisement campaign ecommerce catalog ' +
    'light lights lighting lit tone tones color colors colour colours hue hues palette shade shades surface surfaces wall walls floor ground base ' +
    'top front back side scale full high low quality realistic photorealistic 4k 8k hd hdr uhd ultra highly detailed best free bottle bottles can tube packaging pack package box ' +
    'where which who will would should could can has have having during while inspired accent accents details detail touch touches hint ' +
    'und mit auf im in vor aus am der die das dem den des ein eine einem einen einer fur zu bei als ' +
    'et avec sur dans le la les un une du de au aux en pour par sous devant ' +
    'y con sobre el los las una del al para por ante e il lo gli i uno della dello dei di da su per tra davanti ' +
    'hintergrund licht farbe farben fond lumiere lumieres couleur couleurs fondo luz color colores sfondo luce luci colore wand mur pared parete ' +
    'boden suelo pavimento produkt produit producto prodotto foto photo imagen immagine bild',
);

/** After them a wish is turned round. */
export const NEGATORS = listOf(
  'no not without never none avoid exclude excluding except minus remove less dont don nor neither ohne kein keine keinen keiner nicht sans pas sin senza non',
);

/** After a negation: "not only", "not just" are none. */
export const UN_NEGATORS = listOf('only just');

/** What goes on with a negation: "no flowers or leaves". */
export const ALTERNATIVES = listOf('or nor oder ou');
export const CONJUNCTIONS = listOf('and und et y');

/** They end a negation. */
export const NEGATION_ENDS = listOf('but with only just instead aber sondern mit mais avec pero con ma');

/** No set shows them: to ask for none of them is granted, to ask for them is not. */
export const NEVER_SHOWN = listOf(
  'text texts people person human humans hand hands logo logos watermark watermarks model models letters lettering words face faces typography ' +
    'writing animal animals texte personen leute gens texto personas testo persone',
);

/** What a colour may be meant for, by the word after it. */
export const SURFACES: Readonly<Record<string, 'backdrop' | 'floor'>> = {
  background: 'backdrop',
  backdrop: 'backdrop',
  wall: 'backdrop',
  walls: 'backdrop',
  hintergrund: 'backdrop',
  wand: 'backdrop',
  fond: 'backdrop',
  mur: 'backdrop',
  fondo: 'backdrop',
  pared: 'backdrop',
  sfondo: 'backdrop',
  parete: 'backdrop',
  floor: 'floor',
  ground: 'floor',
  surface: 'floor',
  base: 'floor',
  boden: 'floor',
  suelo: 'floor',
  pavimento: 'floor',
};

/** After a word that is a colour and a thing ("gold", "lemon"), they say that the colour is meant. */
export const COLOUR_NOUNS = listOf(
  'color colour colors colours colored coloured tone tones toned tint tinted hue hues palette shade shades accent accents details touches background ' +
    'backdrop wall walls gradient farben ton tons',
);

/** Colour names of other languages. */
const FOREIGN_COLOURS: readonly (readonly [string, string])[] = [
  ['red', 'rot rouge rojo roja rosso rossa'],
  ['pink', 'rosa pinkish'],
  ['orange', 'naranja arancione'],
  ['yellow', 'gelb jaune amarillo amarilla giallo gialla'],
  ['green', 'grun gruen vert verte verde'],
  ['blue', 'blau bleu bleue azul azzurro blu bluish'],
  ['turquoise', 'turkis tuerkis turquesa turchese'],
  ['purple', 'lila violett violette morado morada viola'],
  ['brown', 'braun marron marrone'],
  ['white', 'weiss blanc blanche blanco blanca bianco bianca whitish'],
  ['black', 'schwarz noir noire negro negra nero nera'],
  ['grey', 'grau gris grise grigio grigia greyish'],
  ['silver', 'silber argent plata argento'],
  ['cream', 'creme crema'],
  ['olive', 'oliva'],
];
export const COLOUR_OF_WORD: ReadonlyMap<string, string> = new Map(
  FOREIGN_COLOURS.flatMap(([colour, words]) => words.split(' ').map((word) => [word, colour] as const)),
);

/** After a colour: "azul claro", "bleu fonce". */
export const LATER_SHADES: Readonly<Record<string, string>> = {
  clair: 'light',
  claire: 'light',
  claro: 'light',
  clara: 'light',
  chiaro: 'light',
  chiara: 'light',
  pale: 'pale',
  pastel: 'pastel',
  pastello: 'pastel',
  fonce: 'dark',
  oscuro: 'dark',
  oscura: 'dark',
  scuro: 'dark',
  scura: 'dark',
};

/** Product words that are a colour too; these are meant as a colour unless what stands before says otherwise. */
export const COLOUR_RATHER_THAN_PRODUCT = listOf('cream honey');
export const BEFORE_A_PRODUCT = listOf(
  'face hand body eye skin day night ice of anti moisturizing moisturising',
);

/** Words before a material that change its colour: "dark wood". */
export const SHADES_OF_MATERIALS: Readonly<Record<string, number>> = {
  dark: -0.35,
  darker: -0.4,
  deep: -0.25,
  light: 0.35,
  lighter: 0.4,
  pale: 0.5,
  bright: 0.25,
  dunkel: -0.35,
  dunkles: -0.35,
};
