/**
 * Turns off zod's compiler for object checks: it uses `new Function`, and a strict content security policy reports
 * even the attempt. Zod reads this global when it loads, so the entry imports this module before any module that could
 * load zod.
 */
const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };

export {};
