import { parseColors, parseKinds } from './shop-words.ts';
import type { ShopWords } from './shop-words.ts';

export const SPANISH: ShopWords = {
  language: 'es',
  colors: parseColors(
    'negro|gris oscuro|gris|gris claro|plateado|blanco|rojo|burdeos|naranja|teja|coral|melocotón|amarillo|amarillo dorado|mostaza|crema|beige|arena|marrón claro|marrón|marrón oscuro|verde oliva|verde lima|verde|verde oscuro|verde claro|verde salvia|verde menta|azul petróleo|turquesa|azul claro|azul cielo|azul|azul acero|azul oscuro|azul marino|lavanda|morado|morado oscuro|magenta|fucsia|rosa|rosa claro',
  ),
  and: ' y ',
  quotes: ['«', '»'],
  point: ',',
  product: 'Producto',
  shaped: { cup: 'Producto con forma de taza', bottle: 'Producto con forma de botella' },
  kinds: parseKinds(
    'Sérum|Champú|Acondicionador|Crema hidratante|Loción|Tónico|Limpiador|Protector solar|Jabón|Perfume|Colonia|Desodorante|Pasta de dientes|Máscara de pestañas|Pintalabios|Detergente|Café|Espresso|Té|Miel|Chocolate|Zumo|Limonada|Kombucha|Cerveza|Vino|Ginebra|Vodka|Whisky|Ron|Tequila|Kétchup|Mostaza|Mayonesa|Mermelada|Granola|Pasta|Aceite de oliva',
  ),
  bottlePhrase: (kind) => `${kind} en botella`,
  productPhrase: (kind) => kind,
  inColors: (what, colors) => `${what} en ${colors}`,
  withHandle: { left: 'con asa a la izquierda', right: 'con asa a la derecha', any: 'con asa' },
  printedWith: (what, print) => `${what}, con el texto ${print}`,
  color: (colors, count) => `${count > 1 ? 'Colores' : 'Color'}: ${colors}`,
  shares: (shares) => `Proporción de cada color: ${shares}`,
  percent: (percent) => `${percent} %`,
  oneColor: 'De un solo color',
  colorCode: (hex) => `Tono principal en la foto: ${hex}`,
  print: (print) => `Texto impreso: ${print}`,
  finish: {
    glossy: 'Superficie brillante con reflejos nítidos',
    metallic: 'Superficie de aspecto metálico',
    transparent: 'Transparente en parte',
  },
  textured: 'Superficie con textura',
  handle: { left: 'Asa a la izquierda en la foto', right: 'Asa a la derecha en la foto' },
  round: 'Contorno redondo',
  shape: { cup: 'Forma de taza', bottle: 'Forma de botella' },
  proportions: (times, isTaller) =>
    `En la foto, unas ${times} veces más ${isTaller ? 'alto que ancho' : 'ancho que alto'}`,
  even: 'En la foto, casi tan alto como ancho',
  whole: 'Fotografiado por completo, sin partes cortadas',
  cropped: 'Vista cercana: el producto sobresale de la foto',
};
