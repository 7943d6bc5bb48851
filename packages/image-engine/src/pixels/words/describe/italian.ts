import { parseColors, parseKinds } from './shop-words.ts';
import type { ShopWords } from './shop-words.ts';

export const ITALIAN: ShopWords = {
  language: 'it',
  colors: parseColors(
    'nero|grigio scuro|grigio|grigio chiaro|argento|bianco|rosso|bordeaux|arancione|ruggine|corallo|pesca|giallo|giallo oro|senape|crema|beige|sabbia|marrone chiaro|marrone|marrone scuro|verde oliva|verde lime|verde|verde scuro|verde chiaro|verde salvia|verde menta|ottanio|turchese|azzurro chiaro|celeste|blu|blu acciaio|blu scuro|blu navy|lavanda|viola|viola scuro|magenta|rosa acceso|rosa|rosa chiaro',
  ),
  and: ' e ',
  quotes: ['«', '»'],
  point: ',',
  product: 'Prodotto',
  shaped: { cup: 'Prodotto a forma di tazza', bottle: 'Prodotto a forma di bottiglia' },
  kinds: parseKinds(
    'Siero|Shampoo|Balsamo|Crema idratante|Lozione|Tonico|Detergente viso|Crema solare|Sapone|Profumo|Acqua di Colonia|Deodorante|Dentifricio|Mascara|Rossetto|Detersivo|Caffè|Espresso|Tè|Miele|Cioccolato|Succo|Limonata|Kombucha|Birra|Vino|Gin|Vodka|Whisky|Rum|Tequila|Ketchup|Senape|Maionese|Confettura|Granola|Pasta|Olio d’oliva',
  ),
  bottlePhrase: (kind) => `${kind} in bottiglia`,
  productPhrase: (kind) => kind,
  inColors: (what, colors, count) => `${what} ${count > 1 ? 'nei colori' : 'color'} ${colors}`,
  withHandle: { left: 'con manico a sinistra', right: 'con manico a destra', any: 'con manico' },
  printedWith: (what, print) => `${what}, con la scritta ${print}`,
  color: (colors, count) => `${count > 1 ? 'Colori' : 'Colore'}: ${colors}`,
  shares: (shares) => `Quota di ogni colore: ${shares}`,
  percent: (percent) => `${percent}%`,
  oneColor: 'Tinta unita',
  colorCode: (hex) => `Tonalità principale nella foto: ${hex}`,
  print: (print) => `Scritta sul prodotto: ${print}`,
  finish: {
    glossy: 'Superficie lucida con riflessi netti',
    metallic: 'Superficie dall’aspetto metallico',
    transparent: 'Trasparente in parte',
  },
  textured: 'Superficie strutturata',
  handle: { left: 'Manico a sinistra nella foto', right: 'Manico a destra nella foto' },
  round: 'Contorno rotondo',
  shape: { cup: 'Forma a tazza', bottle: 'Forma a bottiglia' },
  proportions: (times, isTaller) =>
    `Nella foto, circa ${times} volte più ${isTaller ? 'alto che largo' : 'largo che alto'}`,
  even: 'Nella foto, alto quasi quanto largo',
  whole: 'Fotografato per intero, senza parti tagliate',
  cropped: 'Vista ravvicinata: il prodotto esce dall’inquadratura',
};
