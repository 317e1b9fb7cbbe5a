import { BUCKETS, bucketIql, type DueKind } from '../../model/deadlines/buckets.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { allOf } from '../records/access.ts'
import { onAction } from '../records/actions.ts'
import { aggregate } from '../records/aggregate.ts'
import { batchUpdate, chosenSids } from '../records/batch.ts'
import { modelNamed } from '../records/models.ts'
import { readIql } from '../records/search.ts'
import { sidOf } from '../records/values.ts'
import type { Work } from '../records/work.ts'
import { refuse } from '../refusal.ts'

export function deadlineDesk() {
  onAction('deadline', 'desk', ({ work, body }) => desk(work, body))
  onAction('deadline', 'reassign', ({ work, body }) => reassign(work, body))
}

const KEYS = new Set(['owner', 'due', 'iql'])

/** POST deadline/do/desk {owner?, due?, iql?}: how many duties lie in each bucket, by kind, and the query of each bucket's rows. */
async function desk(work: Work, body: Record<string, unknown>) {
  for (const key of Object.keys(body)) if (!KEYS.has(key)) refuse('unknown_key', { key })
  const model = modelNamed(work.tenant.models, 'deadline')
  const due = dueOf(body.due)
  const owner = ownerIql(body.owner)
  const asked = readIql(body.iql as string | undefined).where // readIql refuses what is no text
  const mine = owner ? readIql(owner).where : undefined
  const of = (iql: string) => readIql(iql).where
  const parts = Object.fromEntries(BUCKETS.map((bucket) => [bucket, of(bucketIql(bucket, due))]))
  const open = of("status IN ('OPEN', 'MISSED')")
  const where = allOf([open, mine, asked].filter((part): part is Condition => part !== undefined))
  const groups = await aggregate(work, model, { where, by: ['kind'], parts })
  const buckets = BUCKETS.map((code) => {
    const kinds = Object.fromEntries(groups.flatMap((group) => (group.parts[code] ? [[String(group.by.kind), group.parts[code]]] : [])))
    const iql = [bucketIql(code, due), owner, body.iql ? `(${String(body.iql)})` : ''].filter(Boolean).join(' AND ')
    return { code, iql, total: Object.values(kinds).reduce((sum, n) => sum + n, 0), kinds }
  })
  return { today: work.today, due, buckets }
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
async function reassign(work: Work, body: Record<string, unknown>) {
  const owner_sid = sidOf(body.owner_sid) ?? refuse('bad_sid', { value: String(body.owner_sid ?? '').slice(0, 60) })
  return batchUpdate(work, modelNamed(work.tenant.models, 'deadline'), { sids: chosenSids(body), changes: { owner_sid } })
}
