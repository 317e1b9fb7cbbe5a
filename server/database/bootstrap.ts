import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hasCitus } from './citus.ts'
import type { Db } from './pool.ts'

// Letters of the scripts that are written without spaces; each run is searched by its pairs.
export const CJK = '\\u2e80-\\u2fd5\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9f'
export const LETTERS = 'a-z0-9\\u00c0-\\u052f'

/** The list of tenants, and what every tenant schema requires; safe to run at each start. */
export async function runBootstrapSql(db: Db) {
  await makeTenantList(db)
  await runNodeSql(db)
}

async function makeTenantList(db: Db) {
  await sql`create table if not exists public.tenant (
    name text primary key, schema text not null unique, hosts text[] not null default '{}', created_at timestamptz not null default now()
  )`.execute(db)
  // `ready`: one that is being filled is not served yet. `node`: the server of its own that it is on, by its name in the settings.
  // `moving`: the move to another server that is under way.
  const columns = { ready: 'boolean not null default true', node: 'text', moving: 'text' }
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute where attrelid = 'public.tenant'::regclass`.execute(db)
  // Only what is missing, since it waits for every reader of the list.
  for (const [name, type] of Object.entries(columns))
    if (!rows.some((row) => row.name === name)) await sql.raw(`alter table public.tenant add column if not exists ${name} ${type}`).execute(db)
}

/** What a tenant schema requires of its database, wherever that is. With Citus only what differs, since each statement goes to every worker. */
export async function runNodeSql(db: Db) {
  if (!(await hasCitus(db))) return await makeFunctions(db)
  const mark = `innoe ${createHash('sha256').update(FUNCTIONS.join()).digest('hex').slice(0, 16)}`
  const { rows } = await sql<{
    mark: string | null
  }>`select obj_description(to_regprocedure('public.innoe_joined(text[])'), 'pg_proc') as mark`.execute(db)
  if (rows[0]?.mark === mark) return
  await makeFunctions(db)
  await sql`comment on function public.innoe_joined(text[]) is ${sql.lit(mark)}`.execute(db)
}

async function makeFunctions(db: Db) {
  await sql`create extension if not exists pg_trgm with schema public`.execute(db)
  await sql`create extension if not exists btree_gin with schema public`.execute(db)
  for (const statement of FUNCTIONS) await sql.raw(statement).execute(db)
}

const FUNCTIONS = [
  `create or replace function public.innoe_lexemes(content text) returns text[]
   language plpgsql immutable parallel safe strict as $$
   declare found text; lexemes text[] := '{}';
   begin
     for found in select m[1] from regexp_matches(lower(content collate "pg_c_utf8"), '[${CJK}]+|[${LETTERS}]+', 'g') m loop
       if found ~ '^[${CJK}]' then
         for i in 1..char_length(found) loop lexemes := lexemes || substr(found, i, 2); end loop;
       else
         lexemes := lexemes || left(found, 200);
       end if;
     end loop;
     return lexemes;
   end $$`,
  `create or replace function public.innoe_words(content text) returns tsvector
   language sql immutable parallel safe strict return array_to_tsvector(public.innoe_lexemes(content))`,
  `create or replace function public.innoe_joined(keys text[]) returns text
   language sql immutable parallel safe strict return array_to_string(keys, ' ')`,
]

/** Tables of the engine itself, one set per tenant schema; no person reads or writes them through the API. */
export const ENGINE_TABLES = [
  // Number of live records by model and company: writers append, a job folds, readers sum.
  'create table if not exists record_count (model text not null, company_sid uuid, n bigint not null)',
  'create index if not exists record_count_model on record_count (model, company_sid)',
  // The text of each content of a file, whichever documents have it.
  'create table if not exists text_content (hash text primary key, content text not null, state text not null)',
  // The last number given by a numbering rule in its scope.
  'create table if not exists sequence (scope text primary key, last bigint not null)',
  'create table if not exists setting (key text primary key, value jsonb not null, updated_at timestamptz not null default now())',
  // Attempts counted across processes: failed logins, requests by address.
  'create table if not exists attempt (key text not null, window_start timestamptz not null, n integer not null, primary key (key, window_start))',
] as const

/** Of a tenant on another server than the queue of jobs: the tickets of jobs on their way there. */
export const OUTBOX = [
  'create table if not exists outgoing_ticket (sid uuid primary key, ticket jsonb not null, created_at timestamptz not null default clock_timestamp())',
] as const
