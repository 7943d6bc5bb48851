/** User prompts with their required outcome: a matching scene, or a word that is reported as missing. */
export interface AskedPrompt {
  readonly prompt: string;
  /** Families of sets that the variants may have. */
  readonly leadsTo: readonly string[];
  /** Words that must be reported as missing before a scene is made; none by default. */
  readonly missing?: readonly string[];
  /** True if no word can be followed, so that the request must be refused. */
  readonly isRefused?: boolean;
}

const SWEEP = ['plain-sweep'] as const;
const ROAD = ['dusk-asphalt'] as const;

/** Prompts that were used to write the word lists. */
export const ASKED_PROMPTS: readonly AskedPrompt[] = [
  { prompt: 'white seamless studio', leadsTo: SWEEP },
  { prompt: 'isolated on pure white, soft shadow, e-commerce', leadsTo: SWEEP },
  { prompt: 'seamless grey backdrop', leadsTo: SWEEP },
  { prompt: 'plain light grey, nothing else', leadsTo: SWEEP },
  { prompt: 'flat lay on white marble, top view', leadsTo: ['flat-marble'] },
  { prompt: 'on black, rim light', leadsTo: ['emerald-marble'] },
  { prompt: 'oak table, morning sun', leadsTo: ['wood-table'] },
  { prompt: 'Holztisch am Fenster, warmes Licht', leadsTo: ['oak-window', 'autumn-table'] },
  { prompt: 'sur du marbre blanc, lumière douce', leadsTo: ['marble-counter'] },
  { prompt: 'mesa de madera rústica, atardecer', leadsTo: ['wood-table'] },
  { prompt: 'beach with palm trees', leadsTo: ['dunes'], missing: ['palm trees'] },
  { prompt: 'wet stones, moody', leadsTo: ['wet-pebbles'] },
  { prompt: 'snow, Christmas', leadsTo: ['snow-fir'] },
  { prompt: 'neon city at night, rain', leadsTo: ['neon-night'], missing: ['city', 'rain'] },
  {
    prompt: 'navy blue wall, wooden shelf',
    leadsTo: ['wood-table'],
    missing: ['wooden shelf'],
  },
  {
    prompt: 'pink podium, confetti',
    leadsTo: ['blush-arches', 'rose-petals', 'terrazzo-sage', 'emerald-marble'],
    missing: ['confetti'],
  },
  { prompt: 'green velvet, gold', leadsTo: ['velvet-stage'] },
  { prompt: 'concrete loft, hard sun', leadsTo: ['concrete-loft'] },
  { prompt: 'desert at golden hour', leadsTo: ['dunes'] },
  { prompt: 'in a forest on moss', leadsTo: ['moss-forest'] },
  { prompt: 'bathroom tiles, plants', leadsTo: ['pool-tiles'], missing: ['plants'] },
  {
    prompt: 'kitchen with copper pots and herbs',
    leadsTo: ['kitchen-counter'],
    missing: ['copper', 'pots', 'herbs'],
  },
  {
    prompt: 'leather armchair, fireplace',
    leadsTo: [],
    missing: ['leather', 'armchair', 'fireplace'],
    isRefused: true,
  },
  { prompt: 'autumn leaves', leadsTo: ['autumn-table'] },
  { prompt: 'water surface, caustics', leadsTo: ['still-water'] },
  { prompt: 'minimal beige arches', leadsTo: ['blush-arches', 'terrazzo-sage'] },
  { prompt: 'parked on a mountain road', leadsTo: ROAD },
  { prompt: 'auf einer Bergstraße geparkt', leadsTo: ROAD },
  { prompt: 'garée sur une route de montagne', leadsTo: ROAD },
  { prompt: 'aparcado en una carretera de montaña', leadsTo: ROAD },
  { prompt: 'parcheggiata su una strada di montagna', leadsTo: ROAD },
  { prompt: 'on a road at dusk', leadsTo: ROAD },
  { prompt: 'on a wooden hanger against a white wall', leadsTo: ['clothes-rail'] },
  { prompt: 'on a wall hook, morning light', leadsTo: ['wall-hook'] },
  { prompt: 'in a furniture room with an oak floor', leadsTo: ['living-room'] },
  { prompt: 'in a mediterranean living room, plaster', leadsTo: ['plaster-room'], missing: ['living room'] },
  { prompt: 'in a clean showroom hall', leadsTo: ['vehicle-hall'] },
  { prompt: 'terrazzo, pastel', leadsTo: ['terrazzo-sage'] },
  { prompt: 'no props, soft box', leadsTo: SWEEP },
  {
    prompt: 'wooden table, hanging plants in the background',
    leadsTo: ['autumn-table', 'oak-window'],
    missing: ['hanging'],
  },
  {
    prompt: 'lemons lying next to it on a kitchen counter',
    leadsTo: ['citrus-kitchen', 'oak-window'],
    missing: ['lying'],
  },
  { prompt: 'oak table, nothing hanging', leadsTo: ['wood-table'] },
  {
    prompt: 'crochet blanket on a wooden table',
    leadsTo: ['wood-table'],
    missing: ['crochet', 'blanket'],
  },
  { prompt: 'bag hanging on a white wall', leadsTo: ['clothes-rail', 'wall-hook'] },
  {
    prompt: 'perfume on a gold podium, pink background, soft shadows',
    leadsTo: ['emerald-marble', 'terrazzo-sage'],
    missing: ['gold'],
  },
  {
    prompt: 'lying on a desk next to a cup of coffee and a pen, from above',
    leadsTo: ['autumn-table', 'linen-books', 'oak-window', 'flat-oak'],
    missing: ['cup', 'coffee', 'pen'],
  },
  {
    prompt: 'auf hellem Tisch von oben, Stoffserviette in blau',
    leadsTo: ['wood-table'],
    missing: ['blau', 'Stoffserviette'],
  },
  {
    prompt: 'ambiance de noël, branches de sapin, ruban rouge',
    leadsTo: ['snow-fir'],
    missing: ['rouge', 'ruban'],
  },
  { prompt: 'mise en place sur une nappe bleue, vue du dessus', leadsTo: ['flat-linen'], missing: ['mise'] },
  {
    prompt: 'rideaux jaunes, table bleue',
    leadsTo: ['wood-table'],
    missing: ['rideaux', 'jaunes'],
  },
  {
    prompt: 'sobre una mesa de madera oscura, vapor de café',
    leadsTo: ['wood-table'],
    missing: ['café', 'vapor'],
  },
  { prompt: 'colgado en una percha, pared rosa', leadsTo: ['clothes-rail'] },
  { prompt: 'entre flores blancas, fondo lila', leadsTo: ['rose-petals'], missing: ['blancas'] },
  { prompt: 'baño con toallas blancas', leadsTo: ['pool-tiles'] },
  { prompt: 'sfondo bianco puro, niente ombre', leadsTo: SWEEP },
  {
    prompt: 'prato verde, cielo azzurro',
    leadsTo: [],
    missing: ['prato', 'verde', 'cielo', 'azzurro'],
    isRefused: true,
  },
];

/** Held-out prompts, with other words and mixed languages, that weren't used to write the word lists. */
export const HELD_OUT_PROMPTS: readonly AskedPrompt[] = [
  { prompt: 'studio blanc, sans accessoires, ombre douce', leadsTo: SWEEP },
  { prompt: 'hellgrauer Hintergrund, nichts sonst', leadsTo: SWEEP },
  { prompt: 'fondo azul marino liso', leadsTo: SWEEP },
  {
    prompt: 'rustikaler Holztisch mit Traktor',
    leadsTo: ['wood-table'],
    missing: ['Traktor'],
  },
  { prompt: 'bougies et cheminée', leadsTo: [], missing: ['bougies', 'cheminée'], isRefused: true },
  {
    prompt: 'underwater coral reef with fish',
    leadsTo: [],
    missing: ['underwater', 'coral reef', 'fish'],
    isRefused: true,
  },
  { prompt: 'sul marmo nero, luce morbida', leadsTo: ['marble-counter'] },
  { prompt: 'rotes Samt, Spotlight, dramatisch', leadsTo: ['velvet-stage'] },
  { prompt: 'top down on crumpled linen', leadsTo: ['flat-linen'] },
  { prompt: 'neonlicht, regen, nasse straße', leadsTo: ['neon-night'], missing: ['regen'] },
  { prompt: 'a spaceship on the moon', leadsTo: [], missing: ['spaceship', 'moon'], isRefused: true },
  { prompt: 'Schnee und Lichterkette', leadsTo: ['snow-fir'], missing: ['Lichterkette'] },
  { prompt: 'pastel pink seamless, hard shadow', leadsTo: SWEEP },
  { prompt: 'Gegenlicht im Wald, Moos', leadsTo: ['moss-forest'] },
  { prompt: 'tavolo di legno, mattina', leadsTo: ['wood-table'] },
];
