/** Encodings older than UTF-8, used by spreadsheet programs in CSV and by systems in file names of a ZIP. */
import { messages } from './translation.ts';

/** Characters for the bytes 128 to 255 of DOS code pages, which no platform decoder supports. */
const DOS_HALVES = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
} as const;

/** Code pages with display names; the keys are labels of the Encoding standard where it has one. */
export const CODE_PAGES = messages({
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  shift_jis: 'Japanese',
  gb18030: 'Simplified Chinese',
  'euc-kr': 'Korean',
  big5: 'Traditional Chinese',
  'windows-1254': 'Turkish',
  'windows-1253': 'Greek',
  'windows-1257': 'Baltic',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-874': 'Thai',
  'euc-jp': 'Japanese (EUC)',
  'iso-8859-2': 'Central European (ISO)',
  'koi8-r': 'Cyrillic (KOI8)',
  macintosh: 'Western European (Mac)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm866: 'Cyrillic (DOS)',
  cp437: 'Western European (DOS)',
  cp850: 'Western European (DOS, 850)',
  cp852: 'Central European (DOS)',
});
export type CodePage = keyof typeof CODE_PAGES;
export const CODE_PAGE_IDS = Object.keys(CODE_PAGES) as [CodePage, ...CodePage[]];

/** Decodes bytes in a code page; returns null if the code page doesn't define some of them. */
export function decodedIn(
  page: CodePage | 'utf-8' | 'utf-16le' | 'utf-16be',
  bytes: Uint8Array,
): string | null {
  if (page === 'cp437' || page === 'cp850' || page === 'cp852') {
    return fromHalf(bytes, DOS_HALVES[page]);
  }
  try {
    return new TextDecoder(page, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function fromHalf(bytes: Uint8Array, half: string): string {
  const parts: string[] = [];
  for (const byte of bytes) parts.push(byte < 0x80 ? String.fromCharCode(byte) : half.charAt(byte - 0x80));
  return parts.join('');
}
