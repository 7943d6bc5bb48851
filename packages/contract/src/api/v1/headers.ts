/** Headers of the public API besides those of HTTP and `idempotency-key`. */
export const V1_HEADERS = {
  /** Of a request: the date of the version that the program was made for. Of an answer: the one that it follows. */
  version: 'packshot-version',
  /** Of a request with a test key: what is to go wrong. */
  simulate: 'packshot-simulate',
  /** The job behind an answer. */
  job: 'packshot-job',
  creditsCharged: 'packshot-credits-charged',
  /** Of a cut-out: how sure the engine is, 0 to 1. */
  confidence: 'packshot-confidence',
  /** Of a cut-out: the box around the product in pixels, as `x,y,width,height`. */
  foreground: 'packshot-foreground',
  /** Of a scene: makes the same picture again. */
  seed: 'packshot-seed',
  /** Identifies everything that was set. */
  recipe: 'packshot-recipe',
  /** Opens the result in the studio. */
  editUrl: 'packshot-edit-url',
  /** `true`: nothing new was made or charged; this is the answer to an earlier request with the same key. */
  replayed: 'idempotency-replayed',
  rateLimit: 'ratelimit',
  rateLimitPolicy: 'ratelimit-policy',
} as const;
