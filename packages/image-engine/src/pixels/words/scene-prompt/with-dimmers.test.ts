import { describe, expect, it } from 'vitest';
import { findSet, plan, SHIPPED } from '../../../testing/planned-scenes.ts';
import type { Dimmers } from './with-dimmers.ts';
import { withDimmers } from './with-dimmers.ts';

const PROMPT = 'oak table, green wall';
const [planned] = plan(PROMPT, { count: 2 }, SHIPPED);
if (planned === undefined) throw new Error('No plan');
const set = findSet(planned, SHIPPED);
const applyDimmers = (dimmers: Dimmers) => withDimmers(planned, dimmers, set, PROMPT);

describe('changes of a planned scene’s light and colors', () => {
  it('leave the plan as it is without any', () => {
    expect(applyDimmers({})).toEqual(planned);
  });

  it('scale and color the lights, and ignore lamps that the set lacks', () => {
    const [red, green, blue] = planned.lights['key'] ?? [0, 0, 0];
    const { lights } = applyDimmers({
      lamps: { key: { level: 0.5, warmth: 1 }, moon: { level: 3, warmth: 0 } },
    });
    expect(Object.keys(lights)).toEqual(Object.keys(planned.lights));
    expect(lights['key']?.[1]).toBeCloseTo(green / 2);
    expect((lights['key']?.[0] ?? 0) / (lights['key']?.[2] ?? 1)).toBeGreaterThan(red / blue);
    const { key: _key, ...others } = lights;
    const { key: _planned, ...before } = planned.lights;
    expect(others).toEqual(before);
  });

  it('paint parts, and report a color as missing that no part has any more', () => {
    expect(planned.facts.understood.map(({ phrase }) => phrase)).toContain('green');
    const parts = set.tints.map(({ id }) => id);
    const partColors = Object.fromEntries([...parts, 'moon'].map((id) => [id, '#aa1122']));
    const { tints, seenTints, facts } = applyDimmers({ partColors });
    expect(Object.keys(tints)).not.toContain('moon');
    for (const id of parts) expect(tints[id]).toBe('#aa1122');
    expect(seenTints).toEqual(expect.arrayContaining(parts));
    expect(facts.palette).toContain('#aa1122');
    expect(facts.ignored).toContain('green');
    expect(facts.understood.map(({ phrase }) => phrase)).not.toContain('green');
  });
});
