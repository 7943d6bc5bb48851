/** Builds small ICC profiles (ICC.1:2022, version 2 of the format) from primaries and a gamma. */
import { joinBytes, u16, u32 } from './bytes.ts';

const s15 = (value: number): number[] => u32(Math.round(value * 65_536) >>> 0);
const xyz = (values: readonly number[]): Buffer => joinBytes('XYZ ', u32(0), values.flatMap(s15));
const curve = (gamma: number): Buffer =>
  joinBytes('curv', u32(0), u32(1), u16(Math.round(gamma * 256)), [0, 0]);
const description = (name: string): Buffer =>
  joinBytes(
    'desc',
    u32(0),
    u32(name.length + 1),
    name,
    [0],
    new Uint8Array(78 + ((4 - ((name.length + 1 + 78) % 4)) % 4)),
  );

function profile(colorSpace: 'RGB ' | 'GRAY', tags: readonly (readonly [string, Buffer])[]): Buffer {
  const tableBytes = 4 + tags.length * 12;
  let at = 128 + tableBytes;
  const table: number[][] = [];
  for (const [name, content] of tags) {
    table.push([...joinBytes(name), ...u32(at), ...u32(content.length)]);
    at += content.length;
  }
  const header = joinBytes(
    u32(at),
    u32(0),
    [2, 0x20, 0, 0],
    'mntr',
    colorSpace,
    'XYZ ',
    new Uint8Array(12),
    'acsp',
    new Uint8Array(28),
    [0.9642, 1, 0.8249].flatMap(s15),
    new Uint8Array(48),
  );
  return joinBytes(header, u32(tags.length), table.flat(), ...tags.map(([, content]) => content));
}

const WHITE = ['wtpt', xyz([0.9642, 1, 0.8249])] as const;

/** Profile of Adobe RGB (1998): its colorants under D50, gamma 2.2. */
export const adobeRgbProfile = (): Buffer =>
  profile('RGB ', [
    ['desc', description('Wide gamut')],
    WHITE,
    ['rXYZ', xyz([0.60974, 0.31111, 0.01947])],
    ['gXYZ', xyz([0.20528, 0.62567, 0.06087])],
    ['bXYZ', xyz([0.14919, 0.06322, 0.74457])],
    ['rTRC', curve(2.19921875)],
    ['gTRC', curve(2.19921875)],
    ['bTRC', curve(2.19921875)],
  ]);

export const grayProfile = (gamma: number): Buffer =>
  profile('GRAY', [['desc', description('Gray')], WHITE, ['kTRC', curve(gamma)]]);
