import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import type { Graph, GraphNode, Participant } from '../../../model/approval/graph.ts'
import { peopleNodes } from '../../../model/approval/structure.ts'
import { drawnStep } from '../../../model/approval/sub-process.ts'
import type { Model } from '../../../model/kit/model.ts'
import { readPeople } from '../../auth/session/read-actor.ts'
import type { Context } from '../../records/context.ts'
import { among } from '../../records/permission/conditions.ts'
import { mayAnywhere } from '../../records/permission/governing.ts'
import { visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { modelNamed } from '../../records/registry.ts'
import { namesOf, peopleOf } from '../people.ts'
import type { ProcessFault } from './faults.ts'

const TRIED = 10
const NAMED = 3
/** Of those who did not start such an approval yet, so many are looked at. */
const LOOKED_AT = 50
/** Steps of the same participants are tried once. */
const MAX_CHOICES = 20
/** Whom they name is known without a record, and `ANYBODYS` also without the starter. */
const OF_STARTER: ReadonlySet<Participant['kind']> = new Set(['PERSON', 'ROLE', 'STARTER', 'STARTER_LEADER', 'DEPARTMENT_LEADER', 'VIRTUAL'])
const ANYBODYS: ReadonlySet<Participant['kind']> = new Set(['PERSON', 'ROLE', 'VIRTUAL'])

/** The steps at which some of those who start such approvals would find nobody, so that an administrator has them. */
export async function unmannedSteps(ctx: Context, process: ApprovalProcess, drawn: Graph, graph: Graph): Promise<ProcessFault[]> {
  const model = ctx.tenant.models.all.get(String(process.entity))
  const nodes = peopleNodes(graph).filter(
    ({ type, participants = [] }) => type !== 'NOTICE' && participants.every(({ kind }) => OF_STARTER.has(kind)),
  )
  if (!model || nodes.length === 0) return []
  const starters = await likelyStarters(ctx, model)
  const own_allowed = process.own_allowed === true
  const choices = [...Map.groupBy(nodes, ({ type, participants }) => JSON.stringify([type === 'APPROVE', participants])).values()]
  const found: ProcessFault[] = []
  for (const alike of choices.slice(0, MAX_CHOICES)) {
    const [first] = alike
    const without = first ? await withoutPeople(ctx, first, { model, starters, own_allowed }) : []
    if (without.length === 0) continue
    const names = await namesOf(ctx, without.slice(0, NAMED))
    const said = (between: string) => [...names.values()].join(between) + (without.length > NAMED ? '…' : '')
    found.push(
      ...alike.map((node) => ({
        node: drawnStep(drawn, node.id)?.id ?? node.id,
        zh: `试了 ${starters.length} 名发起人，其中 ${without.length} 名（${said('、')}）在“${node.name}”找不到办理人，将由管理员处理`,
        en: `of ${starters.length} starters tried, ${without.length} (${said(', ')}) ${without.length === 1 ? 'finds' : 'find'} nobody at “${node.name_en}”: it would wait for an administrator`,
      })),
    )
  }
  return found
}

type Trial = { model: Model; starters: readonly string[]; own_allowed: boolean }

/** Those who would find nobody at the step. */
async function withoutPeople(ctx: Context, node: GraphNode, { model, starters, own_allowed }: Trial): Promise<string[]> {
  const peopleFor = (starter: string, allowed: boolean) => peopleOf(ctx, node, { model, record: {}, starter, own_allowed: allowed })
  if ((node.participants ?? []).every(({ kind }) => ANYBODYS.has(kind))) {
    const people = await peopleFor('', true)
    const isOwn = (starter: string) => !own_allowed && node.type === 'APPROVE' && people.every((one) => one === starter)
    return starters.filter((starter) => people.length === 0 || isOwn(starter))
  }
  const without: string[] = []
  for (const starter of starters) if ((await peopleFor(starter, own_allowed)).length === 0) without.push(starter)
  return without
}

/** Those who last started approvals of such records, then those who came last and may change such records: with an account, and as far as the reader sees them. */
async function likelyStarters(ctx: Context, model: Model): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('user_info as u')
    .select((of) => [
      'u.sid',
      of
        .selectFrom('approval as a')
        .select((one) => one.fn.max('a.started_at').as('last'))
        .where('a.entity', '=', model.name)
        .whereRef('a.starter_sid', '=', 'u.sid')
        .as('last'),
    ])
    .where('u.deleted_at', 'is', null)
    .where('u.person_status', '!=', 'RESIGNED')
    .where('u.account_status', 'in', ['OPEN', 'LOCKED'])
    .where('u.agency_sid', 'is', null)
    .orderBy('last', (order) => order.desc().nullsLast())
    .orderBy('u.sid', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const seen = await seenAmong(ctx, rows.map(({ sid }) => sid)) // oxfmt-ignore
  const actors = new Map((await readPeople(ctx.tenant, [...seen])).map((actor) => [actor.sid, actor]))
  const may = (sid: string) => {
    const actor = actors.get(sid)
    return actor !== undefined && ['transition', 'update'].some((verb) => mayAnywhere(actor, model.name, verb))
  }
  return rows.flatMap(({ sid, last }) => (seen.has(sid) && (last !== null || may(sid)) ? [sid] : [])).slice(0, TRIED)
}

async function seenAmong(ctx: Context, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const found = await readPage(
    ctx,
    model,
    ['sid'],
    { where: visible(ctx, model, among(['sid'], sids)), order: [] },
    { start: 0, rows: LOOKED_AT },
    true,
  )
  return new Set(found.map(({ sid }) => String(sid)))
}
