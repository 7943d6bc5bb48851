import { MESSAGES } from '@packshot/contract/messages';
import { describe, expect, it } from 'vitest';
import { INITIAL_PERCENT, percentOnChange, percentOnTick, showsSpinner } from './loading-progress.ts';

const tickTimes = (count: number, input: Parameters<typeof percentOnTick>[1], from = INITIAL_PERCENT) => {
  let percent = from;
  for (let tick = 0; tick < count; tick += 1) percent = percentOnTick(percent, input);
  return percent;
};

describe("the overlay's progress", () => {
  it('progress grows by 1.67 percent a tick', () => {
    expect(tickTimes(1, { state: true })).toBeCloseTo(1.67);
    expect(tickTimes(10, { state: 'Reading' })).toBeCloseTo(16.7);
  });

  it('progress stops at 97 while loading continues, whatever the real progress is', () => {
    expect(tickTimes(500, { state: true })).toBe(97);
    expect(percentOnChange(97, { state: true, trueProgress: 1 })).toBe(97);
    expect(percentOnTick(97, { state: true, trueProgress: 0.999 })).toBe(97);
  });

  it('progress reaches 100 when loading ends', () => {
    expect(percentOnChange(12, { state: false })).toBe(100);
    expect(percentOnTick(97, { state: false })).toBe(100);
  });

  it("progress jumps ahead to 8.35 on 'Removing background', but never back to it", () => {
    expect(percentOnChange(1.67, { state: MESSAGES.removingBackground })).toBe(8.35);
    expect(percentOnChange(40, { state: MESSAGES.removingBackground })).toBe(40);
    expect(percentOnTick(8.35, { state: MESSAGES.removingBackground })).toBeCloseTo(10.02);
  });

  it('progress is never behind the real progress and never decreases', () => {
    expect(percentOnChange(10, { state: true, trueProgress: 0.42 })).toBe(42);
    expect(percentOnChange(60, { state: true, trueProgress: 0.42 })).toBe(60);
    expect(percentOnTick(60, { state: true, trueProgress: Number.NaN })).toBeCloseTo(61.67);
  });

  it("only the message 'Processing...' shows the spinner", () => {
    expect(showsSpinner(MESSAGES.processing)).toBe(true);
    expect(showsSpinner(MESSAGES.removingBackground)).toBe(false);
    expect(showsSpinner(true)).toBe(false);
  });
});
