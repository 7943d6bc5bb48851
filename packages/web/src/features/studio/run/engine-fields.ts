/** Fields of a form; none for the built-in engine. */
export type EngineFields =
  | Record<string, never>
  | {
      readonly engine: 'provider';
      readonly engine_fallback: 'true' | 'false';
      readonly product_lock?: 'true' | 'false';
    };
