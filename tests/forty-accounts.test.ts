import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJobs } from '../server/jobs/start.ts'
import { routesOf } from './harness/endpoints.ts'
import { type Person40, ROLES, setUpForty } from './harness/forty-accounts.ts'
import { beyond, otherKinds, type Planted, plantAt, questionsOf, questionsOfAll } from './harness/forty-reach.ts'
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
const { cases, imported, companies, departments, agencies, roles, people: opened } = await setUpForty({ ...server, admin: admin.token })
const people: Person40[] = []
for (const person of opened) people.push({ ...person, token: await signIn(server, person) })
const caseOf = new Map(cases.map((one) => [one.sid, one.at]))
const EVERY_SEVENTH = 7
/** One place in six has records of every further kind, and each account asks a ninth of the rest, another one than its colleagues. */
const PLANTED_EVERY = 6
const SHARE = 9

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

test('why each account sees one case and does not see another is one answer, in words', async () => {
  for (const person of people)
    for (const is of [true, false]) {
      const one = cases.find((any) => isSeen(person, any, people) === is)
      if (!one) continue
      const { data, text } = await call<{ verbs: { verb: string; allowed: boolean; why: string }[] }>(
        'user_info/do/explain_access',
        { user_sid: person.sid, entity: 'patent', record_sid: one.sid },
        { as: admin, lang: 'en' },
      )
      const seeing = data.verbs.find(({ verb }) => verb === 'get')
      assert.equal(seeing?.allowed, is, `${person.account} ${text}`)
      assert.match(seeing?.why ?? '', is ? new RegExp(person.role.code) : /No role with the permission/, `${person.account} ${text}`)
    }
})

test('[6.03] records of every kind are nowhere shown to an account beyond its roles: lists, single records, history, sums, and all that reads', async () => {
  const kinds = otherKinds(server.tenant)
  assert.ok(kinds.length > 10, String(kinds.length))
  for (const { code, scope } of ROLES) {
    const sid = roles.get(code) ?? ''
    if (scope === 'CUSTOM') continue
    const { data } = await call<{ stamp: string; grants: Record<string, unknown>[]; menu_sids: string[] }>(
      'role/do/permissions',
      { sid },
      { as: admin },
    )
    const more = kinds.map(({ name }) => ({ entity: name, verbs: ['get', 'search', 'count', 'export'], data_scope: scope }))
    const saved = await call('role/do/save_permissions', { sid, stamp: data.stamp, mask_mobile: true, grants: [...data.grants, ...more], menu_sids: [] }, { as: admin }) // oxfmt-ignore
    assert.equal(saved.code, 0, saved.text)
  }
  const planted: Planted[] = []
  for (const one of cases)
    if (one.at % PLANTED_EVERY === 0) planted.push(await plantAt(server.tenant, one, { companies, departments, agencies, people }))
  const all = [...questionsOfAll(server.tenant, routesOf(server.app))]
  let [calls, seen] = [0, 0]
  for (const person of people) {
    const mayKinds = person.role.scope !== 'CUSTOM'
    const visible = new Set(cases.filter((one) => isSeen(person, one, people)).map(({ at }) => at))
    const ask = async ({ path, body }: { path: string; body?: unknown }) => {
      const answer = await call(path, body, { as: person.token, lang: person.at % 2 ? 'zh' : 'en' })
      calls++
      const details = `${person.account} ${person.role.scope} ${path} ${JSON.stringify(body)} → ${answer.status} ${answer.text.slice(0, 600)}`
      assert.deepEqual([...leaksIn(person, answer.text, visible, caseOf), ...beyond(answer.text, visible, mayKinds)], [], details)
      return answer
    }
    for (const { name, fields } of kinds) {
      const isIn = mayKinds && (person.role.scope !== 'AGENCY' || 'agency_sid' in fields)
      const { data, text } = await ask({ path: `${name}/do/search`, body: { rows: 100 } })
      const wanted = isIn ? planted.filter(({ at }) => visible.has(at)).map(({ at }) => at) : []
      assert.deepEqual(casesIn(text, 'k'), wanted, `${person.account} ${name} ${text}`)
      if (mayKinds) assert.equal(data.total, wanted.length, text)
      seen += wanted.length
    }
    for (const [at, asked] of all.entries()) if ((at + person.at) % SHARE === 0) await ask(asked)
    const one = planted.find(({ at }) => !visible.has(at)) ?? planted[0]
    for (const [at, [model, sid]] of [...(one?.sids ?? [])].entries())
      if ((at + person.at) % SHARE === 0) for (const asked of questionsOf(server.tenant, model, sid)) await ask(asked)
  }
  assert.ok(calls > 1000 && seen > 100, `${calls} calls, ${seen} records`)
})

test('three hundred cases of a leaver are counted, previewed and handed over in one step', async () => {
  // The successor sees what they own, so that nothing stays with the leaver.
  const [leaver, successor] = [people[4], people[8]]
  assert.ok(leaver && successor)
  const CASES = 300
  await imported('patent', [['专利名称', '国家/地区', '专利类型', 'IPR 负责人'], ...Array.from({ length: CASES }, (_, at) => [`交接装置 ${at}`, 'CN', '发明', leaver.name])]) // oxfmt-ignore
  const ownedBy = async (person: Person40) =>
    (await call('patent/do/count', { iql: `owner_sid = '${person.sid}'` }, { as: admin })).data.total as number // a count
  const before = [await ownedBy(leaver), await ownedBy(successor)] as const
  const checked = await call<{ groups: { code: string; count: number }[] }>('user_handover/do/check', { user_sid: leaver.sid }, { as: admin })
  assert.ok(before[0] >= CASES && checked.data.groups.some(({ count }) => count === before[0]), checked.text)
  const groups = checked.data.groups.filter(({ count }) => count > 0).map(({ code }) => code)
  const hand = (preview: boolean) => call('user_handover/do/handover', { from_user: leaver.sid, to_user: successor.sid, groups, resign: true, preview }, { as: admin }) // oxfmt-ignore
  assert.equal((await hand(true)).code, 0)
  assert.deepEqual(
    [await ownedBy(leaver), (await call('patent/do/count', {}, { as: leaver.token })).status],
    [before[0], 200],
    'a preview changes nothing',
  )
  const done = await hand(false)
  assert.equal(done.code, 0, done.text)
  assert.deepEqual([await ownedBy(leaver), await ownedBy(successor)], [0, before[0] + before[1]])
  assert.equal((await call('patent/do/count', {}, { as: leaver.token })).status, 401)
})
