import type { Model } from '../../model/kit/model.ts'
import { carryOutPlan } from '../../model/planning/plan-actions.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import { deriveCases } from '../cases/relations/derive.ts'
import { docketTogether } from '../docketing/case-hooks.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, inTransaction, lockKey, type RowValues } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { takeConfirmed } from '../records/write/checks/warnings.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { readBase } from './base.ts'
import type { Leg } from './suppose.ts'

export const carryOutActions = perform(carryOutPlan, async ({ ctx, model, body }: Call<typeof carryOutPlan>) => {
  const { confirmed } = takeConfirmed(ctx, { confirm: body.confirm })
  const cases = await inTransaction({ ...ctx, warnings: [], confirmed }, async (tx) => {
    await lockKey(tx, 'related_case') // a plan is carried out once, and each phase made once
    return carryOut(tx, model, body.sid, body.title)
  })
  return { cases }
})

/** The cases are made as those that a person derives one by one, from the first to the last; all or none. */
async function carryOut(ctx: Context, model: Model, sid: string, title: string | undefined): Promise<string[]> {
  const plan = await planOf(ctx, model, sid)
  const base = await readBase(ctx, { case_sid: String(plan.case_sid), years: 1 })
  const rights = modelNamed(ctx.tenant.models, base.kind.name)
  authorize(ctx, rights, 'create')
  const own = { ...ctx, asked: { ...ctx.asked, [rights.name]: ['create'] } }
  const made = new Map([[BASE, base.sid]])
  await docketTogether(own, () => makeLegs(own, rights, plan.legs as Leg[], { made, title }), { finds: true }) // rows as the model declares them
  made.delete(BASE)
  const cases = [...made.values()]
  await noteCases(ctx, model, sid, cases)
  return cases
}

/** By its owner, as any change of a plan. */
async function noteCases(ctx: Context, model: Model, sid: string, cases: readonly string[]) {
  const [before] = await lockRows(ctx, model, [sid], { verb: 'update' })
  const draft = draftFrom(before ?? refuse('not_found'))
  setValue(draft, 'carried_out_at', new Date().toISOString())
  setValue(draft, 'made_sids', cases)
  await examine(ctx, model, [draft])
  refuseFaulty([draft])
  await updateDrafts(ctx, model, [draft])
}

async function planOf(ctx: Context, model: Model, sid: string): Promise<RowValues> {
  const plan = await get(ctx, model, sid, { flat: true })
  if (!plan.case_sid)
    return refuse('rule', {
      summary_zh: '方案不是从已有案件出发：请先新建首次申请的案件，并在方案中选择它',
      summary_en: 'The plan does not start from a case: create the case of the first filing, and choose it in the plan',
    })
  if (plan.carried_out_at) return refuse('rule', { summary_zh: '方案已转为案件', summary_en: 'The plan has been carried out already' })
  if (!Array.isArray(plan.legs) || plan.legs.length === 0) return refuse('rule', { summary_zh: '方案中没有案件', summary_en: 'The plan has no cases' })
  return plan
} // oxfmt-ignore

type Making = { made: Map<string, string>; title: string | undefined }

/** The cases of one way from one case together, as soon as that case is there. */
async function makeLegs(ctx: Context, model: Model, legs: readonly Leg[], { made, title }: Making) {
  let waiting = legs
  while (waiting.length > 0) {
    const next = waiting.find(({ parent }) => made.has(parent))
    const earlier = next && made.get(next.parent)
    if (!next || !earlier) return refuse('rule', { summary_zh: '方案中有案件没有在先案', summary_en: 'A case of the plan has no earlier case in it' })
    const together = onceEach(waiting.filter(({ parent, way }) => parent === next.parent && way === next.way))
    const body = { sid: earlier, way: next.way, countries: together.map(({ country }) => country), ...(title && { title }) }
    const values = (country: string) => namesIn(ctx, model, legs, together.find((leg) => leg.country === country)?.key)
    const sids = await deriveCases(ctx, model, body, { unfiled: next.parent !== BASE, values })
    together.forEach((leg, at) => made.set(leg.key, sids[at] ?? refuse('unforeseen')))
    waiting = waiting.filter((leg) => !together.includes(leg))
  }
}

/** One of each office; a second division of a case comes after the first. */
const onceEach = (legs: readonly Leg[]) => legs.filter(({ country }, at) => legs.findIndex((one) => one.country === country) === at)

/** An international application names the countries in which the plan enters. */
function namesIn(ctx: Context, { name }: Model, legs: readonly Leg[], key: string | undefined): RowValues {
  const ways = ctx.tenant.models.kinds.get(name)?.relations?.derives ?? {}
  const named: Record<string, string[]> = {}
  for (const { parent, way, country } of legs) {
    const field = parent === key ? ways[way]?.names : undefined
    if (field) (named[field] ??= []).push(country)
  }
  return named
}
