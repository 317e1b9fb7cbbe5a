import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { readFeePack } from '../../../seed/law/fees/read.ts'
import { RULE_PLACES } from '../../../model/docketing/rules/rule-columns.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { partAt } from '../../../model/kit/places.ts'
import { priceKey } from '../../../model/fees/schedule/price-columns.ts'
import type { Tenant } from '../../records/context.ts'

/** Shipped rules and prices that this tenant does not use: absent, or deleted by a user. */
export async function lawLeftOut({ db }: Tenant) {
  const rules = await db.selectFrom('deadline_rule').select(['rule_id', 'deleted_at']).execute()
  const prices = await db.selectFrom('fee_schedule').select(['row_key', 'deleted_at']).execute()
  const wanted = [
    ...readLawRows().rules.map((rule) => String(partAt(rule as Rule, RULE_PLACES['rule_id'] ?? []))), // checked at the seed
    ...readFeePack().map(priceKey),
  ]
  const there = [...rules.map((row) => ({ ...row, key: row.rule_id })), ...prices.map((row) => ({ ...row, key: row.row_key }))]
  const known = new Set(there.map(({ key }) => String(key)))
  const live = new Set(there.flatMap(({ key, deleted_at }) => (deleted_at ? [] : [String(key)])))
  const delivered = [...new Set(wanted)]
  return { missing: delivered.filter((key) => !known.has(key)), deleted: delivered.filter((key) => known.has(key) && !live.has(key)) }
}
