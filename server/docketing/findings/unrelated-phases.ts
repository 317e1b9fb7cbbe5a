import { sql } from 'kysely'
import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { recognise } from '../../../model/cases/numbers/recognise.ts'
import { applicationKeyOf } from '../../../model/cases/relations/family-facts.ts'
import type { PhaseRule } from '../../../model/cases/relations/relation-rules.ts'
import type { BesideGap } from '../../../model/docketing/beside-facts.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context } from '../../records/context.ts'
import type { Case } from '../read-cases.ts'

/** The findings of cases that name an application of ours and are not related to it, by case: an import relates only what is certain. */
export async function unrelatedPhases(ctx: Context, cases: readonly Case[]): Promise<ReadonlyMap<string, BesideGap[]>> {
  const found = new Map<string, BesideGap[]>()
  for (const [kind, some] of Map.groupBy(cases, (one) => one.kind)) {
    const rule = kind.relations?.phase
    const entered = some.filter(({ facts }) => rule && facts.route === rule.route).map(({ row }) => String(row.sid))
    if (!rule || entered.length === 0) continue
    const unrelated = await unrelatedAmong(ctx, kind, rule, entered)
    const ours = await applicationsWith(ctx, kind, rule, unrelated.map(({ key }) => key)) // oxfmt-ignore
    for (const { sid, key, company, no } of unrelated) if (ours.has(`${key} ${company}`)) found.set(sid, [gapOf(no)])
  }
  return found
}

const CODE = 'PHASE_NOT_RELATED'

/** The cases with this finding, which ends when the application that they name is deleted. */
export async function withUnrelatedPhase({ db }: Context): Promise<string[]> {
  const rows = await db.selectFrom('finding').select('case_sid').where('code', '=', CODE).where('status', '=', 'OPEN').execute()
  return rows.map(({ case_sid }) => String(case_sid))
}

const gapOf = (no: string): BesideGap => ({
  code: CODE,
  zh: `本案写明的国际申请 ${no} 已在系统中，但两案没有关联：请关联为国家阶段；如为分案，请与其母案关联`,
  en: `The international application ${no} that the case names is on record, but the two are not related: relate them as a national phase, or a divisional to its parent`,
})

type Unrelated = { sid: string; key: string; company: string; no: string }

async function unrelatedAmong({ db }: Context, { name }: CaseKind, rule: PhaseRule, sids: readonly string[]): Promise<Unrelated[]> {
  const rows = await anyTable(db)
    .selectFrom(`${name} as t`)
    .select(['t.sid', 't.company_sid', rule.number])
    .where('t.sid', 'in', [...sids])
    .where(rule.number, 'is not', null)
    .where(
      sql<boolean>`not exists (select from related_case r where r.later_sid = t.sid and r.deleted_at is null and r.relation_type = any(${[rule.type, ...rule.unless]}::text[]))`,
    )
    .execute()
  return rows.flatMap((row) => {
    const no = String(row[rule.number])
    const [read] = recognise(no, { kind: 'application', office: rule.office })
    return read ? [{ sid: String(row.sid), key: read.normalised, company: String(row.company_sid), no }] : []
  })
}

async function applicationsWith({ db }: Context, kind: CaseKind, { office }: PhaseRule, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const [code, country = ''] = [applicationKeyOf(kind), fieldOfRole(kind.model, 'country')]
  if (!code || keys.length === 0) return new Set()
  const rows = await anyTable(db)
    .selectFrom(kind.name)
    .select(['company_sid', code])
    .where('deleted_at', 'is', null)
    .where(country, '=', office)
    .where(code, 'in', [...new Set(keys)])
    .execute()
  return new Set(rows.map((row) => `${String(row[code])} ${String(row.company_sid)}`))
}
