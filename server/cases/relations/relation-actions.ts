import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import { action } from '../../records/actions.ts'
import type { RowValues } from '../../records/hooks.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import type { Found } from '../../records/query/plans.ts'
import { search } from '../../records/query/search.ts'
import { sidOf } from '../../records/write/values.ts'
import type { Part } from '../../records/modules.ts'
import { inTransaction, type Context } from '../../records/context.ts'
import { lockRows } from '../../records/write/write.ts'
import { placeIn } from './patent_family.ts'
import { noticesOf } from './related_case.ts'
import { isRelationType, readCases, relationOf, relationsAround } from './relation-facts.ts'

export const relationActions: Part = {
  actions: [
    action('related_case', 'check', ({ ctx, body }) => foretell(ctx, body)),
    action('related_case', 'split', ({ ctx, body }) => split(ctx, body)),
    action('patent', 'family', ({ ctx, body }) => familyOf(ctx, body)),
  ],
}

const sidIn = (body: RowValues, key: string) => sidOf(body[key]) ?? refuse('bad_sid', { value: String(body[key] ?? '').slice(0, 60) })
const patentOf = (ctx: Context): Model => modelNamed(ctx.tenant.models, 'patent')

/** POST related_case/do/check {earlier_sid, later_sid, relation_type}: what saving would block or warn of, in both languages. */
export async function foretell(ctx: Context, body: RowValues) {
  authorize(ctx, modelNamed(ctx.tenant.models, 'related_case'), 'create')
  const [earlier, later] = [sidIn(body, 'earlier_sid'), sidIn(body, 'later_sid')]
  if (!isRelationType(body.relation_type)) refuse('bad_request', { why_zh: '没有这种关联类型', why_en: 'there is no such relation' })
  for (const sid of [earlier, later]) await get(ctx, patentOf(ctx), sid)
  const [cases, existing] = await Promise.all([readCases(ctx, [earlier, later]), relationsAround(ctx, [earlier, later])])
  const relation = relationOf({ sid: '', earlier_sid: earlier, later_sid: later, relation_type: body.relation_type })
  return { notices: noticesOf(relation, cases, existing) }
}

/** POST related_case/do/split {sid}: a case that no relation binds any more leaves its family. */
export async function split(ctx: Context, body: RowValues) {
  const model = patentOf(ctx)
  authorize(ctx, model, 'update')
  const sid = sidIn(body, 'sid')
  await inTransaction(ctx, async (tx) => {
    const row = (await lockRows(tx, model, [sid]))[0] ?? refuse('not_found')
    if (!row.family_sid) refuse('rule', { summary_zh: '该案件没有同族', summary_en: 'The case is in no family' })
    if ((await relationsAround(tx, [sid])).length > 0)
      refuse('rule', {
        summary_zh: '该案件仍有关联案件，不能移出同族',
        summary_en: 'The case is still related to others, so it stays in their family',
      })
    await placeIn(tx, undefined, [sid])
  })
  return get(ctx, model, sid)
}

const SHOWN = [
  'case_no',
  'title',
  'title_en',
  'country',
  'patent_type',
  'route',
  'status',
  'legal_status',
  'application_no',
  'filing_date',
  'publication_date',
  'grant_date',
  'expiry_date',
]
const MOST = 500

/** POST patent/do/family {sid}: the family for drawing; cases that this person may not see are only counted. */
export async function familyOf(ctx: Context, body: RowValues) {
  const model = patentOf(ctx)
  const sid = sidIn(body, 'sid')
  const asked = await get(ctx, model, sid, { flat: true })
  const relations = await relationsAround(ctx, await familySids(ctx, sid))
  const sids = [...new Set([...(await familySids(ctx, sid)), ...relations.flatMap((one) => [one.earlier_sid, one.later_sid])])]
  const chosen = [sid, ...sids.filter((one) => one !== sid)].slice(0, MOST)
  const fl = SHOWN.filter((code) => accessOf(ctx, model).mayRead(code))
  const { record } = await search(
    ctx,
    model,
    { fl, iql: `sid in (${chosen.map((one) => `"${one}"`).join(',')}) order by filing_date asc`, rows: MOST, total: 'none' },
    { most: MOST },
  )
  const seen = new Set(record.map((row) => row.sid))
  const edges = relations.filter((one) => seen.has(one.earlier_sid) && seen.has(one.later_sid))
  const bound = new Set(relations.flatMap((one) => [one.earlier_sid, one.later_sid]))
  return {
    family: asked.family_sid ?? null,
    nodes: record.map((row): Found => ({ ...row, can_split: !bound.has(String(row.sid)) && sids.length > 1 })),
    edges: edges.map(({ earlier_sid, later_sid, ...edge }) => ({ ...edge, from: earlier_sid, to: later_sid })),
    hidden: sids.length - record.length,
  }
}

async function familySids({ db }: Context, sid: string): Promise<string[]> {
  const own = db.selectFrom('patent').select('family_sid').where('sid', '=', sid).where('family_sid', 'is not', null)
  const rows = await db.selectFrom('patent').select('sid').where('family_sid', 'in', own).where('deleted_at', 'is', null).execute()
  return [...new Set([sid, ...rows.map((row) => String(row.sid))])]
}
