import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { checkRelation, type FamilyActions, familyActionsOf, type FamilyNode } from '../../../model/cases/family-actions.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { CaseRole } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import { refuse } from '../../errors.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { type Call, perform } from '../../records/actions.ts'
import { get } from '../../records/query/get.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { getOrUnseen } from '../../records/write/create.ts'
import { sidOf } from '../../records/write/values.ts'
import type { Part } from '../../records/modules.ts'
import { inTransaction, type Context, type Action } from '../../records/context.ts'
import { lockRows } from '../../records/write/write.ts'
import { membersOf } from '../kinds.ts'
import { placeIn } from './patent_family.ts'
import { noticesOf } from './related_case.ts'
import { readCases, relationOf, relationsAround } from './relation-facts.ts'

export const relationActions: Part = { actions: perform(checkRelation, foretell) }

export function familyActions({ name, family }: CaseKind): readonly Action[] {
  if (!family) return []
  const declared = familyActionsOf(name)
  return [...perform(declared.split, split), ...perform(declared.draw, draw)]
}

/** Lists the faults and warnings that saving would raise, in both languages. */
async function foretell({ ctx, body }: Call<typeof checkRelation>) {
  const { earlier_sid, later_sid, relation_type } = body
  const head = modelNamed(ctx.tenant.models, HEAD)
  for (const sid of [earlier_sid, later_sid]) await get(ctx, head, sid)
  const [cases, existing] = await Promise.all([readCases(ctx, [earlier_sid, later_sid]), relationsAround(ctx, [earlier_sid, later_sid])])
  return { notices: [...noticesOf(relationOf({ sid: '', earlier_sid, later_sid, relation_type }), cases, existing)] }
}

const familyFieldOf = ({ tenant }: Context, { name }: Model) => tenant.models.kinds.get(name)?.family ?? ''

/** A case without relations leaves its family. */
export async function split({ ctx, model, body: { sid } }: Call<FamilyActions['split']>) {
  await inTransaction(ctx, async (tx) => {
    const row = (await lockRows(tx, model, [sid]))[0] ?? refuse('not_found')
    if (!row[familyFieldOf(ctx, model)]) refuse('rule', { summary_zh: '该案件没有同族', summary_en: 'The case has no family' })
    if ((await relationsAround(tx, [sid])).length > 0)
      refuse('rule', {
        summary_zh: '该案件仍有关联案件，不能移出同族',
        summary_en: 'The case still has related cases and cannot be removed from the family',
      })
    await placeIn(tx, undefined, [sid])
  })
  return getOrUnseen(ctx, model, sid)
}

const ROLES: readonly CaseRole[] = ['case_no', 'title', 'title_en', 'country', 'subtype', 'route', 'application_no', 'filing_date']

/** The fields that a drawing shows of each case. */
function shownOf(ctx: Context, model: Model): string[] {
  const further = ctx.tenant.models.kinds.get(model.name)?.relations?.shown ?? []
  const codes = ['version', ...ROLES.flatMap((role) => fieldOfRole(model, role) ?? []), ...(model.states ? [model.states.field] : []), ...further]
  return codes.filter((code) => fieldOf(model, code) && accessOf(ctx, model).mayRead(code))
}

const MAX_CASES = 500

/** The family for drawing; cases hidden from this person are only counted. */
async function draw({ ctx, model, body: { sid } }: Call<FamilyActions['draw']>) {
  const asked = await get(ctx, model, sid, { flat: true })
  const code = familyFieldOf(ctx, model)
  const family = await familyOf(ctx, model, code, sid)
  const relations = await relationsAround(ctx, await familySids(ctx, family, sid))
  const sids = [...new Set([...(await familySids(ctx, family, sid)), ...relations.flatMap((one) => [one.earlier_sid, one.later_sid])])]
  const chosen = [sid, ...sids.filter((one) => one !== sid)].slice(0, MAX_CASES)
  const fl = shownOf(ctx, model)
  const order = fieldOfRole(model, 'filing_date') ?? 'sid'
  const { record } = await search(
    ctx,
    model,
    { fl, iql: `sid in (${chosen.map((one) => `"${one}"`).join(',')}) order by ${order} asc`, rows: MAX_CASES, total: 'none' },
    { most: MAX_CASES },
  )
  const seen = new Set(record.map((row) => row.sid))
  const edges = relations.filter((one) => seen.has(one.earlier_sid) && seen.has(one.later_sid))
  const bound = new Set(relations.flatMap((one) => [one.earlier_sid, one.later_sid]))
  return {
    family: sidOf(asked[code]) ?? null,
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

/** Reads all members regardless of row visibility: hidden ones are only counted. */
async function familyOf({ db }: Context, { name }: Model, code: string, sid: string): Promise<string | null> {
  const row = await anyTable(db).selectFrom(name).select(code).where('sid', '=', sid).executeTakeFirst()
  return row?.[code] ? String(row[code]) : null
}

async function familySids(ctx: Context, family: string | null, sid: string): Promise<string[]> {
  const members = family ? await membersOf(ctx, [family]) : []
  return [...new Set([sid, ...members.map((one) => one.sid)])]
}
