import type { KnownProduct } from './known-product.ts';
import { readXmp } from '../../file/metadata/read-xmp.ts';

const ELEMENT = 'packshot:product';
const END = '</rdf:Description>';
const LONGEST_SIDE_PX = 65_536;
const MOST_THINGS = 10_000;
/**
 * Stored position as seven integers: left, top, width and height of the box, number of components, and the picture's
 * sides.
 */
const NUMBERS = /^\d{1,6}(?: \d{1,6}){6}$/;

/** Adds the product's position to an XMP packet; returns the packet unchanged if the position is unknown. */
export function withProduct(packet: string, product: KnownProduct | null): string {
  if (product === null) return packet;
  const { box, things, widthPx, heightPx } = product;
  const numbers = [box.xPx, box.yPx, box.widthPx, box.heightPx, things, widthPx, heightPx];
  return packet.replace(END, `<${ELEMENT}>${numbers.join(' ')}</${ELEMENT}>${END}`);
}

/** Reads the product's position that a file states. It isn't verified, and any program can write it. Never throws. */
export function productIn(file: Uint8Array): KnownProduct | null {
  const packet = readXmp(file);
  const start = packet.indexOf(`<${ELEMENT}>`);
  const end = packet.indexOf(`</${ELEMENT}>`, start);
  if (start < 0 || end < 0) return null;
  const text = packet.slice(start + ELEMENT.length + 2, end);
  if (text.length > 64 || !NUMBERS.test(text)) return null;
  const [xPx = 0, yPx = 0, boxWidthPx = 0, boxHeightPx = 0, things = 0, widthPx = 0, heightPx = 0] = text
    .split(' ')
    .map(Number);
  const isInside = xPx + boxWidthPx <= widthPx && yPx + boxHeightPx <= heightPx;
  const isAny = boxWidthPx > 0 && boxHeightPx > 0 && things > 0 && things <= MOST_THINGS;
  if (!isInside || !isAny || Math.max(widthPx, heightPx) > LONGEST_SIDE_PX) return null;
  return { box: { xPx, yPx, widthPx: boxWidthPx, heightPx: boxHeightPx }, things, widthPx, heightPx };
}
