import { randomUUIDv7 } from 'node:crypto'
import { createServer } from 'node:http'
import { text as whole } from 'node:stream/consumers'
import { openFloor } from '../floor/data.ts'
import { readsOf } from '../floor/reads.ts'

// The floor of daily work: the best SQL found, without permission, session, rules or notices.
type Body = { person: string; start?: number; rows?: number; query?: string; word?: string; case_sid?: string; task?: string; agrees?: boolean }
const [url = '', schema = ''] = process.argv.slice(2)
const floor = await openFloor(url, schema)
const { pool, rowsOf } = floor

const LISTED = `t.sid, t.approval_sid, t.node, t.node_name, t.state, t.received_at, t.due_at, t.decided_at, t.opinion, a.entity, a.record_sid, a.record_name, a.transition_name, u.name as starter`
const JOINED = 'join approval a on a.sid = t.approval_sid left join user_info u on u.sid = a.starter_sid'
const TO_DO = `approval_task t where t.person_sid = $1 and t.state = 'OPEN' and t.deleted_at is null`
const DONE = 'approval_task t where t.decided_by = $1'
const page = (from: string, order: string) =>
  `select ${LISTED} from (select * from ${from} order by ${order} offset $2 limit $3) t ${JOINED} order by ${order}`
const list = (name: string, from: string, order: string) => async ({ person, start = 0, rows = 20 }: Body) => ({
  tasks: await rowsOf(name, page(from, order), [person, start, rows]),
  total: Number((await rowsOf(`${name} total`, `select count(*) as n from ${from}`, [person]))[0]?.n),
}) // oxfmt-ignore

const PIECE = `substr(k.content, greatest(strpos(lower(k.content), $2) - 40, 1), 200) as snippet`
const found = (within: string) =>
  `select d.*, c.title as case_title, ${PIECE} from (select sid, file_name, case_sid, doc_type, issue_date, created_at, hash from document where deleted_at is null and content_state_words @@ $1::tsquery ${within} order by created_at desc, sid desc limit 21) d join text_content k on k.hash = d.hash left join patent c on c.sid = d.case_sid order by d.created_at desc, d.sid desc`

const answers: Record<string, (body: Body) => Promise<unknown>> = {
  first: () => readsOf(floor).first?.({}) ?? Promise.reject(new Error('the floor has no case list')),
  todo: list('todo', TO_DO, 't.due_at asc nulls last, t.received_at, t.sid'),
  done: list('done', DONE, 't.decided_at desc nulls last, t.sid desc'),
  find: ({ query, word }) => rowsOf('find', found(''), [query, word]),
  find_in_case: ({ query, word, case_sid }) => rowsOf('find in case', found('and case_sid = $3'), [query, word, case_sid]),
  vote,
}

/** One vote under the lock of its approval, counted; the last one needed ends the approval. */
async function vote({ person, task, agrees }: Body) {
  const client = await pool.connect()
  const run = async (name: string, text: string, values: unknown[]) => (await client.query({ name, text, values })).rows
  try {
    await client.query('begin')
    const [approval] = await run(
      'lock',
      "select a.sid, a.company_sid from approval a where a.sid = (select approval_sid from approval_task where sid = $1) and a.state = 'RUNNING' for update",
      [task],
    )
    const [voted] = approval ? await run('cast', `update approval_task set state = $2, decided_by = $3, decided_at = now(), updated_at = now() where sid = $1 and state = 'OPEN' and person_sid = $3 and deleted_at is null returning sid`, [task, agrees ? 'AGREED' : 'REFUSED', person]) : [] // oxfmt-ignore
    if (!approval || !voted) return { late: true }
    const [count] = await run('count', `select count(*) as asked, count(*) filter (where state = 'AGREED') as agreed, count(*) filter (where state = 'REFUSED') as refused from approval_task where approval_sid = $1 and deleted_at is null`, [approval.sid]) // oxfmt-ignore
    const half = Math.ceil(Number(count.asked) / 2)
    const state = Number(count.agreed) >= half ? 'APPROVED' : Number(count.refused) > Number(count.asked) - half ? 'REFUSED' : 'RUNNING'
    await run('log', `insert into approval_log (sid, version, valid, created_at, updated_at, company_sid, approval_sid, seq, act, at, person_sid) select $1, 1, true, now(), now(), $2, $3, coalesce(max(seq), 0) + 1, $4, now(), $5 from approval_log where approval_sid = $3 and deleted_at is null`, [randomUUIDv7(), approval.company_sid, approval.sid, agrees ? 'AGREE' : 'REFUSE', person]) // oxfmt-ignore
    await run(
      'end',
      "update approval set state = $2, version = version + 1, updated_at = now(), ended_at = case when $2 = 'RUNNING' then null else now() end where sid = $1",
      [approval.sid, state],
    )
    if (state !== 'RUNNING')
      await run(
        'rest',
        `update approval_task set state = 'NOT_NEEDED', updated_at = now() where approval_sid = $1 and state = 'OPEN' and deleted_at is null`,
        [approval.sid],
      )
    return { state }
  } finally {
    await client.query('commit').finally(() => client.release())
  }
}

const server = createServer((request, response) => {
  const answer = whole(request).then((body) => answers[(request.url ?? '').slice(1)]?.(JSON.parse(body) as Body)) // the bench's own calls
  answer
    .then((data) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ code: 0, data })))
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`floor http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
