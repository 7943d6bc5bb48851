/**
 * zod compiles its object checks with `new Function` where it can, and a strict content policy reports even
 * the attempt. It reads this global when it loads, so the entry imports this file before anything that could
 * load zod.
 */
const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };

export {};
