import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { StartFault } from '../config.ts'

const ATTEMPTS = 20
/** PostgreSQL errors when another process has just created the same table or schema */
const MADE_ALREADY = new Set(['23505', '42P06', '42P07'])
const MISSING = new Set(['42P01', '3F000'])
const FORBIDDEN = '42501'

/**
 * The channel for messages about changes between the processes of this database. Every role of the database may listen and notify,
 * so its name is a secret, in a schema that roles of BI tools cannot read and no backup contains. No lock guards the
 * first start, since every role may take any such lock.
 */
export async function channelOf(client: pg.ClientBase): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const known = await readChannel(client)
    if (known) return known
    await client.query(statementsFor(`innoe_${randomBytes(16).toString('hex')}`)).catch((error: unknown) => {
      if (codeOf(error) === FORBIDDEN) throw mayNotMake()
      if (attempt >= ATTEMPTS || !MADE_ALREADY.has(codeOf(error))) throw error
    })
  }
}

async function readChannel(client: pg.ClientBase): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ name: string }>('select name from innoe_channel.channel')
    return rows[0]?.name
  } catch (error) {
    if (MISSING.has(codeOf(error))) return undefined
    throw error
  }
}

/** The table has one row: a second process uses the row of the first. */
const statementsFor = (name: string) => `
  create schema if not exists innoe_channel;
  create table if not exists innoe_channel.channel (one boolean primary key default true check (one), name text not null);
  insert into innoe_channel.channel (name) values ('${name}') on conflict do nothing`

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const mayNotMake = () =>
  new StartFault([
    '数据库用户不能在此数据库中建立 schema：请由数据库管理员授予 create 权限（grant create on database …）',
    'The database user may not make schemas in this database: ask its administrator for the right (grant create on database …)',
  ])
