/**
 * A picture as the tools read it: upright, sRGB, of the same size, without metadata, as a JPEG or WebP.
 * @throws DomainError its refusal, SERVERS_BUSY, TASK_TOO_HEAVY
 */
export type ConvertPicture = (picture: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * How indecent a picture looks, 0 to 1.
 * @throws DomainError the refusal of a file, SERVERS_BUSY, TASK_TOO_HEAVY
 */
export type JudgePicture = (picture: Uint8Array, signal: AbortSignal) => Promise<number>;
