/** Client of the public API, for Node 20, browsers and edge workers. */
export { Packshot } from './packshot.ts';
export type { PackshotOptions } from './packshot.ts';
export { PackshotError } from './errors.ts';
export type { FailureCode } from './errors.ts';
export type { CatalogAction, Catalogs, Recipes } from './catalogs.ts';
export type { PictureIn } from './pictures-in.ts';
export type { Box, Picture } from './picture.ts';
export type { JobHandle } from './job-handle.ts';
export type { Jobs } from './jobs.ts';
export type { PostOptions, StartOptions, Tool, ToolOptions } from './tools.ts';
export type { CallOptions } from './transport.ts';
export type * from './generated.ts';
