/**
 * Packs with ever lower qualities until the result is smaller than the limit.
 * @throws Error with the size at the lowest quality if that is still too large
 */
export async function packWithinLimit<Quality, Packed>(
  qualities: readonly Quality[],
  limitBytes: number,
  pack: (quality: Quality) => Promise<{ readonly packed: Packed; readonly sizeBytes: number }>,
): Promise<Packed> {
  let smallestBytes = Infinity;
  for (const quality of qualities) {
    const { packed, sizeBytes } = await pack(quality);
    if (sizeBytes < limitBytes) return packed;
    smallestBytes = Math.min(smallestBytes, sizeBytes);
  }
  throw new Error(
    `The set takes ${smallestBytes} bytes at the lowest quality, but must be smaller than ${limitBytes}.` +
      ' SETS_BYTES sets another limit.',
  );
}
