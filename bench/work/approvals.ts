import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { columnsOf } from '../floor/data.ts'
import { askOf, together } from './ask.ts'
import { GROUPS, type Workers } from './people.ts'

const SAMPLES = 3
const PART = 5000
const CONCURRENCY = 8

type Begun = { sid: string; group: number }

/** Approvals started by the engine, the same number for each group; resumable after each group. */
export async function startApprovals(
  address: string,
  admin: string,
  company: string,
  folder: string,
  workers: Workers,
  wanted: number,
): Promise<Begun[]> {
  const kept = join(folder, 'bench-approvals.json')
  const begun: Begun[] = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Begun[]) : [] // written below
  const ask = askOf(address)
  for (const [group, { sid }] of workers.groups.entries()) {
    if (begun.some((one) => one.group === group)) continue
    const names = { name: `定稿评审 ${group + 1}`, name_en: `Review of the final draft ${group + 1}`, code: `B${group}_${Date.now()}` }
    const level = { name: '评审', name_en: 'Review', participants: [{ kind: 'VIRTUAL', sid }], vote: 'HALF_PASS', days: 5 }
    const process = await ask<{ sid: string }>(admin, 'approval_process/do/create', {
      ...names,
      entity: 'patent',
      transition: 'ready',
      levels: [level],
    })
    await ask(admin, 'approval_process/do/publish', { sid: process.data.sid })
    await together(Array.from({ length: Math.ceil(wanted / GROUPS) + SAMPLES }), CONCURRENCY, async (_, at) => {
      const facts = { title: `一种用于评审的装置 ${group}-${at}`, country: 'CN', patent_type: 'INVENTION', company_sid: company }
      const { data } = await ask<{ sid: string }>(admin, 'patent/do/create', facts)
      const answer = await ask<{ approval: string }>(admin, 'patent/do/transition', { sid: data.sid, transition: 'ready' }, WAITS)
      begun.push({ sid: answer.data.approval, group })
    })
    await ask(admin, 'approval_process/do/stop', { sid: process.data.sid })
    writeFileSync(kept, JSON.stringify(begun))
  }
  return begun
}

/** The refusal that a transition waits for its approval. */
const WAITS = 500014

/** The tasks of ended approvals, as the engine has ended a few for each group; resumable after each part. */
export async function fillFinished(pool: pg.Pool, address: string, { voters, groups }: Workers, begun: readonly Begun[], wanted: number) {
  const ask = askOf(address)
  for (const [group, { members }] of groups.entries())
    for (const [nth, { sid }] of begun
      .filter((one) => one.group === group)
      .slice(0, SAMPLES)
      .entries()) {
      // oxfmt-ignore
      const { rows } = await pool.query<{ sid: string; person: string }>(`select t.sid, t.person_sid as person from approval_task t join approval a on a.sid = t.approval_sid where a.sid = $1 and a.state = 'RUNNING' and t.state = 'OPEN' and t.deleted_at is null order by t.sid`, [sid]) // oxfmt-ignore
      const needed = Math.ceil(members.length / 2) - (members.length - rows.length)
      for (const { sid: task, person } of rows.slice(nth).concat(rows.slice(0, nth)).slice(0, needed))
        await ask(voters.find((one) => one.sid === person)?.token ?? '', 'approval_task/do/agree', { sid: task, opinion: '同意，可以提交' })
    }
  const { rows: ended } = await pool.query<{ sid: string }>(`select sid from approval where state = 'APPROVED' and sid = any($1) order by sid`, [
    begun.map(({ sid }) => sid),
  ])
  const { rows: known } = await pool.query<{ n: string }>(`select count(*) as n from approval_task where state <> 'OPEN'`)
  const each = (
    await pool.query<{ n: string }>(`select count(*) as n from approval_task where approval_sid = any($1) and deleted_at is null`, [
      ended.map(({ sid }) => sid),
    ])
  ).rows
  const tasks = Number(each[0]?.n) / ended.length
  for (let done = Number(known[0]?.n); done < wanted; done += PART * tasks) {
    await onePart(pool, ended.map(({ sid }) => sid), Math.min(PART, Math.ceil((wanted - done) / tasks)), done) // oxfmt-ignore
    console.error(`${Math.round(done + PART * tasks).toLocaleString('en')} finished tasks`)
  }
  for (const table of ['approval', 'approval_task', 'approval_log']) {
    await pool.query(`delete from record_count where model = '${table}'`)
    await pool.query(`insert into record_count select '${table}', company_sid, count(*) from ${table} where deleted_at is null group by 2`)
    await pool.query(`vacuum analyze ${table}`)
  }
}

const SHIFTED = ['created_at', 'updated_at', 'started_at', 'ended_at', 'received_at', 'decided_at', 'due_at', 'at']

async function onePart(pool: pg.Pool, like: readonly string[], count: number, seed: number) {
  const client = await pool.connect()
  const insert = async (table: string, own: Record<string, string>, from: string) => {
    const columns = await columnsOf(client, table)
    const value = (column: string) => own[column] ?? (SHIFTED.includes(column) ? `l.${column} - f.ago` : `l.${column}`)
    await client.query(`insert into ${table} (${columns.map((one) => `"${one}"`).join(', ')}) select ${columns.map(value).join(', ')} from ${from}`)
  }
  try {
    await client.query('begin')
    await client.query('set local synchronous_commit to off')
    await client.query(
      `create temporary table finished on commit drop as select n, uuidv7() as sid, ($1::uuid[])[1 + n % $2] as similar_to, make_interval(mins => (1 + (n::bigint * 7919 + $3::bigint) % 1000000)::int) as ago from generate_series(1, $4::int) as n`,
      [like, like.length, Math.round(seed), count],
    )
    await client.query('analyze finished')
    await insert('approval', { sid: 'f.sid', record_sid: 'uuidv7()::text' }, 'finished f join approval l on l.sid = f.similar_to')
    await insert('approval_task', { sid: 'k.sid', seat: 'k.sid::text', approval_sid: 'f.sid' }, `finished f join approval_task l on l.approval_sid = f.similar_to, lateral (select uuidv7() as sid where f.sid is not null and l.sid is not null) as k`) // oxfmt-ignore
    await insert('approval_log', { sid: 'uuidv7()', approval_sid: 'f.sid' }, 'finished f join approval_log l on l.approval_sid = f.similar_to')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
