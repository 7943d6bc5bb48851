/** Changes of a scene's lamps and of the colors of its parts. */
import type { Lamp, SceneLock } from '@packshot/contract';
import { linearOfSrgb, luminance } from '../color/oklab.ts';
import type { LinearRgb } from './scene-plan.ts';

/** Color of a lamp that leaves its light as it is. */
export const WHITE_LIGHT = '#ffffff';
export const UNCHANGED_LAMP: Lamp = { level: 1, warmth: 0 };

/** Largest gain of a lamp that requests may state. */
const MOST_LIGHT = 100;

/** Red and blue gains of the warmest lamp; the coolest one has their inverses. */
const WARMEST = { red: 1.28, blue: 0.62 } as const;

/** Minimum linear share of each channel in a lamp's color; without it, objects of other colors would be black. */
const LEAST_CHANNEL = 0.02;

/** Gains of red, green and blue that give white light a color, without a change of its brightness. */
function toGains(hex: string): LinearRgb {
  const [r, g, b] = [1, 3, 5].map((at) =>
    Math.max(LEAST_CHANNEL, linearOfSrgb(Number.parseInt(hex.slice(at, at + 2), 16))),
  );
  const light = luminance(r, g, b);
  return [r / light, g / light, b / light];
}

/** Gains of a scene's lights with changed lamps. */
export const dimLights = (
  lights: Readonly<Record<string, LinearRgb>>,
  lamps: Readonly<Record<string, Lamp>>,
): SceneLock['lights'] =>
  Object.fromEntries(
    Object.entries(lights).map(([id, [red, green, blue]]) => {
      const { level, warmth, color } = lamps[id] ?? UNCHANGED_LAMP;
      const [r, g, b] = toGains(color ?? WHITE_LIGHT);
      return [
        id,
        [
          Math.min(MOST_LIGHT, red * r * level * WARMEST.red ** warmth),
          Math.min(MOST_LIGHT, green * g * level),
          Math.min(MOST_LIGHT, blue * b * level * WARMEST.blue ** warmth),
        ],
      ];
    }),
  );

/** Colors of a scene's parts, some of which are changed; the picture shows those in the requested color. */
export const paintParts = (
  {
    tints,
    seenTints = [],
  }: { readonly tints: Readonly<Record<string, string>>; readonly seenTints?: readonly string[] | undefined },
  colors: Readonly<Record<string, string>>,
): Pick<SceneLock, 'tints' | 'seenTints'> => ({
  tints: { ...tints, ...colors },
  seenTints: [...seenTints, ...Object.keys(colors).filter((id) => !seenTints.includes(id))],
});
