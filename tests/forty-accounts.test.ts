import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJobs } from '../server/jobs/start.ts'
import { type Person40, setUpForty } from './harness/forty-accounts.ts'
import { casesIn, isSeen, leaksIn, signIn } from './harness/forty-sight.ts'
import { testServer } from './harness/server.ts'

// An administrator sets up a group of companies; then each of forty accounts signs in and asks for everything.
process.env.INNOE_RATE_LIMIT = '100000000'
process.env.INNOE_LOGIN_LIMIT = '1000000'
const server = await testServer()
const { call } = server
const jobs = await startJobs(server.server)
after(() => jobs.stop())
const admin = await server.enrol('system_admin')
const { cases, people: opened } = await setUpForty({ ...server, admin: admin.token })
const people: Person40[] = []
for (const person of opened) people.push({ ...person, token: await signIn(server, person) })
const caseOf = new Map(cases.map((one) => [one.sid, one.at]))
const EVERY_SEVENTH = 7

const LISTS: readonly (readonly [string, Record<string, unknown>, (person: Person40) => string | undefined])[] = [
  ['patent', { fl: ['title', 'owner_sid'] }, () => 'q'],
  ['case', { fl: ['title'] }, () => 'q'],
  ['document', { fl: ['file_name'], iql: "visibility = 'V2'" }, () => 'q'],
  ['document', { fl: ['file_name'], iql: "visibility = 'V7'" }, ({ role }) => (role.secret ? 's' : '')],
  ['deadline', { fl: ['name'], iql: "name LIKE '%x 期限'" }, () => 'q'],
  ['official_event', { fl: ['name'] }, () => 'q'],
  ['case_note', { fl: ['text'] }, () => 'q'],
  ['fee', { fl: ['name'], iql: "name LIKE '%x 费用'" }, ({ role }) => (role.fees ? 'f' : undefined)],
]

test('the accounts see different numbers of cases, some of them none', () => {
  const sights = people.map((person) => cases.filter((one) => isSeen(person, one, people)).length)
  assert.equal(people.length, 40)
  assert.ok(Math.min(...sights) === 0 && new Set(sights).size > 8, String(sights))
})

for (const person of people)
  test(`${person.account}, whose role shows ${person.role.scope}, sees all that it should and nothing else`, async () => {
    const seen = cases.filter((one) => isSeen(person, one, people)).map(({ at }) => at)
    const visible = new Set(seen)
    const ask = async (path: string, body?: unknown) => {
      const answer = await call(path, body, { as: person.token })
      assert.deepEqual(leaksIn(person, answer.text, visible, caseOf), [], `${path} ${JSON.stringify(body)} ${answer.text}`)
      return answer
    }
    for (const [model, asked, markOf] of LISTS) {
      const mark = markOf(person)
      const { status, text, data } = await ask(`${model}/do/search`, { ...asked, rows: 100 })
      assert.equal(status, mark === undefined ? 403 : 200, `${model} ${text}`)
      if (mark === undefined) continue
      const wanted = mark ? seen : []
      assert.deepEqual([casesIn(text, mark || 's'), data.total], [wanted, wanted.length], `${model} ${text}`)
      const count = await ask(`${model}/do/count`, asked.iql ? { iql: asked.iql } : {})
      assert.equal(count.data.total, wanted.length, `${model} ${count.text}`)
    }
    for (const { sid, at, letter, draft } of cases.slice(person.at % EVERY_SEVENTH).filter((_, place) => place % EVERY_SEVENTH === 0)) {
      for (const path of [`patent/${sid}`, `case/${sid}`, `document/${letter}`, `document/do/download/${letter}`])
        assert.equal((await ask(path)).status, visible.has(at) ? 200 : 404, `${path} of ${at}`)
      assert.equal((await ask(`document/do/download/${draft}`)).status, visible.has(at) && person.role.secret ? 200 : 404, `draft of ${at}`)
      const history = await ask('patent/do/history', { sid })
      assert.equal(history.status, visible.has(at) ? 200 : 404, `history of ${at}: ${history.text}`)
    }
  })
