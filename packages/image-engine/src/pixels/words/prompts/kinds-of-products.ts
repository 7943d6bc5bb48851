/**
 * Kinds of products: their words in a description or a name, and the families of studio sets in which they are
 * typically shown, the best first. Words are folded (lower case, no accents) and in the singular: English, then
 * German, French, Spanish and Italian.
 */
export interface KindOfProduct {
  readonly words: ReadonlySet<string>;
  readonly families: readonly string[];
}

const kind = (words: string, families: string): KindOfProduct => ({
  words: new Set(words.split(', ')),
  families: families.split(' '),
});

export const KINDS_OF_PRODUCTS: readonly KindOfProduct[] = [
  kind(
    'camp mug, camping, thermo, flask, tent, backpack, lantern, hiking, zelt, rucksack, feldflasche, tente, sac a dos, gourde, tienda, mochila, tenda, zaino, borraccia',
    'moss-forest dunes oak-window wet-pebbles terracotta-court',
  ),
  kind(
    'cup, cup-shaped, mug, teapot, pot, bowl, plate, jug, carafe, glass jar, jar, shaker, mill, grinder, spoon, pan, kettle, dish, tray, wok, mortar, coffee maker, bread, pizza, burger, tasse, becher, kanne, schussel, teller, krug, bol, assiette, theiere, taza, plato, cuenco, tazza, piatto, ciotola, brocca',
    'oak-window terrazzo-sage terracotta-court linen-books silk-waves autumn-table citrus-kitchen',
  ),
  kind(
    'chair, stool, armchair, sofa, couch, table, desk, shelf, sideboard, bench, dresser, lamp, furniture, bookcase, cabinet, wardrobe, bed, crib, pillow, quilt, rug, clock, stuhl, sessel, hocker, tisch, regal, leuchte, lampe, chaise, fauteuil, canape, etagere, silla, sillon, mesa, estante, sedia, poltrona, divano, tavolo, lampada',
    'oak-window blush-arches concrete-loft terracotta-court silk-waves linen-books',
  ),
  kind(
    'car, bike, bicycle, motorcycle, motorbike, scooter, tricycle, helmet, van, truck, auto, fahrrad, motorrad, roller, voiture, velo, moto, coche, bicicleta, macchina, bicicletta',
    'concrete-loft dunes neon-night brushed-metal terracotta-court wet-pebbles',
  ),
  kind(
    'typewriter, pen, pencil, notebook, book, calculator, stapler, globe, schreibmaschine, stift, buch, notizbuch, stylo, livre, carnet, boligrafo, libro, cuaderno, penna, quaderno',
    'linen-books brushed-metal oak-window terrazzo-sage wet-pebbles concrete-loft',
  ),
  kind(
    'camera, lens, phone, smartphone, laptop, headphone, earbud, speaker, keyboard, drone, charger, tablet, monitor, radio, turntable, record player, amplifier, console, computer, television, game controller, printer, microphone, projector, remote control, kamera, objektiv, kopfhorer, lautsprecher, plattenspieler, appareil photo, enceinte, casque, platine, camara, altavoz, auricular, tocadisco, fotocamera, cuffia, giradischi',
    'brushed-metal concrete-loft glass-blocks wet-pebbles neon-night dunes',
  ),
  kind(
    'hair dryer, hairdryer, blow dryer, straightener, shaver, trimmer, toothbrush, fohn, haartrockner, rasierer, seche-cheveux, rasoir, secador, afeitadora, asciugacapelli, rasoio',
    'glass-blocks brushed-metal silk-waves still-water concrete-loft terrazzo-sage',
  ),
  kind(
    'plant, cactus, succulent, fern, terrarium, vase, flowerpot, planter, pflanze, kaktu, blumentopf, plante, planta, maceta, pianta, vaso',
    'oak-window terracotta-court terrazzo-sage moss-forest wet-pebbles blush-arches',
  ),
  kind(
    'shoe, sneaker, clog, loafer, boot, sandal, trainer, schuh, turnschuh, stiefel, chaussure, basket, botte, zapato, zapatilla, bota, scarpa, stivale',
    'concrete-loft terracotta-court dunes terrazzo-sage neon-night wet-pebbles',
  ),
  kind(
    'shirt, t-shirt, top, tank top, blouse, dress, jacket, jean, sweater, hoodie, sweatshirt, cardigan, garment, coat, suit, skirt, swimsuit, bikini, pajama, apron, sock, tie, umbrella, scarf, hat, bag, handbag, wallet, belt, sunglass, sunglasse, hemd, bluse, kleid, jacke, pullover, tasche, sonnenbrille, chemise, robe, veste, sac, lunette, camisa, vestido, chaqueta, bolso, gafa, camicia, vestito, giacca, borsa, occhiali',
    'blush-arches linen-books dunes silk-waves concrete-loft terracotta-court',
  ),
  kind(
    'ring, necklace, bracelet, earring, pendant, watch, jewelry, jewellery, kette, armband, ohrring, uhr, armbanduhr, schmuck, collier, bague, montre, bijou, anillo, collar, pulsera, reloj, joya, anello, collana, bracciale, orologio, gioiello',
    'velvet-stage emerald-marble silk-waves dunes rose-petals brushed-metal',
  ),
  kind(
    'cosmetic, serum, shampoo, conditioner, cream, lotion, toner, cleanser, soap, perfume, deodorant, mascara, lipstick, creme, seife, parfum, duschgel, savon, rouge a levre, champu, jabon, crema, sapone, profumo, rossetto',
    'blush-arches still-water silk-waves moss-forest soap-bubbles rose-petals glass-blocks',
  ),
  kind(
    'candle, candle holder, kerze, kerzenhalter, bougie, bougeoir, vela, candelabro, candela, candeliere',
    'linen-books autumn-table silk-waves velvet-stage emerald-marble wet-pebbles',
  ),
  kind(
    'toy, doll, puzzle, teddy, plush, spielzeug, puppe, jouet, poupee, peluche, juguete, muneca, giocattolo, bambola',
    'paper-clouds linen-books gift-confetti soap-bubbles oak-window moss-forest dunes',
  ),
];

/**
 * Finds the kind of product in a text.
 * @param text words with a space around each
 */
export function kindIn(text: string): KindOfProduct | undefined {
  const singular = text.replaceAll('s ', ' ');
  return KINDS_OF_PRODUCTS.find(({ words }) => {
    for (const word of words) if (singular.includes(` ${word} `) || text.includes(` ${word} `)) return true;
    return false;
  });
}
