import { formatCaseNo, sequenceScope } from '../../../model/cases/numbering/case-number.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { createRow } from '../../records/write/create.ts'
import type { Draft, RowValues } from '../../records/hooks.ts'
import { removeRows } from '../../records/write/delete.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Part } from '../../records/modules.ts'
import type { Context } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { caseRulesOf } from '../numbering/case-rule.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { drawNumbers } from '../numbering/sequence.ts'

export const families: Part = {
  hooks: [
    { model: 'patent_family', prepare: numberFamilies },
    {
      model: 'patent',
      written: (ctx, drafts) =>
        countCountries(
          ctx,
          drafts.filter(movesFamily).flatMap(({ before, row }) => [before?.family_sid, row.family_sid]),
        ),
      deleted: (ctx, rows) =>
        countCountries(
          ctx,
          rows.map((row) => row.family_sid),
        ),
      restored: (ctx, rows) =>
        countCountries(
          ctx,
          rows.map((row) => row.family_sid),
        ),
    },
  ],
  shown: { patent_family: addMembers },
}

const MOST_SHOWN = 500

/** The cases of the family that this person may see, the oldest first. */
async function addMembers(ctx: Context, record: RowValues) {
  const patent = modelNamed(ctx.tenant.models, 'patent')
  const { verbs } = accessOf(ctx, patent)
  const asked = {
    fl: ['sid', ...patent.display],
    iql: `family_sid = "${String(record.sid)}" ORDER BY filing_date`,
    rows: MOST_SHOWN,
    total: 'none',
  } as const
  const { record: cases } = verbs.size > 0 ? await search(ctx, patent, asked, { most: MOST_SHOWN }) : { record: [] }
  record.members = cases.map(({ sid, ...parts }) => ({ sid, name: Object.values(parts).filter(Boolean).join(' ') }))
}

const movesFamily = ({ changed, row }: Draft) => changed.has('family_sid') || (changed.has('country') && Boolean(row.family_sid))

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

/** How many countries each family reaches. */
async function countCountries(ctx: Context, sids: readonly unknown[]) {
  const asked = [...new Set(sids.flatMap((sid) => (sid ? [String(sid)] : [])))]
  if (asked.length === 0) return
  const own = onBehalfOf(ctx)
  const drafts = (await lockRows(own, modelNamed(ctx.tenant.models, 'patent_family'), asked)).map(draftFrom)
  const rows = await ctx.db
    .selectFrom('patent')
    .select(({ fn }) => ['family_sid', fn.count('country').distinct().as('countries')])
    .where('family_sid', 'in', asked)
    .where('deleted_at', 'is', null)
    .groupBy('family_sid')
    .execute()
  const counts = new Map(rows.map((row) => [row.family_sid, Number(row.countries)]))
  for (const draft of drafts) setValue(draft, 'country_count', counts.get(draft.sid) ?? 0)
  await updateDrafts(own, modelNamed(ctx.tenant.models, 'patent_family'), drafts)
}

/** Puts cases into a family; `undefined` takes them out of theirs. A family that nobody is left in goes. */
export async function placeIn(ctx: Context, family: string | undefined, cases: readonly string[]) {
  const own = onBehalfOf(ctx)
  const patent = modelNamed(ctx.tenant.models, 'patent')
  const drafts = (await lockRows(own, patent, cases)).map(draftFrom)
  const left = [...new Set(drafts.flatMap(({ row }) => (row.family_sid && row.family_sid !== family ? [String(row.family_sid)] : [])))]
  for (const draft of drafts) setValue(draft, 'family_sid', family ?? null)
  await updateDrafts(own, patent, drafts)
  for (const sid of left)
    await tidyFamily(
      own,
      sid,
      drafts.map((draft) => draft.sid),
    )
}

/** The first case of a family is one of its members. */
async function tidyFamily(own: Context, sid: string, gone: readonly string[]) {
  const model = modelNamed(own.tenant.models, 'patent_family')
  const [row] = await lockRows(own, model, [sid])
  if (!row) return
  const next = await own.db
    .selectFrom('patent')
    .select('sid')
    .where('family_sid', '=', sid)
    .where('deleted_at', 'is', null)
    .orderBy('filing_date')
    .orderBy('sid')
    .limit(1)
    .executeTakeFirst()
  if (!next) return void (await removeRows(own, model, [sid]))
  if (!gone.includes(String(row.first_case_sid))) return
  const draft = draftFrom(row)
  setValue(draft, 'first_case_sid', next.sid)
  await updateDrafts(own, model, [draft])
}

/** A new family, named after its first case. */
export function foundFamily(ctx: Context, first: RowValues): Promise<string> {
  const { sid, title, company_sid } = first
  return createRow(onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'patent_family'), { title, company_sid, first_case_sid: sid })
}
