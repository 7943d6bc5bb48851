import type { ProductScale } from '@packshot/contract';
import { PRODUCT_NOUNS } from '../describe/product-nouns.ts';
import type { SeenInLife } from '../describe/product-nouns.ts';
import { USE_WORDS } from './product-words.ts';

/** Nouns in English, German, French, Spanish and Italian that imply a product's real-world size, without accents. */
const NOUNS: Readonly<Record<ProductScale, string>> = {
  hand:
    'ring earring necklace bracelet pendant brooch watch wristwatch lipstick mascara perfume fragrance phone smartphone iphone earbud sunglasses ' +
    'eyeglasses spectacles wallet keychain lighter pen coin toothbrush razor ohrring halskette armband armbanduhr lippenstift parfum handy ' +
    'sonnenbrille brille geldborse feuerzeug kugelschreiber bague collier montre stylo lunettes anillo pulsera reloj pintalabios perfume gafas ' +
    'boligrafo pendiente anello collana bracciale orologio rossetto profumo occhiali penna',
  table:
    'lamp mug cup bottle jar vase bowl plate glass candle book speaker laptop toaster kettle blender camera shoe sneaker boot bag backpack handbag hat ' +
    'pillow cushion blanket cover plant pot pan knife box toy game puzzle figurine model miniature clock frame keyboard mouse headphones teapot jug basket tray lantern ' +
    'sheet runner organizer organiser pedal winder stand sharpener protector topper ' +
    'wax polish oil cleaner key keyring charger holder mount mat helmet bell light pump lock glove sticker tire part ' +
    'lampe leuchte tasse becher flasche vase schale schussel teller buch kerze lautsprecher kessel mixer kamera schuh tasche rucksack hut kissen decke pflanze topf ' +
    'pfanne messer spielzeug modell schlussel helm reifen korb laterne ' +
    'tasse bouteille assiette livre bougie chaussure sac chapeau coussin couverture jouet casque panier ' +
    'taza botella jarron plato libro vela zapato bolso mochila sombrero cojin manta juguete casco cesta lampara ' +
    'tazza bottiglia piatto libro candela scarpa borsa zaino cappello cuscino coperta giocattolo casco cesto lampada',
  furniture:
    'sofa couch armchair chair stool bench table desk dresser wardrobe cabinet cupboard bookcase bookshelf shelf sideboard nightstand bed mattress crib ottoman ' +
    'pouf recliner loveseat headboard fridge refrigerator dishwasher treadmill wheelchair ' +
    'sessel stuhl hocker tisch schreibtisch kommode schrank regal bett matratze kuhlschrank waschmaschine ' +
    'canape fauteuil chaise tabouret bureau armoire commode etagere lit matelas ' +
    'sillon silla taburete mesa escritorio armario comoda estanteria cama colchon ' +
    'divano poltrona sedia sgabello tavolo scrivania armadio cassettiera letto materasso',
  vehicle:
    'car automobile suv sedan hatchback coupe convertible roadster truck lorry van minivan pickup bus motorcycle motorbike moped scooter bicycle bike ebike ' +
    'tractor trailer camper caravan quad kart ' +
    'auto wagen sportwagen gebrauchtwagen lastwagen lkw pkw motorrad fahrrad traktor wohnmobil wohnwagen ' +
    'voiture camion moto velo bicyclette tracteur ' +
    'coche motocicleta bicicleta furgoneta automovil ' +
    'motocicletta furgone trattore',
};

const CLASS_OF: ReadonlyMap<string, ProductScale> = new Map(
  Object.entries(NOUNS).flatMap(([scale, nouns]) =>
    nouns.split(' ').map((noun): [string, ProductScale] => [noun, scale as ProductScale]),
  ),
);
/** Endings of German compound nouns, long enough to be unambiguous. */
const ENDS = [
  'sessel',
  'sofa',
  'schrank',
  'tisch',
  'stuhl',
  'regal',
  'kommode',
  'matratze',
  'fahrrad',
  'motorrad',
  'lampe',
  'leuchte',
  'kissen',
] as const;
/** Pattern of words for toys and models, which are small whatever they depict. */
const SMALL = /\b(?:toys?|miniatures?|die ?cast|spielzeug\w*|modell\w*|jouets?|juguetes?|giocattol[oi])\b/;
/** Prepositions after which a noun names a purpose or a material rather than the product. */
const ASIDES: ReadonlySet<string> = new Set(
  'de di da du des del della pour para per for fur von aus mit with in of on en a'.split(' '),
);
/** Pattern of words for “parked”, which imply a vehicle. */
const PARKED = /\b(?:parked|geparkt|garee?|estacionad[oa]|aparcad[oa]|parcheggiat[oa])\b/;

const plain = (text: string): string =>
  text
    .slice(0, 200)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** Size class of a product by its name, or null. The last noun decides: a car wax is a wax. */
export function scaleInName(name: string): ProductScale | null {
  const text = plain(name);
  if (SMALL.test(text)) return 'table';
  return (
    headWords(text)
      .map(findScale)
      .findLast((scale) => scale !== undefined) ?? null
  );
}

/** Pattern of words that count products, at the start of a name: “pair of”, “set of 4”, “Paar”. */
const COUNTED =
  /^(?:an? )?(?:pairs?|sets?|packs?|paar|satz|paires?|lots?|pares?|par|juegos?|conjuntos?|paio|paia|coppia)(?: (?:of|von|de|d|di|da))? (?=[a-z])/;

/** Words of a name before those that describe its purpose or its material. */
function headWords(text: string): readonly string[] {
  const words = text.replace(COUNTED, '').split(' ');
  const aside = words.findIndex((word, at) => at > 0 && ASIDES.has(word));
  return aside < 0 ? words : words.slice(0, aside);
}

/** Usual poses of products, by their nouns in all languages, folded (lower case, no accents). */
const SEEN_OF: ReadonlyMap<string, SeenInLife> = new Map(
  PRODUCT_NOUNS.flatMap(({ words, usualPose }) =>
    Object.values(words).map((word): [string, SeenInLife] => [plain(word), usualPose]),
  ),
);
const USES: ReadonlySet<string> = new Set(Object.values(USE_WORDS).flat());

/** True for a noun, in exactly this form, that names a product: “mug”, “sneakers”, but not “mugs”. */
export const isNounOfProduct = (word: string): boolean => SEEN_OF.has(word) || USES.has(word);

/** Nouns of several words, which may contain a preposition: "reloj de pulsera". */
const PHRASES: readonly string[] = [...SEEN_OF.keys()].filter((noun) => noun.includes(' '));
/** Shortest length of a noun at the end of a compound, and of the compound's first part: a swatch isn't a watch. */
const SHORTEST = { end: 5, start: 3 } as const;
const SEEN_OF_SCALE: Readonly<Record<ProductScale, SeenInLife>> = {
  hand: 'stands',
  table: 'stands',
  furniture: 'floor',
  vehicle: 'road',
};

/** Usual pose of a product with this name, or null. The last noun decides: a watch box is a box. */
export function seenInName(name: string): SeenInLife | null {
  const text = plain(name);
  if (SMALL.test(text)) return 'stands';
  const phrase = PHRASES.find((noun) => ` ${text} `.includes(` ${noun} `));
  if (phrase !== undefined) return SEEN_OF.get(phrase) ?? null;
  return (
    headWords(text)
      .map(findSeen)
      .findLast((usualPose) => usualPose !== undefined) ?? null
  );
}

function findSeen(word: string): SeenInLife | undefined {
  const listed = listSingulars(word)
    .map((form) => SEEN_OF.get(form))
    .find((usualPose) => usualPose !== undefined);
  if (listed !== undefined) return listed;
  const end = [...SEEN_OF].find(
    ([noun]) =>
      noun.length >= SHORTEST.end && word.length - noun.length >= SHORTEST.start && word.endsWith(noun),
  );
  if (end !== undefined) return end[1];
  const scale = findScale(word);
  return scale && SEEN_OF_SCALE[scale];
}

/**
 * True if a noun in a scene's description has the product's own size class and therefore means the product: in a scene
 * for a car, “car” isn't scenery. Tables remain scenery for products on them, and so do small things that aren't the
 * first one in the prompt: “candle light” around a bottle.
 */
export const namesProduct = (
  phrase: string,
  scale: ProductScale | null | undefined,
  prompt: string,
): boolean =>
  scale != null &&
  scaleInName(phrase) === scale &&
  (scale === 'furniture' || scale === 'vehicle' || isAtStart(phrase, prompt));

/** Maximum number of words before the product at the start of a prompt, such as an article and an adjective. */
const MOST_BEFORE = 2;

const isAtStart = (phrase: string, prompt: string): boolean => {
  const [before] = prompt.split(phrase, 1);
  return before !== undefined && before.split(/\s+/).length <= MOST_BEFORE + 1 && !/[,.;]/.test(before);
};

/**
 * Size class of the product that the description of a scene implies: `vehicle` if the product is parked, else null.
 * Objects of the scene don't count.
 */
export const scaleInPrompt = (prompt: string): ProductScale | null =>
  PARKED.test(plain(prompt)) ? 'vehicle' : null;

const listSingulars = (word: string): readonly string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/(?:e?n|e)$/, ''),
];

function findScale(word: string): ProductScale | undefined {
  const listedScale = listSingulars(word)
    .map((form) => CLASS_OF.get(form))
    .find((scale) => scale !== undefined);
  if (listedScale !== undefined) return listedScale;
  const end = ENDS.find((noun) => word.endsWith(noun));
  return end && CLASS_OF.get(end);
}
