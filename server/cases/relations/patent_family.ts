import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { formatCaseNo, sequenceScope } from '../../../model/cases/numbering/case-number.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { createRow } from '../../records/write/create.ts'
import { removeRows } from '../../records/write/delete.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import type { ModelHooks, Part } from '../../records/modules.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { caseRulesOf } from '../numbering/case-rule.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { byKind, membersOf } from '../kinds.ts'
import { type RelatedCase, roleOf } from './relation-facts.ts'
import { drawNumbers } from '../numbering/sequence.ts'

export const families: Part = { hooks: [{ model: 'patent_family', prepare: numberFamilies }], shown: { patent_family: addMembers } }

/** The family totals follow the writes of each kind that has families. */
export function familyHooks({ name, model, family }: CaseKind): ModelHooks[] {
  if (!family) return []
  const country = fieldOfRole(model, 'country') ?? ''
  const moves = ({ changed, row }: Draft) => changed.has(family) || (changed.has(country) && Boolean(row[family]))
  const countOf = (ctx: Context, rows: readonly RowValues[]) =>
    countCountries(
      ctx,
      rows.map((row) => row[family]),
    )
  const written = (ctx: Context, drafts: readonly Draft[]) =>
    countOf(
      ctx,
      drafts.filter(moves).flatMap(({ before, row }) => [before ?? {}, row]),
    )
  return [{ model: [name], written, deleted: countOf, restored: countOf }]
}

const MAX_SHOWN = 500

/** The cases of the family that this person may see, the oldest first. */
async function addMembers(ctx: Context, record: RowValues) {
  const members: { sid: unknown; name: string }[] = []
  for (const { name, family, model: declared } of ctx.tenant.models.kinds.values()) {
    const model = modelNamed(ctx.tenant.models, name)
    if (!family || accessOf(ctx, model).verbs.size === 0) continue
    const order = fieldOfRole(declared, 'filing_date') ?? 'sid'
    const iql = `${family} = "${String(record.sid)}" ORDER BY ${order}`
    const { record: cases } = await search(ctx, model, { fl: ['sid', ...model.display], iql, rows: MAX_SHOWN, total: 'none' }, { most: MAX_SHOWN })
    members.push(...cases.map(({ sid, ...parts }) => ({ sid, name: Object.values(parts).filter(Boolean).join(' ') })))
  }
  record.members = members
}

async function numberFamilies(ctx: Context, drafts: readonly Draft[]) {
  const missing = drafts.filter(({ before, row }) => !before && (row.family_no ?? null) === null)
  if (missing.length === 0) return
  const companyOf = ({ row }: Draft) => (row.company_sid ? String(row.company_sid) : null)
  const rules = await caseRulesOf(ctx, 'family', [...new Set(missing.map(companyOf))])
  for (const [company, group] of Map.groupBy(missing, companyOf)) {
    const rule = rules.get(company)
    if (!rule) continue
    const scope = `family_no ${rule.owner} ${sequenceScope(rule.pattern, ctx.today, rule.reset)}`
    let waiting = group
    for (let step = 1; waiting.length > 0; step *= 2) {
      const first = (await drawNumbers(ctx, scope, waiting.length * step)) + waiting.length * (step - 1)
      for (const [at, draft] of waiting.entries())
        setValue(
          draft,
          'family_no',
          formatCaseNo(rule.pattern, { date: ctx.today, country: '', type: '', dept: '', class: '', prefix: rule.prefix }, first + at),
        )
      const taken = await takenAmong(ctx, waiting)
      waiting = waiting.filter(({ row }) => taken.has(row.family_no))
    }
  }
}

async function takenAmong({ db }: Context, drafts: readonly Draft[]): Promise<Set<unknown>> {
  const numbers = drafts.map(({ row }) => String(row.family_no))
  const rows = await db.selectFrom('patent_family').select('family_no').where('family_no', 'in', numbers).where('deleted_at', 'is', null).execute()
  return new Set(rows.map((row) => row.family_no))
}

/** Counts the countries of each family. */
async function countCountries(ctx: Context, sids: readonly unknown[]) {
  const asked = [...new Set(sids.flatMap((sid) => (sid ? [String(sid)] : [])))]
  if (asked.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'patent_family')
  const drafts = (await lockRows(own, model, asked)).map(draftFrom)
  const members = Map.groupBy(await membersOf(ctx, asked), ({ family }) => family)
  for (const draft of drafts) setValue(draft, 'country_count', new Set((members.get(draft.sid) ?? []).flatMap(({ country }) => country || [])).size)
  await updateDrafts(own, model, drafts)
}

/** Puts cases into a family; `undefined` removes them from theirs. An empty family is deleted. */
export async function placeIn(ctx: Context, family: string | undefined, cases: readonly string[]) {
  const own = onBehalfOf(ctx)
  const left = new Set<string>()
  for (const [kind, sids] of await byKind(ctx, cases)) {
    const { family: code } = kind
    if (!code) continue
    const model = modelNamed(ctx.tenant.models, kind.name)
    const drafts = (await lockRows(own, model, sids)).map(draftFrom)
    for (const { row } of drafts) if (row[code] && row[code] !== family) left.add(String(row[code]))
    for (const draft of drafts) setValue(draft, code, family ?? null)
    await updateDrafts(own, model, drafts)
  }
  for (const sid of left) await tidyFamily(own, sid, cases)
}

/** The first case of a family is one of its members. */
async function tidyFamily(own: Context, sid: string, gone: readonly string[]) {
  const model = modelNamed(own.tenant.models, 'patent_family')
  const [row] = await lockRows(own, model, [sid])
  if (!row) return
  const [next] = await membersOf(own, [sid])
  if (!next) return void (await removeRows(own, model, [sid]))
  if (!gone.includes(String(row.first_case_sid))) return
  const draft = draftFrom(row)
  setValue(draft, 'first_case_sid', next.sid)
  await updateDrafts(own, model, [draft])
}

/** Makes a new family, named after its first case. */
export function foundFamily(ctx: Context, first: RelatedCase): Promise<string> {
  const { sid, company_sid } = first.end
  const values = { title: roleOf(first, 'title'), company_sid, first_case_sid: sid }
  return createRow(onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'patent_family'), values)
}
