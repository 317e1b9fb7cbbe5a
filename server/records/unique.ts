import { sql } from 'kysely'
import type { Model } from '../../model/kit/model.ts'
import { searchKeys } from '../../model/patents/numbers/search-keys.ts'
import type { Draft, RowValues } from './consequences.ts'
import { fieldsOf } from './models.ts'
import { faultAt } from './validate.ts'
import type { Work } from './work.ts'

/** Says beforehand, by field, what the unique indexes would refuse; they still have the last word. */
export async function checkUnique(work: Work, model: Model, drafts: readonly Draft[]) {
  const asked = fieldsOf(model).flatMap(([code, field]) =>
    field.unique ? drafts.filter((draft) => draft.changed.has(code) && draft.row[code] !== null).map((draft) => ({ code, field, draft })) : [],
  )
  if (asked.length === 0) return
  const twice = new Set<string>()
  for (const { code, field, draft } of asked) {
    const key = `${code} ${String(draft.row[code]).toLowerCase()} ${field.unique === 'company' ? draft.row.company_sid : ''}`
    if (twice.has(key)) faultAt(work, model, draft, code, ['重复', 'is given twice'])
    twice.add(key)
  }
  const parts = asked.map(({ code, field, draft }, at) => {
    const column = sql.ref(`t.${code}`)
    const same =
      field.type === 'string'
        ? sql`lower(${column} collate "pg_c_utf8") = lower(${draft.row[code]} collate "pg_c_utf8")`
        : sql`${column} = ${draft.row[code]}`
    const within = field.unique === 'company' ? sql` and t.company_sid is not distinct from ${draft.row.company_sid ?? null}::uuid` : sql``
    return sql`(select ${sql.lit(at)} as at from ${sql.table(model.name)} as t where ${same}${within} and t.deleted_at is null and t.sid <> ${draft.sid} limit 1)`
  })
  for (let i = 0; i < parts.length; i += 200) {
    const taken = await sql<{ at: number }>`${sql.join(parts.slice(i, i + 200), sql` union all `)}`.execute(work.db)
    for (const { at } of taken.rows) {
      const one = asked[at]
      if (one) faultAt(work, model, one.draft, one.code, ['已被其他记录使用', 'is already used by another record'])
    }
  }
}

/**
 * What the record is found by: of each number the whole form and the bare one, without country, kind code and check digit.
 * Whoever asks with `searchKeys` of any spelling meets one of the two.
 */
export function numberKeysOf(model: Model, row: RowValues): string[] {
  const keys = new Set<string>()
  const hint = typeof row.country === 'string' ? { office: row.country } : {}
  for (const [code, field] of fieldsOf(model)) {
    const value = row[code]
    if (!field.number || typeof value !== 'string') continue
    const spelt = searchKeys(value, hint).toSorted((one, other) => other.length - one.length)
    for (const key of [spelt[0], spelt.at(-1)]) if (key) keys.add(key)
  }
  return [...keys]
}
