import { type RawBuilder, sql } from 'kysely'
import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { applicationKeyOf } from '../../../model/cases/relations/family-facts.ts'
import { recognise } from '../../../model/cases/numbers/recognise.ts'
import type { PhaseRule } from '../../../model/cases/relations/relation-rules.ts'
import { searchKeys } from '../../../model/cases/numbers/search-keys.ts'
import { WRITTEN } from '../../../model/import/imported_row.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context } from '../../records/context.ts'
import { hasKey } from '../../records/query/conditions/numbers.ts'
import { kindOf } from '../profile.ts'
import { mayRelate, readLine, writtenBy } from './relations/parents.ts'
import { seenOf } from './permission.ts'
import type { Tie } from './relations/tie.ts'

/**
 * The phases of an application of ours, where one of the two cases is of this import. An office is entered once: of two cases
 * that name the same application there, one continues the other, so neither is related; nor are those of a number that two
 * applications have. The completeness check has a finding for those that are `left`.
 */
export async function phasesOf(ctx: Context, model: Model, job_sid: string): Promise<{ ties: Tie[]; left: string[] }> {
  const kind = kindOf(ctx, model)
  const rule = kind?.relations?.phase
  if (!kind || !rule || !mayRelate(ctx)) return { ties: [], left: [] }
  const isWhole = await hasApplication(ctx, kind, rule, job_sid)
  const own = await phasesIn(ctx, kind, rule, job_sid, isWhole ? sql`true` : ofImport(job_sid))
  const earlier = await applicationsWith(ctx, kind, rule, [...new Set(own.map(({ key }) => key))], job_sid) // oxfmt-ignore
  const named = own.filter(({ key }) => earlier.has(key))
  const later = isWhole || named.length === 0 ? named : await phasesIn(ctx, kind, rule, job_sid, naming(named))
  const alone = [...Map.groupBy(later, ({ key, company, office }) => `${key} ${company} ${office}`).values()].flatMap(([one, ...more]) =>
    one && more.length === 0 ? [one] : [],
  )
  const found = alone.flatMap((one) => {
    const [other, ...more] = (earlier.get(one.key) ?? []).filter(({ company }) => company === one.company)
    return other && more.length === 0 && (one.written || other.written) ? [{ office: one.office, later: one.sid, earlier: other.sid }] : []
  })
  const entered = await enteredBy(ctx, kind, rule, [...new Set(found.map((one) => one.earlier))])
  const seen = await seenOf(ctx, model, [...new Set(found.flatMap((one) => [one.later, one.earlier]))])
  const ties = found
    .filter((one) => seen.has(one.later) && seen.has(one.earlier) && !entered.has(`${one.earlier} ${one.office}`))
    .map((one) => ({ later: one.later, earlier: one.earlier, relation: rule.type }))
  return { ties, left: later.map(({ sid }) => sid).filter((sid) => !ties.some((one) => one.later === sid)) }
}

/** The applications with each office where they have a phase. */
async function enteredBy({ db }: Context, { model }: CaseKind, { type }: PhaseRule, sids: readonly string[]): Promise<ReadonlySet<string>> {
  if (sids.length === 0) return new Set()
  const country = fieldOfRole(model, 'country') ?? ''
  const { rows } = await sql<{ earlier: string; office: string }>`select r.earlier_sid as earlier, ${sql.ref(`t.${country}`)} as office
    from related_case r join ${sql.table(model.name)} t on t.sid = r.later_sid and t.deleted_at is null
    where r.deleted_at is null and r.relation_type = ${type} and r.earlier_sid = any(${[...sids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ earlier, office }) => `${earlier} ${office}`))
}

type Found = { sid: string; key: string; no: string; company: string; office: string; written: boolean }

const ofImport = (job_sid: string) =>
  sql<boolean>`t.sid in (select i.record_sid::uuid from imported_row i where i.job_sid = ${job_sid} and i.did = any(${[...WRITTEN]}::text[]))`

/** Cases of other imports matter only where this one wrote an application that they may name, or where they name the same one. */
async function hasApplication({ db }: Context, { model }: CaseKind, { office }: PhaseRule, job_sid: string): Promise<boolean> {
  const country = fieldOfRole(model, 'country') ?? ''
  const one = await anyTable(db).selectFrom(`${model.name} as t`).select('t.sid').where(country, '=', office).where(ofImport(job_sid)).limit(1).executeTakeFirst() // oxfmt-ignore
  return one !== undefined
}

/** The cases with the number of one of these, in any spelling. */
const naming = (some: readonly Found[]) => sql<boolean>`${hasKey('t', [...new Set(some.flatMap(({ no }) => searchKeys(no)))])}`

/** A case that is related as a phase, that continues another case, or whose number the office gives to other filings, is left out. */
async function phasesIn({ db }: Context, kind: CaseKind, rule: PhaseRule, job_sid: string, which: RawBuilder<boolean>): Promise<Found[]> {
  const { model, priorities } = kind
  const [country = '', route = ''] = [fieldOfRole(model, 'country'), fieldOfRole(model, 'route')]
  const said = priorities?.said
  const own = applicationKeyOf(kind)
  const rows = await anyTable(db)
    .selectFrom(`${model.name} as t`)
    .select(['t.sid', 't.company_sid', rule.number, country, ...(said ? [said] : []), ...(own ? [own] : [])])
    .select(writtenBy(job_sid).as('written'))
    .where('t.deleted_at', 'is', null)
    .where(route, '=', rule.route)
    .where(rule.number, 'is not', null)
    .where(which)
    .where(
      sql<boolean>`not exists (select from related_case r where r.later_sid = t.sid and r.deleted_at is null and r.relation_type = any(${[rule.type, ...rule.unless]}::text[]))`,
    )
    .execute()
  const continues = (text: unknown, office: string) =>
    String(text ?? '')
      .split('\n')
      .some((line) => readLine(line, office) !== undefined)
  return rows
    .filter((row) => !said || !continues(row[said], String(row[country])))
    .filter((row) => !own || !row[own] || rule.mayBe?.(String(row[country]), String(row[own])) !== false)
    .flatMap((row) => {
      const [read] = recognise(String(row[rule.number]), { kind: 'application', office: rule.office })
      return read ? [foundIn(row, read.normalised, row[country], String(row[rule.number]))] : []
    })
}

async function applicationsWith({ db }: Context, kind: CaseKind, { office }: PhaseRule, keys: readonly string[], job_sid: string) {
  const [code, country = ''] = [applicationKeyOf(kind), fieldOfRole(kind.model, 'country')]
  if (!code || keys.length === 0) return new Map<string, Found[]>()
  const rows = await anyTable(db)
    .selectFrom(`${kind.name} as t`)
    .select(['t.sid', 't.company_sid', code])
    .select(writtenBy(job_sid).as('written'))
    .where('t.deleted_at', 'is', null)
    .where(country, '=', office)
    .where(sql<boolean>`${sql.ref(code)} = any(${[...keys]}::text[])`)
    .execute()
  return Map.groupBy(rows.map((row) => foundIn(row, String(row[code]), office)), ({ key }) => key) // oxfmt-ignore
}

const foundIn = (row: Readonly<Record<string, unknown>>, key: string, office: unknown, no = key): Found => ({
  sid: String(row.sid),
  key,
  no,
  company: String(row.company_sid),
  office: String(office),
  written: row.written === true,
})
