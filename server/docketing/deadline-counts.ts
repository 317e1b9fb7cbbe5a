import { BUCKETS, bucketIql, type DueKind } from '../../model/docketing/buckets.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { allOf } from '../records/permission/permission.ts'
import { type Call, action } from '../records/actions.ts'
import { aggregate } from '../records/query/aggregate.ts'
import { batchUpdate, chosenSids } from '../records/write/batch.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { readIql } from '../records/query/search.ts'
import { sidOf } from '../records/write/values.ts'
import type { Part } from '../records/modules.ts'
import { inTransaction, type Context } from '../records/context.ts'
import { Refusal, refuse } from '../errors.ts'
import { extend } from './deadline.ts'
import { lawFor } from './law/law.ts'

export const deadlineCounts: Part = {
  actions: [
    action('deadline', 'desk', ({ ctx, body }) => desk(ctx, body), 'POST', ['owner', 'due', 'iql']),
    action('deadline', 'reassign', ({ ctx, body }) => reassign(ctx, body), 'POST', ['sids', 'owner_sid']),
    action('deadline', 'extensions', (call) => extensions(call), 'POST', ['sid']),
  ],
}

/** POST deadline/do/desk {owner?, due?, iql?}: how many duties lie in each bucket, by kind, and the query of each bucket's rows. */
async function desk(ctx: Context, body: Record<string, unknown>) {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const due = dueOf(body.due)
  const owner = ownerIql(body.owner)
  const asked = readIql(body.iql as string | undefined).where // readIql refuses what is no text
  const mine = owner ? readIql(owner).where : undefined
  const of = (iql: string) => readIql(iql).where
  const parts = Object.fromEntries(BUCKETS.map((bucket) => [bucket, of(bucketIql(bucket, due))]))
  const open = of("status IN ('OPEN', 'MISSED')")
  const where = allOf([open, mine, asked].filter((part): part is Condition => part !== undefined))
  const groups = await aggregate(ctx, model, { where, by: ['kind'], parts })
  const buckets = BUCKETS.map((code) => {
    const kinds = Object.fromEntries(groups.flatMap((group) => (group.parts[code] ? [[String(group.by.kind), group.parts[code]]] : [])))
    const iql = [bucketIql(code, due), owner, body.iql ? `(${String(body.iql)})` : ''].filter(Boolean).join(' AND ')
    return { code, iql, total: Object.values(kinds).reduce((sum, n) => sum + n, 0), kinds }
  })
  return { today: ctx.today, due, buckets }
}

function dueOf(given: unknown): DueKind {
  if (given === undefined || given === 'official' || given === 'internal') return given ?? 'official'
  return refuse('bad_request', { why_zh: 'due 只能是 official 或 internal', why_en: 'due is official or internal' })
}

function ownerIql(owner: unknown): string {
  if (owner === undefined || owner === 'all' || owner === '') return ''
  if (owner === 'me') return 'owner_sid = me()'
  if (owner === 'nobody') return 'owner_sid IS EMPTY'
  const sid = sidOf(owner) ?? refuse('bad_sid', { value: String(owner).slice(0, 60) })
  return `owner_sid = '${sid}'`
}

/** POST deadline/do/reassign {sids, owner_sid}: one batch edit, which can be undone like any other. */
async function reassign(ctx: Context, body: Record<string, unknown>) {
  const owner_sid = sidOf(body.owner_sid) ?? refuse('bad_sid', { value: String(body.owner_sid ?? '').slice(0, 60) })
  return batchUpdate(ctx, modelNamed(ctx.tenant.models, 'deadline'), { sids: chosenSids(body), changes: { owner_sid } })
}

type Step = { period: string; due: string | null }

class NotKept extends Error {
  readonly due: string | null
  constructor(due: string | null) {
    super('preview')
    this.due = due
  }
}

/** POST deadline/do/extensions {sid}: the steps that the rule offers now, each with the date it would lead to; nothing is saved. */
async function extensions(call: Call) {
  const { ctx, body } = call
  const sid = sidOf(body.sid) ?? refuse('bad_sid', { value: String(body.sid ?? '').slice(0, 60) })
  const row = await get(ctx, modelNamed(ctx.tenant.models, 'deadline'), sid, { flat: true })
  const { law } = await lawFor(ctx)
  const rule = law.rules.find(({ id, version }) => id === row.rule_id && version === row.rule_version)
  const periods = [...new Set((rule?.extensions?.steps ?? []).map(({ period }) => period))]
  const steps: Step[] = []
  for (const period of periods) {
    const due = await extended(call, sid, period)
    if (due !== undefined) steps.push({ period, due })
  }
  return { sid, times: rule?.extensions?.times ?? periods.length, taken: Number(row.extended_times ?? 0), steps }
}

/** Extends, looks at the date, and takes it all back. */
async function extended(call: Call, sid: string, period: string): Promise<string | null | undefined> {
  try {
    return await inTransaction(call.ctx, async (tx) => {
      const after = await extend({ ctx: tx, body: { sid, period } })
      const { extended_due } = after as { extended_due: string | null } // the whole record, as extend answers
      throw new NotKept(extended_due)
    })
  } catch (error) {
    if (error instanceof NotKept) return error.due
    if (error instanceof Refusal && error.name === 'rule') return undefined
    throw error
  }
}
