import { parseColors, parseKinds } from './shop-words.ts';
import type { ShopWords } from './shop-words.ts';

export const GERMAN: ShopWords = {
  language: 'de',
  colors: parseColors(
    'Schwarz|Dunkelgrau|Grau|Hellgrau|Silber|Weiß|Rot|Bordeauxrot|Orange|Rostrot|Koralle|Pfirsich|Gelb|Goldgelb|Senfgelb|Creme|Beige|Sandbraun|Hellbraun|Braun|Dunkelbraun|Olivgrün|Limettengrün|Grün|Dunkelgrün|Hellgrün|Salbeigrün|Mintgrün|Petrol|Türkis|Hellblau|Himmelblau|Blau|Stahlblau|Dunkelblau|Marineblau|Lavendel|Lila|Dunkellila|Magenta|Pink|Rosa|Hellrosa',
  ),
  and: ' und ',
  quotes: ['„', '“'],
  point: ',',
  product: 'Produkt',
  shaped: { cup: 'Produkt in Tassenform', bottle: 'Produkt in Flaschenform' },
  kinds: parseKinds(
    'Serum|Shampoo|Spülung|Feuchtigkeitscreme|Lotion|Gesichtswasser|Reinigung|Sonnenschutz|Seife|Parfüm|Eau de Cologne|Deodorant|Zahnpasta|Mascara|Lippenstift|Waschmittel|Kaffee|Espresso|Tee|Honig|Schokolade|Saft|Limonade|Kombucha|Bier|Wein|Gin|Wodka|Whisky|Rum|Tequila|Ketchup|Senf|Mayonnaise|Konfitüre|Granola|Pasta|Olivenöl',
  ),
  bottlePhrase: (kind) => `${kind} in der Flasche`,
  productPhrase: (kind) => kind,
  inColors: (what, colors) => `${what} in ${colors}`,
  withHandle: { left: 'mit Henkel links', right: 'mit Henkel rechts', any: 'mit Henkel' },
  printedWith: (what, print) => `${what}, Aufdruck ${print}`,
  color: (colors, count) => `${count > 1 ? 'Farben' : 'Farbe'}: ${colors}`,
  shares: (shares) => `Farbanteile: ${shares}`,
  percent: (percent) => `${percent} %`,
  oneColor: 'Einfarbig',
  colorCode: (hex) => `Hauptfarbe auf dem Foto: ${hex}`,
  print: (print) => `Aufdruck: ${print}`,
  finish: {
    glossy: 'Glänzende Oberfläche mit deutlichen Lichtreflexen',
    metallic: 'Metallisch glänzende Oberfläche',
    transparent: 'Teilweise durchsichtig',
  },
  textured: 'Strukturierte Oberfläche',
  handle: { left: 'Henkel auf der linken Seite (im Bild)', right: 'Henkel auf der rechten Seite (im Bild)' },
  round: 'Runder Umriss',
  shape: { cup: 'Tassenform', bottle: 'Flaschenform' },
  proportions: (times, isTaller) =>
    `Im Bild etwa ${times}-mal so ${isTaller ? 'hoch wie breit' : 'breit wie hoch'}`,
  even: 'Im Bild etwa so hoch wie breit',
  whole: 'Vollständig abgebildet, nichts ist abgeschnitten',
  cropped: 'Nahaufnahme: Das Produkt reicht über den Bildrand hinaus',
};
