import { defineConfig } from 'drizzle-kit';

// Run `drizzle-kit generate --name what-changes` in this folder to write the next migration.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/**/schema.ts',
  out: './src/platform/database/migrations',
});
