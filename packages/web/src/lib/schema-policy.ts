/**
 * zod compiles its object checks with `new Function` where it may, and a strict content policy reports the mere
 * attempt. It reads this global when it loads; the entry imports this file before anything that could load zod.
 */
const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };

export {};
