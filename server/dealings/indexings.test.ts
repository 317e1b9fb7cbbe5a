// An indexing task through the API: its distribution, two people who do not see each other, the arbiter, and what the library gets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distribute } from '../../model/dealings/indexings/distribute.ts'
import type { ComparedItem, DeskTask } from '../../model/dealings/indexings/indexing-actions.ts'
import type { Person } from '../../tests/harness/server.ts'
import { dealingServer } from '../../tests/harness/cases/dealings.ts'

const { call, enrol, make, ok, faults, take, admin } = await dealingServer()
const manager = await enrol('ip_manager')
const [anna, ben, carl] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('inventor')]

const FIELDS = [
  { code: 'field', label: '技术领域', label_en: 'Field', kind: 'OPTION', choices: '旋翼; 电池', required: true },
  { code: 'effects', label: '效果', kind: 'OPTIONS', choices: '减重; 降噪; 续航' },
  { code: 'score', label: '评分', kind: 'NUMBER', writes: 'RATING' },
]
let made = 0
async function task(more: object = {}, count = 3) {
  const items = Array.from({ length: count }, (_, at) => ({ publication_no: `CN90000000${at + 1}A`, item_title: `虚构文献 ${at + 1}` }))
  const library_sid = await make('search_library', { lib_name: `虚构专题 ${++made}`, items })
  const people = [anna, ben].map(({ sid }) => ({ user_sid: sid }))
  const values = {
    title: `虚构标引 ${made}`,
    library_sid,
    double_blind: true,
    owner_sid: manager.sid,
    indexers: people,
    index_fields: FIELDS,
    ...more,
  }
  return { sid: await make('indexing_task', values), library_sid }
}
const assigned = async (more: object = {}, count = 3) => {
  const one = await task(more, count)
  await take('indexing_task', one.sid, 'assign', { due_date: '2090-03-04' })
  return one
}
const desk = async (as: Person, sid: string) => {
  const { data } = await call<{ record: DeskTask[] }>('indexing_sheet/do/desk', {}, { as })
  return data.record.find((one) => one.sid === sid)
}
const answers = (field: string, effects: string, score: string) =>
  Object.entries({ field, effects, score }).flatMap(([code, value]) => (value ? [{ field: code, value }] : []))
const save = (as: Person, sid: string, given: object[], more: object = {}) => call('indexing_sheet/do/save', { sid, answers: given, ...more }, { as })
const all = async (as: Person, sid: string, given: object[]) => {
  for (const sheet of (await desk(as, sid))?.sheets.filter(({ state }) => state !== 'DONE') ?? [])
    assert.equal((await save(as, sheet.sid, given)).code, 0)
}
const statusOf = async (sid: string) => (await ok(`indexing_task/${sid}`)).status
const compare = async (sid: string) =>
  (await call<{ items: ComparedItem[]; agreement: number }>('indexing_task/do/compare', { sid }, { as: manager })).data

test('[1.10] each publication is distributed to two different people, and nobody gets more than one more than another', () => {
  for (const [count, people] of [[7, 2], [10, 3], [11, 5]] as const) {
    const users = Array.from({ length: people }, (_, at) => ({ user_sid: `p${at}` }))
    const given = distribute(count, users, { rule: 'EQUAL', isBlind: true })
    assert.ok(given.every((pair) => pair.length === 2 && pair[0] !== pair[1]))
    const sums = users.map(({ user_sid }) => given.flat().filter((one) => one === user_sid).length)
    assert.ok(Math.max(...sums) - Math.min(...sums) <= 1, sums.join())
  }
  const byNumber = distribute(4, [{ user_sid: 'a', quota: 4 }, { user_sid: 'b', quota: 3 }, { user_sid: 'c', quota: 1 }], { rule: 'MANUAL', isBlind: true })
  assert.ok(byNumber.every(([one, other]) => one !== other))
  assert.equal(byNumber.flat().filter((one) => one === 'b').length, 3)
}) // oxfmt-ignore

test('[1.10] two people index without seeing each other, the arbiter decides where they differ, and the library gets the values', async () => {
  const { sid, library_sid } = await assigned()
  assert.deepEqual((await ok<{ record: { official_due: string }[] }>('deadline/do/search', { fl: ['official_due'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })).record.map((one) => one.official_due), ['2090-03-04'])
  await all(anna, sid, answers('旋翼', '降噪、减重', '4'))
  assert.equal(await statusOf(sid), 'RUNNING')
  assert.deepEqual((await desk(ben, sid))?.sheets.map(({ answers: own }) => own), [[], [], []])
  for (const path of ['indexing_sheet/do/search', 'indexing_item/do/search']) {
    const { data } = await call<{ record: object[] }>(path, { fl: path.includes('sheet') ? ['answers', 'indexer_sid'] : ['result'], iql: `task_sid = '${sid}'` }, { as: ben })
    assert.doesNotMatch(JSON.stringify(data), /降噪/, path)
  }
  const sheetsSeen = async () => (await ok<{ total: number }>('indexing_sheet/do/search', { fl: ['answers'], iql: `task_sid = '${sid}'` })).total
  assert.equal(await sheetsSeen(), 0, 'not even an administrator reads one of two sheets')
  const { data: view } = await call<{ token: string }>('user_info/do/view_as', { sid: anna.sid }, { as: admin })
  const viewed = async () => (await call<{ record: DeskTask[] }>('indexing_sheet/do/desk', {}, { as: view.token })).data.record.find((one) => one.sid === sid)?.sheets.length
  assert.equal(await viewed(), 0, 'not by a view as the other person, either')
  assert.equal((await call('indexing_task/do/compare', { sid }, { as: ben })).status, 400)
  assert.ok((await compare(sid)).items.every(({ sheets }) => sheets.length === 0))
  const [first, second, third] = (await desk(ben, sid))?.sheets ?? []
  assert.ok(first && second && third)
  const wrong = await save(ben, first.sid, [{ field: 'field', value: '虚构' }, { field: 'score', value: 'x' }])
  assert.deepEqual(wrong.errors.map(({ field }) => field), ['field', 'score'])
  for (const sheet of [first, second]) await save(ben, sheet.sid, answers('旋翼', '减重; 降噪', '4.0'))
  assert.equal(await viewed(), 2, 'those of which both are there')
  await save(ben, third.sid, answers('电池', '续航', '2'))
  assert.equal(await statusOf(sid), 'CHECKING')
  assert.equal(await sheetsSeen(), 6)
  assert.equal((await ok<{ total: number }>('deadline/do/search', { fl: ['status'], iql: `case_sid = '${sid}' AND status = 'PRESUMED'` })).total, 1)
  const { items, agreement } = await compare(sid)
  assert.deepEqual(items.map(({ state }) => state), ['AGREED', 'AGREED', 'DIFFERS'])
  assert.deepEqual([items[2]?.differs, agreement], [['field', 'effects', 'score'], 67])
  assert.deepEqual(await faults('indexing_task', sid, 'finish', { close_date: '2026-03-02' }), ['status'])
  const settled = await call('indexing_task/do/settle', { sid, item_sid: items[2]?.sid, answers: answers('电池', '续航', '5') }, { as: manager })
  assert.equal(settled.code, 0, settled.text)
  await take('indexing_task', sid, 'finish', { close_date: '2026-03-02' })
  const { items: kept } = await ok<{ items: { rating: number }[] }>(`search_library/${library_sid}`)
  assert.deepEqual(kept.map(({ rating }) => rating), [4, 4, 5])
}) // oxfmt-ignore

test('[1.10] what is sent back is indexed again, and an undone assignment is given anew', async () => {
  const { sid } = await assigned({ double_blind: false, indexers: [{ user_sid: carl.sid }] }, 1)
  await all(carl, sid, answers('旋翼', '', '3'))
  assert.equal(await statusOf(sid), 'CHECKING')
  const [item] = (await compare(sid)).items
  const back = await call('indexing_task/do/send_back', { sid, item_sids: [item?.sid], reason: '领域有误' }, { as: manager })
  assert.equal(back.code, 0, back.text)
  assert.equal(await statusOf(sid), 'RUNNING')
  assert.equal((await desk(carl, sid))?.sheets[0]?.return_reason, '领域有误')
  await all(carl, sid, answers('电池', '', '3'))
  assert.equal(await statusOf(sid), 'CHECKING')
  const other = await assigned({}, 2)
  const undone = await call('indexing_task/do/undo_transition', { sid: other.sid, reason: '重新分派' }, { as: manager })
  assert.equal(undone.code, 0, undone.text)
  assert.equal(await desk(anna, other.sid), undefined)
  await take('indexing_task', other.sid, 'assign', { due_date: '2090-03-05' })
  assert.equal((await desk(anna, other.sid))?.sheets.length, 2)
})

test('[1.10] people take their own publications, two of each, and open sheets are given to another', async () => {
  const { sid } = await assigned({ assign_rule: 'CLAIM' })
  assert.equal((await desk(anna, sid))?.free, 3)
  for (const [as, taken] of [[anna, 2], [anna, 1], [ben, 3]] as const) {
    const { data } = await call<{ taken: number }>('indexing_sheet/do/claim', { task_sid: sid, count: as === ben ? 9 : 2 }, { as })
    assert.equal(data.taken, taken)
  }
  assert.equal((await call('indexing_sheet/do/claim', { task_sid: sid, count: 1 }, { as: carl })).status, 404)
  const moved = await call<{ moved: number }>('indexing_task/do/reassign', { sid, from_sid: ben.sid, to_sid: carl.sid }, { as: manager })
  assert.equal(moved.data.moved, 3)
  assert.equal((await desk(carl, sid))?.sheets.length, 3)
}) // oxfmt-ignore

test('[1.10] an assignment needs fields, people, and numbers that are right', async () => {
  const blind = await task({ indexers: [{ user_sid: anna.sid }] })
  assert.deepEqual(await faults('indexing_task', blind.sid, 'assign', { due_date: '2090-01-02' }), ['indexers'])
  const judge = await task({ arbiter_sid: anna.sid })
  assert.deepEqual(await faults('indexing_task', judge.sid, 'assign', { due_date: '2090-01-02' }), ['indexers'])
  const numbers = await task({ assign_rule: 'MANUAL', indexers: [{ user_sid: anna.sid, quota: 3 }, { user_sid: ben.sid, quota: 2 }] })
  assert.deepEqual(await faults('indexing_task', numbers.sid, 'assign', { due_date: '2090-01-02' }), ['indexers'])
  const empty = await task({ index_fields: [{ code: 'a', label: '甲', kind: 'OPTION' }] }).catch((error: Error) => error.message)
  assert.match(String(empty), /index_fields|可选项/)
  const { sid } = await assigned()
  const changed = await call('indexing_task/do/update', { sid, double_blind: false }, { as: admin })
  assert.equal(changed.status, 400)
}) // oxfmt-ignore

test('[1.10] once both have submitted neither can find the values of the other by trying, and whoever was given sheets decides nothing', async () => {
  const arbiter = await enrol('ip_manager')
  const { sid } = await assigned({ arbiter_sid: arbiter.sid }, 2)
  const [mine, next] = (await desk(anna, sid))?.sheets ?? []
  const [theirs] = (await desk(ben, sid))?.sheets ?? []
  assert.ok(mine && next && theirs)
  assert.equal((await save(anna, mine.sid, answers('旋翼', '', '1'))).code, 0)
  assert.equal((await save(anna, mine.sid, answers('旋翼', '', '2'))).code, 0) // alone it is changed freely
  assert.equal((await save(ben, theirs.sid, answers('电池', '', '2'))).code, 0)
  assert.equal((await save(anna, mine.sid, answers('电池', '', '2'))).status, 400)
  const heir = await enrol('ip_manager')
  const twice = await call('user_handover/do/handover', { from_user: anna.sid, to_user: ben.sid, groups: ['tasks'] }, { as: admin })
  assert.deepEqual([twice.status, twice.errors[0]?.field], [400, 'indexer_sid'])
  assert.equal((await save(anna, next.sid, answers('电池', '', ''), { done: false })).code, 0)
  const given = await call('user_handover/do/handover', { from_user: anna.sid, to_user: heir.sid, groups: ['tasks'] }, { as: admin })
  assert.equal(given.code, 0, given.text)
  assert.deepEqual(
    (await desk(heir, sid))?.sheets.map((one) => one.answers),
    [[]],
  )
  assert.equal((await save(anna, next.sid, answers('电池', '', ''))).status, 404)
  assert.equal((await call('indexing_task/do/compare', { sid }, { as: heir })).status, 400)
  for (const as of [ben, heir]) await all(as, sid, answers('旋翼', '', '3'))
  assert.equal(await statusOf(sid), 'CHECKING')
  const [first] = (await compare(sid)).items
  const settle = (as: Person) => call('indexing_task/do/settle', { sid, item_sid: first?.sid, answers: answers('旋翼', '', '3') }, { as })
  assert.equal((await settle(manager)).status, 400)
  assert.equal((await settle(arbiter)).code, 0)
})
