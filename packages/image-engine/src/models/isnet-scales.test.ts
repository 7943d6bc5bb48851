import { describe, expect, test } from 'vitest';
import { computeModel, everyOperator } from '../testing/tiny-network.ts';
import { CalibrationError } from './calibration.ts';
import { channelScales, encodeChannelScales, equalizeChannels } from './isnet-scales.ts';

describe('channel scales', () => {
  test('scales change the weights, but not the network’s outputs', async () => {
    const before = await computeModel(everyOperator());
    const model = everyOperator();
    const shared = encodeChannelScales([8, 0.25]);
    equalizeChannels(model.graph, { one: shared, two: shared });
    expect(model.graph.initializer).not.toEqual(everyOperator().graph.initializer);
    const after = await computeModel(model);
    for (const [i, result] of after.entries()) expect(result).toBeCloseTo(before[i], 5);
  });

  test('scales are stored in eighths of an octave', () => {
    expect([...channelScales(encodeChannelScales([1, 2, 0.5, 1.05]))]).toEqual(
      [1, 2, 0.5, 2 ** (1 / 8)].map(Math.fround),
    );
  });

  test.each([
    ['for other channels', { one: encodeChannelScales([1]) }],
    ['different where channels are added', { one: encodeChannelScales([2, 2]) }],
    ['for the mask itself', { mask: encodeChannelScales([2]) }],
  ])('scales are refused if they are %s', (_, scales) => {
    expect(() => equalizeChannels(everyOperator().graph, scales)).toThrow(CalibrationError);
  });
});
