// Stands in for the migrations in the launcher's own tests.
import pg from 'pg';

if (process.env['STAND_IN_MIGRATION_FAILS']) throw new Error('relation "credits" already exists');
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz DEFAULT now())');
await client.query('INSERT INTO starts DEFAULT VALUES');
await client.end();
