import { checkRelation, drawFamily, type FamilyNode, splitFromFamily } from '../../../model/rights/patents/relations/relation-actions.ts'
import { refuse } from '../../errors.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { type Call, perform } from '../../records/actions.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { sidOf } from '../../records/write/values.ts'
import type { Part } from '../../records/modules.ts'
import { inTransaction, type Context } from '../../records/context.ts'
import { lockRows } from '../../records/write/write.ts'
import { placeIn } from './patent_family.ts'
import { noticesOf } from './related_case.ts'
import { readCases, relationOf, relationsAround } from './relation-facts.ts'

export const relationActions: Part = {
  actions: [...perform(checkRelation, foretell), ...perform(splitFromFamily, split), ...perform(drawFamily, draw)],
}

/** What saving would block or warn of, in both languages. */
async function foretell({ ctx, body }: Call<typeof checkRelation>) {
  const { earlier_sid, later_sid, relation_type } = body
  const patent = modelNamed(ctx.tenant.models, 'patent')
  for (const sid of [earlier_sid, later_sid]) await get(ctx, patent, sid)
  const [cases, existing] = await Promise.all([readCases(ctx, [earlier_sid, later_sid]), relationsAround(ctx, [earlier_sid, later_sid])])
  return { notices: [...noticesOf(relationOf({ sid: '', earlier_sid, later_sid, relation_type }), cases, existing)] }
}

/** A case that no relation binds any more leaves its family. */
async function split({ ctx, model, body: { sid } }: Call<typeof splitFromFamily>) {
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
  'version',
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

/** The family for drawing; cases that this person may not see are only counted. */
async function draw({ ctx, model, body: { sid } }: Call<typeof drawFamily>) {
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
    family: sidOf(asked.family_sid) ?? null,
    nodes: record.map((row): FamilyNode => ({
      ...row,
      sid: String(row.sid),
      version: Number(row.version),
      can_split: !bound.has(String(row.sid)) && sids.length > 1,
    })),
    edges: edges.map(({ earlier_sid, later_sid, ...edge }) => ({ ...edge, from: earlier_sid, to: later_sid })),
    hidden: sids.length - record.length,
  }
}

async function familySids({ db }: Context, sid: string): Promise<string[]> {
  const own = db.selectFrom('patent').select('family_sid').where('sid', '=', sid).where('family_sid', 'is not', null)
  const rows = await db.selectFrom('patent').select('sid').where('family_sid', 'in', own).where('deleted_at', 'is', null).execute()
  return [...new Set([sid, ...rows.map((row) => String(row.sid))])]
}
