import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { nameOf, sequencesOf, spellOut, type Table, tablesOf } from '../database/catalogue.ts'
import { connectionOf } from '../database/pool.ts'
import { quote } from '../database/sync/sync.ts'
import { isLockTimeout } from '../database/sync/sync-while-used.ts'
import { ARRIVING } from './marks.ts'

const LOCK_ATTEMPTS = 60

/** Everybody who writes now is waited for a moment; then they pass, and it is tried again. */
export async function lockWrites(source: pg.PoolClient, schema: string): Promise<Table[]> {
  await source.query('set local lock_timeout = 500')
  for (let attempt = 1; ; attempt++) {
    await source.query('savepoint before')
    await source.query(`set local search_path to ''`)
    const tables = await tablesOf(source, [schema])
    try {
      await source.query(`lock table ${tables.map(nameOf).join(', ')} in share mode`)
      await source.query('set local lock_timeout = 0')
      const locked = await tablesOf(source, [schema]) // a custom field may have been published meanwhile
      if (locked.length === tables.length) return locked
    } catch (error) {
      if (!isLockTimeout(error) || attempt >= LOCK_ATTEMPTS) throw error
    }
    await source.query('rollback to savepoint before')
    await wait(300)
  }
}

/** The rows of all tables, in one transaction of the place that they come to. */
export async function copyAll(source: pg.PoolClient, into: pg.Pool, schema: string, tables: readonly Table[]) {
  const sequences = await sequencesOf(source, [schema])
  const client = await connectionOf(into)
  try {
    await client.query('begin')
    for (const one of [source, client]) await one.query(`set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'`) // both as text
    await client.query('set local statement_timeout = 0')
    await spellOut(client)
    await client.query(`create schema ${quote(schema)}`)
    await client.query(`comment on schema ${quote(schema)} is '${ARRIVING}'`)
    for (const { create } of sequences) await client.query(create)
    const isForeign = (statement: string) => / FOREIGN KEY /.test(statement)
    for (const table of tables) {
      await client.query(table.create)
      const columns = table.columns.map(quote).join(', ')
      const rows = source.query(copyTo(`copy ${nameOf(table)} (${columns}) to stdout`))
      await pipeline(rows, client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`)))
    }
    const after = tables.flatMap((table) => table.after)
    for (const statement of [...after.filter((one) => !isForeign(one)), ...after.filter(isForeign)]) await client.query(statement)
    for (const sequence of sequences) if (sequence.last) await client.query('select setval($1, $2)', [nameOf(sequence), sequence.last])
    await client.query('commit')
    await client.query(`analyze ${tables.map(nameOf).join(', ')}`)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release(true)
  }
}
