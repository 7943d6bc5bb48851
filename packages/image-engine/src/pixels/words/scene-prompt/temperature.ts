import { luminanceOf } from '../../color/luminance.ts';
import type { LinearRgb } from '../../stage/scene-plan.ts';

/** The color temperature that appears white: the sets are balanced for daylight. */
const WHITE_BALANCE_K = 5500;

/**
 * Linear RGB of a black body, balanced for daylight, luminance 1; 1,500 to 20,000 K (fit: Helland, 2012,
 * converted to linear).
 */
export function lightOfTemperature(kelvin: number): LinearRgb {
  const [body, white] = [blackBody(kelvin), blackBody(WHITE_BALANCE_K)];
  const rgb: LinearRgb = [body[0] / white[0], body[1] / white[1], body[2] / white[2]];
  const luminance = luminanceOf(rgb);
  return [rgb[0] / luminance, rgb[1] / luminance, rgb[2] / luminance];
}

function blackBody(kelvin: number): LinearRgb {
  const t = kelvin / 100;
  const red = t <= 66 ? 1 : 1.2929 * (t - 60) ** -0.1332;
  const green = t <= 66 ? 0.39008 * Math.log(t) - 0.63184 : 1.1299 * (t - 60) ** -0.0755;
  const blue = t >= 66 ? 1 : t <= 19 ? 0 : 0.54321 * Math.log(t - 10) - 1.19625;
  const linear = (v: number): number => Math.max(0, Math.min(1, v)) ** 2.2;
  return [linear(red), linear(green), linear(blue)];
}
