/**
 * Words with a function in prompts that aren't concepts. Data only, folded (lower case, no accents) as in
 * `concepts.ts`.
 */

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Connecting words, and names of objects that every scene shows; they are ignored without being reported. */
export const FILLERS = toWordSet(
  'a an the this that these those s of on in at to by for from with into onto over under near next beside between behind before after around ' +
    'above across along against through up down out off and or as is are be it its my our your i we you me very really quite too so more most some ' +
    'any much many lot bit little just only also please want need like make create generate put place placed sitting set shown ' +
    'showing look looks looking feel vibe vibes style mood atmosphere theme scene setting environment world photo photograph photography ' +
    'picture image shot render background backdrop backgrounds product products item object commercial advertising ad light lights lighting lit ' +
    'subtle perche falls fallen almost nearly fast presque quasi casi sehr ganz tres muy molto ' +
    'tone tones color colors colour colours hue hues colored coloured palette shade shades surface wall walls floor ground base top front back side full high low ' +
    'quality realistic photorealistic 4k 8k hd ultra highly detailed best free bottle can tube packaging package box where which while accent ' +
    'accents details touch touches hint und mit auf im vor aus am der die das dem den des ein eine einem einen einer zu et avec sur dans le la les un ' +
    'une du de au en pour y con sobre el los las una del e il lo gli i di da su per hintergrund licht farbe farben fond lumiere couleur fondo luz ' +
    'color sfondo luce colore wand mur muro muri pared parete boden suelo pavimento produkt produit producto prodotto foto bild ' +
    'bei beim vom zum zur ins aux bord l d entre par al dello della dei degli delle allo alla alle nel nella nello sul sulla sullo sui fra tra gegen neben unter uber vorm hinter nach ' +
    'pres junto vicino devant davanti contra contro ed all dell nell sull oberflache superficie ambiance ambiente atmosfera stimmung platte flache slab lastra losa dalle encima sopra von',
);

export const NEGATORS = toWordSet(
  'no not without never none avoid exclude except minus less dont nor ohne kein keine keinen nicht sans pas aucun aucune ' +
    'sin ningun ninguna nada senza non niente nessun nessuna nothing nichts rien',
);

/** Words that cancel a negation: "not only", "not just", "nichts als", "rien que". */
export const UN_NEGATORS = toWordSet('only just als que');

/** Words that continue a negation: "no flowers or leaves". */
export const ALTERNATIVES = toWordSet('or nor oder ou');
export const CONJUNCTIONS = toWordSet('and und et y e');

/** Fillers that mean the product. */
export const PRODUCT_ITSELF = toWordSet('it product products item object produkt produit producto prodotto');
/** Fillers that mean the product, or a thing beside it: "a bottle". */
export const PACKS = toWordSet('bottle can tube packaging package box');
/** Fillers for things of the scene, to which words for a pose can refer: "the light hangs low". */
export const SHOWN_ANYWAY = toWordSet(
  'light lights lighting background backdrop backgrounds surface floor wall walls ground base shade shades hintergrund licht ' +
    'fond lumiere fondo luz sfondo luce wand mur pared parete boden suelo pavimento oberflache superficie platte lastra losa picture photo photograph image bild foto',
);
/** Adverbs beside words for a pose: "lies flat". */
export const POSE_ADVERBS = toWordSet('flat low high alone freely flach tief hoch frei');
/** Words between a noun and its pose: "pots that are hanging". */
export const LINKS = toWordSet(
  'is are be was were that which who ist sind est sont es son e sono qui que che',
);
/** Words for a hook or a rail that alone don't ask for a hanging product, because they also mean other things. */
export const BARE_HOOKS = toWordSet('hook hooks peg haken crochet gancho gancio wardrobe');

/** Articles and pronouns before a thing that wasn't mentioned before. */
export const INDEFINITE = toWordSet(
  'a an some another ein eine einem einen einer un une des una uno unos unas del della',
);
/** Articles before a thing that was mentioned before. */
export const DEFINITE = toWordSet(
  'the my our this der die das dem den le la les l el los las il lo gli i mi unser mein',
);
/** Words between two nouns of one phrase: "a cup of coffee and a pen". */
export const NOUN_JOINTS = toWordSet('of and von und de d et y di e');
/** Prepositions that put something else under, behind or beside the product. */
export const PREPOSITIONS = toWordSet(
  'on in at by with next beside near under over behind between auf in im mit neben bei an hinter unter sur dans avec sous pres ' +
    'derriere sobre en con junto bajo su accanto vicino sotto dietro to',
);

export const NEGATION_ENDS = toWordSet('but with only just instead aber sondern mit mais avec pero con ma');

/** Concepts that no set shows: a request to exclude them is always met, a request for them never. */
export const NEVER_SHOWN = toWordSet(
  'text people person human hand hands logo logos watermark watermarks model models letters words face faces typography texte texto testo personas',
);

export type PartWord = 'backdrop' | 'floor' | 'accent';
/** Words for walls in Romance languages, and in all languages. */
const ROMANCE_WALLS = 'mur murs pared paredes parete pareti muro muros muri';
const ALL_WALLS = `wall walls wand wande ${ROMANCE_WALLS}`;
/** Words beside a color that name the region for which it is requested. */
const PARTS: readonly (readonly [PartWord, string])[] = [
  ['backdrop', `background backdrop hintergrund fond fondo sfondo ${ALL_WALLS}`],
  ['accent', 'accent accents detail details touch touches'],
  ['floor', 'floor ground surface base boden suelo pavimento'],
];
export const PART_OF_WORD: ReadonlyMap<string, PartWord> = new Map(
  PARTS.flatMap(([part, words]) => words.split(' ').map((word) => [word, part] as const)),
);

/** Words of Romance languages for regions, after which their color follows: "mur vert". */
export const ROMANCE_PARTS = toWordSet(`fond fondo sfondo ${ROMANCE_WALLS}`);
/** Words between an object and its color: "Wand in Blau", "champ de lavande". */
export const COLOR_JOINTS = toWordSet('in en de of di d color colore couleur');

/** Words for a side, which mean the light's only beside a word for light: not in "a plant on the left". */
export const BARE_SIDES = toWordSet(
  'left right links rechts gauche droite izquierda derecha sinistra destra',
);
/** Words before a side from which something comes: "von links". */
export const FROM_WORDS = toWordSet('from von da de desde depuis');
/** Words for light and lamps; words that end with one of the first two count too: "Morgenlicht". */
export const LIGHT_WORDS = toWordSet(
  'licht light lights lighting lit lamp softbox sun sunset flash spot shine lampe sonne blitz blitzlicht luz luces lumiere eclairage ' +
    'soleil luce luci sole sol faretto faro foco projecteur scheinwerfer',
);
/** Words of Romance languages for light, after which its color follows: "luz azul". */
export const ROMANCE_LIGHTS = toWordSet(
  'luz luces lumiere lumieres eclairage luce luci faretto faretti faro foco focos projecteur projecteurs',
);
/** Words before and after the Spanish "sol", which is the sun; the French one is a floor. */
export const BEFORE_SPANISH_SUN = toWordSet('el del al de con bajo pleno contra');
export const AFTER_SPANISH_SUN = toWordSet('de del duro suave directo bajo fuerte calido');
export const SHADOW_WORDS = toWordSet('shadow shadows schatten ombre ombres sombra sombras ombra');
/** Words around "studio" with which it isn't a photographer's: "recording studio", "studio di architettura". */
export const BEFORE_OTHER_STUDIOS = toWordSet('recording music art yoga dance home');
export const AFTER_OTHER_STUDIOS = toWordSet('di de du');

/** Words after which a word that is both a color and an object means the color ("gold tones", "lemon wall"). */
export const COLOR_NOUNS = toWordSet(
  'color colour colors colours colored coloured tone tones toned tint tinted hue hues palette shade shades accent accents details touches background ' +
    'backdrop wall walls gradient farben ton tons',
);

/** Participles before a preposition that puts the product on something: "posée sur un livre". */
export const PUT = toWordSet(
  'placed resting sitting set gestellt gelegt platziert pose posee poses posees place placee apoyado apoyada colocado colocada puesto ' +
    'puesta appoggiato appoggiata appoggiati appoggiate posato posata posto posta',
);
/** Prepositions before the thing on which the product is, and before a thing behind it. */
export const ON = toWordSet('on upon onto auf sur sobre su sul sullo sulla sui sulle');
export const BEHIND = toWordSet('behind hinter dahinter derriere detras tras dietro');
/** Words for the background, which also stand after the thing in it: "dunas al fondo". */
export const IN_BACKGROUND = toWordSet('background hintergrund fondo sfondo');

/** Words for the walls and the floor of a room. */
export const WALLS = toWordSet(ALL_WALLS);
export const FLOORS = toWordSet('floor floors boden fussboden suelo pavimento sol');

/** Color names in other languages, by their English name. */
const FOREIGN_COLORS: readonly (readonly [string, string])[] = [
  ['red', 'rot rote rouge rojo roja rosso rossa'],
  ['pink', 'rosa roses pinkish'],
  ['orange', 'oranges naranja arancione arancio'],
  ['yellow', 'gelb jaune amarillo amarilla giallo gialla'],
  ['green', 'grun gruen vert verte verde'],
  ['blue', 'blau bleu bleue azul azzurro blu bluish'],
  ['turquoise', 'turkis tuerkis turquesa turchese'],
  ['purple', 'violett violette violettes morado morada viola'],
  ['brown', 'braun marron marrone'],
  ['white', 'weiss blanc blanche blanco blanca bianco bianca whitish'],
  ['black', 'schwarz noir noire negro negra nero nera'],
  ['gray', 'grau gris grise grigio grigia grayish greyish'],
  ['gold', 'golden'],
  ['silver', 'silber argent plata argento'],
  ['cream', 'creme crema'],
  ['beige', 'beige beis'],
  ['navy', 'marineblau nachtblau nachtblaue'],
  ['bottle green', 'flaschengrun'],
  ['forest green', 'tannengrun waldgrun moosgrun'],
  ['royal blue', 'konigsblau'],
  ['sky blue', 'himmelblau'],
  ['powder blue', 'taubenblau'],
  ['mauve', 'altrosa'],
  ['blush', 'puderrosa zartrosa'],
  ['brick', 'ziegelrot'],
  ['ochre', 'ocker ocre ocra'],
  ['khaki', 'kaki caqui cachi'],
  ['apricot', 'aprikose abricot albaricoque albicocca'],
  ['champagne', 'champagner champan'],
  ['copper', 'kupferfarben'],
  ['olive', 'oliva oliv'],
  ['sage', 'salbei sauge salvia'],
  ['mustard', 'senf moutarde mostaza senape'],
  ['lilac', 'lila lilla lilas'],
  ['lavender', 'lavendel lavande lavanda'],
  ['peach', 'pfirsich peche melocoton'],
  ['salmon', 'lachs saumon'],
  ['coral', 'koralle corail'],
  ['rust', 'rost rouille'],
  ['petrol', 'petrole'],
  ['emerald', 'smaragd emeraude esmeralda smeraldo'],
  ['burgundy', 'weinrot burdeos'],
  ['anthracite', 'anthrazit antracita antracite'],
  ['caramel', 'karamell caramelo caramello'],
  ['ivory', 'elfenbein ivoire marfil avorio'],
  ['pearl', 'perle perla'],
  ['plum', 'pflaume ciruela prugna'],
];
export const COLOR_OF_WORD: ReadonlyMap<string, string> = new Map(
  FOREIGN_COLORS.flatMap(([color, words]) => words.split(' ').map((word) => [word, color] as const)),
);

/** Colors of a basic color in English and a second word in another language: "bleu canard". */
const COLORS_OF_TWO_WORDS: readonly (readonly [string, string])[] = [
  [
    'teal',
    'blue canard,blue paon,blue pavo,blue pavone,blue ottanio,green petrole,green petroleo,green petrolio',
  ],
  ['petrol', 'blue petrole,blue petroleo,blue petrolio'],
  ['navy', 'blue notte,blue nuit,blue noche,blue marine,blue marino'],
  ['royal blue', 'blue roi,blue rey,blue reale'],
  ['electric blue', 'blue electrique,blue electrico,blue elettrico'],
  ['powder blue', 'blue poudre,blue polvere,blue bebe'],
  ['denim', 'blue jean,blue jeans'],
  ['slate', 'blue ardoise'],
  ['bottle green', 'green bouteille,green botella,green bottiglia'],
  ['forest green', 'green sapin,green abeto,green pino,green bosco,green bosque'],
  ['khaki', 'green kaki'],
  ['army green', 'green militaire,green militar,green militare'],
  ['mint green', 'green agua,green acqua,green eau,green d eau'],
  ['pistachio', 'green pistache,green pistacho,green pistacchio'],
  ['lime', 'green pomme,green manzana,green mela,green lime,green lima'],
  ['blush', 'rose poudre,pink cipria,pink palo,pink polvo,pink empolvado,rose pale,pink pallido,pink palido'],
  ['hot pink', 'rose bonbon,pink chicle,rose fluo,pink fluo,rose fuchsia,pink fucsia,rose vif,pink shocking'],
  ['mauve', 'pink viejo,pink antico,vieux rose'],
  ['brick', 'red brique,red ladrillo,red mattone'],
  ['terracotta', 'red teja'],
  ['burgundy', 'red vin,red vino,red bordeaux,red borgona'],
  ['cherry', 'red cerise,red cereza,red ciliegia'],
  ['off white', 'white casse,white roto,white sporco,white hueso,white panna,white latte'],
  ['pearl', 'gray perle,gray perla'],
  ['taupe', 'gray topo,gray tortora,gray souris'],
  ['anthracite', 'gray anthracite,gray antracite,gray antracita'],
];
export const COLOR_OF_TWO_WORDS: ReadonlyMap<string, string> = new Map(
  COLORS_OF_TWO_WORDS.flatMap(([color, words]) => words.split(',').map((word) => [word, color] as const)),
);

/** Plurals of flowers and fruit that are colors after a noun of a Romance language: "pivoines roses". */
export const COLORS_AFTER_NOUNS = toWordSet('roses oranges naranjas violettes');

/** Modifiers that follow a color: "azul claro", "bleu fonce". */
export const LATER_SHADE_OF_WORD: ReadonlyMap<string, string> = new Map(
  (
    [
      ['light', 'clair claire claro clara chiaro chiara'],
      ['dark', 'fonce oscuro oscura scuro scura'],
      ['pastel', 'pastel pastello'],
      ['navy', 'marino marine navy notte nuit noche'],
      ['sky', 'ciel cielo'],
      ['forest', 'foret bosque bosco'],
      ['mint', 'menthe menta'],
    ] as const
  ).flatMap(([shade, words]) => words.split(' ').map((word) => [word, shade] as const)),
);

/** Words for products that are also colors; they are read as colors, unless the preceding word indicates a product. */
export const COLOR_RATHER_THAN_PRODUCT = toWordSet('cream honey');
export const BEFORE_A_PRODUCT = toWordSet(
  'face hand body eye skin day night ice of anti moisturizing moisturising',
);

/** Words for walnut, whose wood is dark. */
export const DARK_WOODS = toWordSet('walnut walnuss nussbaum noyer nogal noce');

/** Modifiers of a material's lightness: "dark wood". */
export const SHADES_OF_MATERIALS: Readonly<Record<string, number>> = {
  dark: -0.35,
  darker: -0.4,
  deep: -0.25,
  light: 0.35,
  lighter: 0.4,
  pale: 0.5,
  bright: 0.25,
  dunkel: -0.35,
  dunkl: -0.35,
  hell: 0.35,
};
