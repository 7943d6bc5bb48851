export { createMcpHandler } from '@modelcontextprotocol/server';
export type { McpHttpHandler } from '@modelcontextprotocol/server';
export { toArgument } from './argument-names.ts';
export { toExportLayout } from './export-settings.ts';
export { createAgentServer, REFUSAL_META } from './server.ts';
export type { AgentServerOptions } from './server.ts';
export { createQuotes } from './quotes.ts';
export type { Quotes } from './quotes.ts';
export { INLINE_PICTURE_MAX_BYTES, pictureResource, PICTURE_TEXT_MAX_LENGTH } from './picture-source.ts';
export type { PictureSource } from './picture-source.ts';
export { Refusal } from './refusal.ts';
export type {
  CheckedPicture,
  ExportedPicture,
  AgentExportSettings,
  AgentPicture,
  Order,
  Preview,
  RunOptions,
  SeenPicture,
  StartedWork,
  AgentBackend,
  StudioFigures,
  StudioJob,
  StudioResult,
  StudioSetSummary,
} from './studio.ts';
