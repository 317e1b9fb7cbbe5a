import { listDone, listToDo, type ToDo } from '../../model/approval/approval-actions.ts'
import type { ApprovalTask } from '../../model/approval/approval_task.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import { perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import { namesOf } from './people.ts'
import { runningGraph } from './process/graphs.ts'

const PAGE = 20

/** Tasks that wait for a person, and tasks that the person has finished */
export const toDoLists = [
  ...perform(listToDo, async ({ ctx, body: { start = 0, rows = PAGE, waiting = false } }) => {
    const tasks = toDo(ctx, waiting ? 'WAITING' : 'OPEN')
    const { n } = await tasks.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const page = tasks.orderBy('t.due_at', (by) => by.asc().nullsLast()).orderBy('t.received_at').orderBy('t.sid').offset(start).limit(rows) // oxfmt-ignore
    const listed = await withApproval(ctx, page)
      .orderBy('t.due_at', (by) => by.asc().nullsLast())
      .orderBy('t.received_at')
      .orderBy('t.sid')
      .execute()
    return { total: n, tasks: await shown(ctx, listed as Listed[]) }
  }),
  ...perform(listDone, async ({ ctx, body: { start = 0, rows = PAGE } }) => {
    const tasks = done(ctx)
    const { n } = await tasks.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const page = tasks
      .orderBy('t.decided_at', (by) => by.desc().nullsLast())
      .orderBy('t.sid', 'desc')
      .offset(start)
      .limit(rows)
    const listed = await withApproval(ctx, page)
      .orderBy('t.decided_at', (by) => by.desc().nullsLast())
      .orderBy('t.sid', 'desc')
      .execute()
    return { total: n, tasks: await shown(ctx, listed as Listed[]) }
  }),
]

const people = ({ actor }: Context) => [actor.sid ?? '', ...actor.stands_in_for].filter(Boolean)

const toDo = (ctx: Context, state: 'OPEN' | 'WAITING') =>
  ctx.db.selectFrom('approval_task as t').where('t.deleted_at', 'is', null).where('t.person_sid', 'in', people(ctx)).where('t.state', '=', state)

const done = (ctx: Context) => ctx.db.selectFrom('approval_task as t').where('t.deleted_at', 'is', null).where('t.decided_by', '=', ctx.actor.sid)

/** The tasks of one page alone are joined: a person may have done thousands. */
const withApproval = ({ db }: Context, page: ReturnType<typeof toDo>) =>
  db
    .selectFrom(page.selectAll('t').as('t'))
    .innerJoin('approval as a', 'a.sid', 't.approval_sid')
    .innerJoin('approval_process as p', 'p.sid', 'a.process_sid')
    .select(['t.sid', 't.approval_sid', 't.node', 't.node_name', 't.node_name_en', 't.person_sid', 't.state', 't.received_at', 't.due_at'])
    .select([
      't.decided_at',
      't.opinion',
      't.advises',
      'a.entity',
      'a.record_sid',
      'a.record_name',
      'a.transition_name',
      'a.transition_name_en',
      'a.starter_sid',
    ])
    .select(['p.graph', 't.after_sid'])

type Listed = Pick<
  ApprovalTask,
  | 'sid'
  | 'approval_sid'
  | 'node'
  | 'node_name'
  | 'node_name_en'
  | 'person_sid'
  | 'state'
  | 'received_at'
  | 'due_at'
  | 'decided_at'
  | 'opinion'
  | 'advises'
> & {
  entity: string
  record_sid: string
  record_name: string
  transition_name: string
  transition_name_en: string
  starter_sid: string | null
  after_sid: string | null
  graph: unknown
}

async function shown(ctx: Context, tasks: readonly Listed[]): Promise<ToDo[]> {
  const asked = await peopleOf(ctx, tasks.flatMap(({ state, after_sid }) => (state === 'WAITING' && after_sid ? [after_sid] : []))) // oxfmt-ignore
  const names = await namesOf(ctx, [...asked.values(), ...tasks.flatMap(({ person_sid, starter_sid }) => [person_sid, starter_sid])])
  const named = (sid: string | null) => (sid === null ? null : { sid, name: names.get(sid) ?? '' })
  return tasks.map((task): ToDo => {
    const { graph, person_sid, starter_sid, after_sid, node, approval_sid, node_name, node_name_en, state, received_at, advises, ...rest } = task
    return {
      ...rest,
      approval_sid: String(approval_sid),
      node_name: String(node_name),
      node_name_en: String(node_name_en),
      type: nodeOf(runningGraph({ graph }), String(node))?.type ?? 'APPROVE',
      starter: named(starter_sid),
      for: person_sid === ctx.actor.sid ? null : named(person_sid),
      state: state ?? 'OPEN',
      received_at: String(received_at),
      advises: advises === true,
      with: named(asked.get(after_sid ?? '') ?? null),
    }
  })
}

/** Whose tasks these are. */
async function peopleOf({ db }: Context, tasks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (tasks.length === 0) return new Map()
  const rows = await db
    .selectFrom('approval_task')
    .select(['sid', 'person_sid'])
    .where('sid', 'in', [...tasks])
    .execute()
  return new Map(rows.map(({ sid, person_sid }) => [sid, String(person_sid)]))
}
