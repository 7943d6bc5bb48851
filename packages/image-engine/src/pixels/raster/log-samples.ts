/** It keeps what is nearly black from being all noise. */
const OFFSET = 6;

/** Logarithms of 8-bit samples, with the offset. */
export const LOG_OF_SAMPLE = Float32Array.from({ length: 256 }, (_, value) => Math.log(value + OFFSET));

/** The sample of such a logarithm, not rounded. */
export const sampleOfLog = (value: number): number => Math.exp(value) - OFFSET;
