/** Offset that limits noise in the logarithm of dark samples. */
const OFFSET = 6;

/** Logarithms of 8-bit samples, with the offset. */
export const LOG_OF_SAMPLE = Float32Array.from({ length: 256 }, (_, value) => Math.log(value + OFFSET));

/** Converts a logarithm from this table back to a sample, not rounded. */
export const sampleOfLog = (value: number): number => Math.exp(value) - OFFSET;
