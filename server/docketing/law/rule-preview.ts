import { faultsOf } from '../../../model/docketing/rules/law-pack.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import type { ComputedDeadline } from '../../../model/docketing/calculation/computed-deadline.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { previewRule } from '../../../model/docketing/rule-actions.ts'
import type { Shift } from '../../../model/docketing/rules/rule-trial.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { type Call, perform } from '../../records/actions.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import type { Part } from '../../records/modules.ts'
import type { Context } from '../../records/context.ts'
import { refuse } from '../../errors.ts'
import { readCases } from '../read-cases.ts'
import { soundLaw } from './law.ts'
import { withCaseKind } from './rule-kind.ts'
import { refuseFaultsOf } from './rule-faults.ts'

export const rulePreview: Part = {
  actions: perform(previewRule, preview),
}

const SHOWN = 50
/** A rule with more open deadlines is judged by the earliest ones. */
const MOST = 5000
const CHUNK = 500

/** The open deadlines of a rule, old to new, under the changed rule. Computed; nothing is written. */
async function preview({ ctx, model, body: { sid, content } }: Call<typeof previewRule>) {
  if (!accessOf(ctx, model).mayWrite('content')) refuse('forbidden', { what_zh: '修改规则内容', what_en: 'change the content of a rule' })
  const record = await get(ctx, model, sid)
  const { law } = await soundLaw(ctx)
  const changed = lawWith(law, withCaseKind(ctx, content, record.case_kind), Number(record.rule_version), String(record.rule_id))
  const open = await openDeadlines(ctx, changed.ids)
  const shifts = await shiftsOf(ctx, open.cases, { before: law, after: changed.law, ids: changed.ids, keys: open.keys })
  return { open: open.total, looked: open.keys.size, moved: shifts.length, deadlines: shifts.slice(0, SHOWN) }
}

/** The law with this one row replaced, if it is valid; and the rules whose deadlines follow from it. */
function lawWith(law: Law, content: unknown, version: number, id: string): { law: Law; ids: readonly string[] } {
  const isIt = (rule: Rule) => rule.id === id && rule.version === version
  const before =
    law.rules.find(isIt) ??
    refuse('rule', { summary_zh: '该规则未生效，不产生期限', summary_en: 'This rule is not in force and creates no deadlines' })
  const rows: unknown[] = law.rules.map((rule) => (isIt(rule) ? content : rule))
  const faults = faultsOf({ rules: rows, services: law.services, calendars: [] })
  if (faults.length > 0) refuseFaultsOf(faults)
  const rules = rows as Rule[] // just checked
  const after = content as Rule // one of them
  // A grace period has no deadlines of its own: it moves those of its rule.
  return { law: { ...law, rules }, ids: [...new Set([id, before.grace_of ?? id, after.grace_of ?? id])] }
}

/** Only deadlines that this person may see are counted and listed. */
async function openDeadlines(ctx: Context, ids: readonly string[]) {
  const named = ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(', ')
  const iql = `rule_id IN (${named}) AND status = 'OPEN' AND manual != TRUE ORDER BY official_due`
  const { total, record } = await search(ctx, modelNamed(ctx.tenant.models, 'deadline'), { fl: ['key', 'case_sid'], iql, rows: MOST }, { most: MOST })
  const cases = new Map<string, string>()
  const keys = new Set<string>()
  for (const row of record) {
    const { sid, name } = row.case_sid as { sid: string; name: string } // a reference, as search shows it
    cases.set(sid, name)
    keys.add(keyOf(sid, String(row.key)))
  }
  return { total: total ?? record.length, cases, keys }
}

const keyOf = (sid: string, key: string) => `${sid} ${key}`

type Laws = { before: Law; after: Law; ids: readonly string[]; keys: ReadonlySet<string> }

async function shiftsOf(ctx: Context, cases: ReadonlyMap<string, string>, laws: Laws): Promise<Shift[]> {
  const sids = [...cases.keys()]
  const shifts: Shift[] = []
  for (let at = 0; at < sids.length; at += CHUNK) {
    for (const { row, facts } of await readCases(ctx, sids.slice(at, at + CHUNK))) {
      const sid = String(row.sid)
      const after = new Map(computeDeadlines(facts, laws.after, ctx.today).map((duty) => [duty.key, duty]))
      for (const duty of computeDeadlines(facts, laws.before, ctx.today)) {
        if (!laws.keys.has(keyOf(sid, duty.key))) continue
        const shift = shiftOf(duty, after.get(duty.key))
        if (shift) shifts.push({ case_sid: { sid, name: cases.get(sid) ?? '' }, ...shift })
      }
    }
  }
  return shifts.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))
}

/** Where only the grace period changes, its end is reported. */
function shiftOf(before: ComputedDeadline, after: ComputedDeadline | undefined): Omit<Shift, 'case_sid'> | undefined {
  const { key, name } = before
  const identity = { key, name: name.zh, name_en: name.en }
  if (!after || (before.status === 'OPEN' && after.status !== 'OPEN')) return { ...identity, what: 'CLOSED', from: before.official_due, to: null }
  if (before.official_due !== after.official_due) return { ...identity, what: 'MOVED', from: before.official_due, to: after.official_due }
  const [from, to] = [before.grace_end ?? null, after.grace_end ?? null]
  return from === to ? undefined : { ...identity, what: 'MOVED', from, to }
}
