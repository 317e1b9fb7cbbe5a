import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import type { Graph, Participant } from '../../../model/approval/graph.ts'
import { peopleNodes } from '../../../model/approval/structure.ts'
import { drawnStep } from '../../../model/approval/sub-process.ts'
import type { Context } from '../../records/context.ts'
import { namesOf, peopleOf } from '../people.ts'
import type { ProcessFault } from './faults.ts'

const TRIED = 10
const NAMED = 3
/** Whom they name is known without a record. */
const OF_STARTER: ReadonlySet<Participant['kind']> = new Set(['PERSON', 'ROLE', 'STARTER', 'STARTER_LEADER', 'DEPARTMENT_LEADER', 'VIRTUAL'])

/** The steps at which some of those who start such approvals would find nobody, so that an administrator has them. */
export async function unmannedSteps(ctx: Context, process: ApprovalProcess, drawn: Graph, graph: Graph): Promise<ProcessFault[]> {
  const model = ctx.tenant.models.all.get(String(process.entity))
  const nodes = peopleNodes(graph).filter(
    ({ type, participants = [] }) => type !== 'NOTICE' && participants.every(({ kind }) => OF_STARTER.has(kind)),
  )
  if (!model || nodes.length === 0) return []
  const starters = await likelyStarters(ctx, model.name)
  const found: ProcessFault[] = []
  for (const node of nodes) {
    const without: string[] = []
    for (const starter of starters) {
      const people = await peopleOf(ctx, node, { model, record: {}, starter, own_allowed: process.own_allowed === true })
      if (people.length === 0) without.push(starter)
    }
    if (without.length === 0) continue
    const names = await namesOf(ctx, without.slice(0, NAMED))
    const said = (between: string) => [...names.values()].join(between) + (without.length > NAMED ? '…' : '')
    found.push({
      node: drawnStep(drawn, node.id)?.id ?? node.id,
      zh: `试了 ${starters.length} 名发起人，其中 ${without.length} 名（${said('、')}）在“${node.name}”找不到办理人，将由管理员处理`,
      en: `of ${starters.length} starters tried, ${without.length} (${said(', ')}) find nobody at “${node.name_en}”: it would wait for an administrator`,
    })
  }
  return found
}

/** Those who last started approvals of such records, then those who came last, with an account. */
async function likelyStarters({ db }: Context, entity: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_info as u')
    .select('u.sid')
    .where('u.deleted_at', 'is', null)
    .where('u.person_status', '!=', 'RESIGNED')
    .where('u.account_status', '=', 'OPEN')
    .where('u.agency_sid', 'is', null)
    .orderBy(
      (of) =>
        of
          .selectFrom('approval as a')
          .select((one) => one.fn.max('a.started_at').as('last'))
          .where('a.entity', '=', entity)
          .whereRef('a.starter_sid', '=', 'u.sid'),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('u.sid', 'desc')
    .limit(TRIED)
    .execute()
  return rows.map(({ sid }) => sid)
}
