import { defineConfig } from 'drizzle-kit';

// `drizzle-kit generate --name what-changes`, run in this folder, writes the next migration.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/storage/schema.ts',
  out: './src/storage/migrations',
});
