import { createRequire } from 'node:module';

/*
 * The parts of Drizzle ORM that we use, loaded as CommonJS. As ES modules, they took half of our startup time: Node.js
 * parsed the package's 180 kB package.json once for each of hundreds of modules.
 */
const require = createRequire(import.meta.url);

export const {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  ne,
  notExists,
  or,
  sql,
  sum,
} = require('drizzle-orm') as typeof import('drizzle-orm');

export const {
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} = require('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core');

export const { drizzle } = require('drizzle-orm/node-postgres') as typeof import('drizzle-orm/node-postgres');
export const { readMigrationFiles } =
  require('drizzle-orm/migrator') as typeof import('drizzle-orm/migrator');
