import type pg from 'pg'
import type { Pair } from '../compare.ts'
import { askOf } from './ask.ts'
import type { Workers } from './people.ts'

/** Votes a second and milliseconds; `late`: refused because the approval had been decided meanwhile. */
export type Voted = { perSecond: number; p50: number; p95: number; counted: number; late: number; wrong: readonly string[] }
type Task = { sid: string; approval: string; person: string }
type Vote = (task: Task, agrees: boolean) => Promise<'counted' | 'late'>

const DECIDED_BEFORE = 500016

/** Each side votes on open approvals of its own: half of them, as far as the time goes. */
export async function measureVotes(
  pool: pg.Pool,
  { innoe, floor }: Pair<string>,
  { voters }: Workers,
  seconds: number,
  connections: number,
): Promise<Pair<Voted>> {
  const { rows } = await pool.query<Task>(`select t.sid, t.approval_sid as approval, t.person_sid as person from approval_task t join approval a on a.sid = t.approval_sid where a.state = 'RUNNING' and t.state = 'OPEN' and t.person_sid = any($1) order by a.started_at, md5(t.sid::text)`, [voters.map(({ sid }) => sid)]) // oxfmt-ignore
  const approvals = [...new Set(rows.map(({ approval }) => approval))]
  const mine = new Set(approvals.filter((_, at) => at % 2 === 0))
  const ask = askOf(innoe)
  const tokens = new Map(voters.map(({ sid, token }) => [sid, token]))
  const byInnoe: Vote = async ({ sid, person }, agrees) => {
    const body = { sid, opinion: agrees ? '同意' : '不同意：缺少附图说明' }
    const { code } = await ask(tokens.get(person) ?? '', `approval_task/do/${agrees ? 'agree' : 'refuse'}`, body, 0, DECIDED_BEFORE)
    return code === 0 ? 'counted' : 'late'
  }
  const byFloor: Vote = async ({ sid, person }, agrees) => {
    const answer = await fetch(`${floor}/vote`, { method: 'POST', body: JSON.stringify({ task: sid, person, agrees }) })
    if (!answer.ok) throw new Error(await answer.text())
    const { data } = (await answer.json()) as { data: { late?: true } } // the floor's own response
    return data.late ? 'late' : 'counted'
  }
  const own = await cast(pool, rows.filter(({ approval }) => mine.has(approval)), byInnoe, seconds, connections) // oxfmt-ignore
  return { innoe: own, floor: await cast(pool, rows.filter(({ approval }) => !mine.has(approval)), byFloor, seconds, connections) } // oxfmt-ignore
}

async function cast(pool: pg.Pool, tasks: readonly Task[], vote: Vote, seconds: number, connections: number): Promise<Voted> {
  const given = new Map<string, boolean>()
  const times: number[] = []
  let [next, late] = [0, 0]
  const begun = performance.now()
  const one = async () => {
    while (next < tasks.length && performance.now() < begun + seconds * 1000) {
      const at = next++
      const task = tasks[at]
      if (!task) return
      const agrees = at % 10 < 6
      const sent = performance.now()
      const result = await vote(task, agrees)
      times.push(performance.now() - sent)
      if (result === 'counted') given.set(task.sid, agrees)
      else late++
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const took = (performance.now() - begun) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const wrong = await faultsOf(pool, tasks, given)
  return { perSecond: times.length / took, p50: at(0.5), p95: at(0.95), counted: given.size, late, wrong }
}

type Counted = { sid: string; state: string; asked: string; agreed: string; refused: string; lines: string; open: string }

/** Each counted vote stands on its task, once in the log, and the approval has the state that its votes give. */
async function faultsOf(pool: pg.Pool, tasks: readonly Task[], given: ReadonlyMap<string, boolean>): Promise<string[]> {
  const { rows: kept } = await pool.query<{ sid: string; state: string }>('select sid, state from approval_task where sid = any($1)', [
    [...given.keys()],
  ])
  const lost = kept.filter(({ sid, state }) => state !== (given.get(sid) ? 'AGREED' : 'REFUSED'))
  const touched = [...new Set(tasks.filter(({ sid }) => given.has(sid)).map(({ approval }) => approval))]
  const { rows } = await pool.query<Counted>(
    `select a.sid, a.state, count(*) as asked, count(*) filter (where t.state = 'AGREED') as agreed, count(*) filter (where t.state = 'REFUSED') as refused,
       count(*) filter (where t.state = 'OPEN') as open, (select count(*) from approval_log l where l.approval_sid = a.sid and l.deleted_at is null and l.act in ('AGREE', 'REFUSE')) as lines
     from approval a join approval_task t on t.approval_sid = a.sid and t.deleted_at is null where a.sid = any($1) group by a.sid`,
    [touched],
  )
  const wrong = rows.filter(
    (one) =>
      one.state !== stateOf(one) ||
      Number(one.lines) !== Number(one.agreed) + Number(one.refused) ||
      (one.state !== 'RUNNING' && Number(one.open) > 0),
  )
  return [
    ...lost.map(({ sid, state }) => `task ${sid} is ${state}`),
    ...wrong.map((one) => JSON.stringify(one)),
    ...(kept.length === given.size ? [] : ['a task is gone']),
  ]
}

function stateOf({ asked, agreed, refused }: Counted) {
  const half = Math.ceil(Number(asked) / 2)
  if (Number(agreed) >= half) return 'APPROVED'
  return Number(refused) > Number(asked) - half ? 'REFUSED' : 'RUNNING'
}
