import { parseColors, parseKinds } from './shop-words.ts';
import type { ShopWords } from './shop-words.ts';

export const FRENCH: ShopWords = {
  language: 'fr',
  colors: parseColors(
    'noir|gris foncé|gris|gris clair|argent|blanc|rouge|bordeaux|orange|rouille|corail|pêche|jaune|jaune doré|moutarde|crème|beige|sable|marron clair|marron|marron foncé|vert olive|vert citron|vert|vert foncé|vert clair|vert sauge|vert menthe|bleu canard|turquoise|bleu clair|bleu ciel|bleu|bleu acier|bleu foncé|bleu marine|lavande|violet|violet foncé|magenta|rose vif|rose|rose pâle',
  ),
  and: ' et ',
  quotes: ['« ', ' »'],
  point: ',',
  product: 'Produit',
  shaped: { cup: 'Produit en forme de tasse', bottle: 'Produit en forme de bouteille' },
  kinds: parseKinds(
    'Sérum|Shampooing|Après-shampooing|Crème hydratante|Lotion|Lotion tonique|Nettoyant|Crème solaire|Savon|Parfum|Eau de Cologne|Déodorant|Dentifrice|Mascara|Rouge à lèvres|Lessive|Café|Espresso|Thé|Miel|Chocolat|Jus|Limonade|Kombucha|Bière|Vin|Gin|Vodka|Whisky|Rhum|Tequila|Ketchup|Moutarde|Mayonnaise|Confiture|Granola|Pâtes|Huile d’olive',
  ),
  bottlePhrase: (kind) => `${kind} en bouteille`,
  productPhrase: (kind) => kind,
  inColors: (what, colors) => `${what}, coloris ${colors}`,
  withHandle: { left: 'avec anse à gauche', right: 'avec anse à droite', any: 'avec anse' },
  printedWith: (what, print) => `${what}, avec l’inscription ${print}`,
  color: (colors) => `Coloris : ${colors}`,
  shares: (shares) => `Part de chaque couleur : ${shares}`,
  percent: (percent) => `${percent} %`,
  oneColor: 'Couleur unie',
  colorCode: (hex) => `Teinte dominante sur la photo : ${hex}`,
  print: (print) => `Inscription : ${print}`,
  finish: {
    glossy: 'Surface brillante aux reflets nets',
    metallic: 'Surface d’aspect métallique',
    transparent: 'En partie transparent',
  },
  textured: 'Surface texturée',
  handle: { left: 'Anse à gauche sur la photo', right: 'Anse à droite sur la photo' },
  round: 'Contour rond',
  shape: { cup: 'Forme de tasse', bottle: 'Forme de bouteille' },
  proportions: (times, isTaller) =>
    `Sur la photo, environ ${times} fois plus ${isTaller ? 'haut que large' : 'large que haut'}`,
  even: 'Sur la photo, à peu près aussi haut que large',
  whole: 'Photographié en entier, rien n’est coupé',
  cropped: 'Vue rapprochée : le produit dépasse du cadre',
};
