/** Logarithms of 8-bit samples; the offset keeps what is nearly black from being all noise. */
export const LOG_OF_SAMPLE = Float32Array.from({ length: 256 }, (_, value) => Math.log(value + 6));
