export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
export type { StdioServerHandle } from '@modelcontextprotocol/server/stdio';
