/** Headers of the public API besides those of HTTP and `idempotency-key`. */
export const V1_HEADERS = {
  /** In a request, the date of the version that the program was made for. In a response, the version that it follows. */
  version: 'packshot-version',
  /** Failure that the server simulates, in a request with a test key. */
  simulate: 'packshot-simulate',
  job: 'packshot-job',
  creditsCharged: 'packshot-credits-charged',
  /** For cut-outs: confidence of the engine, 0 to 1. */
  confidence: 'packshot-confidence',
  /** For cut-outs: bounding box of the product in pixels, as `x,y,width,height`. */
  foreground: 'packshot-foreground',
  seed: 'packshot-seed',
  /** ID of the combination of all settings that made the picture. */
  recipe: 'packshot-recipe',
  editUrl: 'packshot-edit-url',
  /** `true` if nothing was made or charged: this repeats the response to a request with the same idempotency key. */
  replayed: 'idempotency-replayed',
  rateLimit: 'ratelimit',
  rateLimitPolicy: 'ratelimit-policy',
} as const;
