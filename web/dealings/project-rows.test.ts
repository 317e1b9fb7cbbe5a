import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectRows, textOf } from './project-rows.ts'

const monitors = [
  { next_date: '2026-03-01', done_date: '2026-03-02', query: 'done' },
  { next_date: '2026-05-02', query: 'late' },
  { next_date: '2026-09-01', query: 'next' },
]
const projects = [
  { sid: 'a', version: 1, case_no: 'XM1', title: '甲', monitors },
  { sid: 'b', version: 1, case_no: 'XM2', title: '乙', monitors: [{ next_date: '2026-04-01', query: 'later still' }, { query: 'no day' }] },
  { sid: 'c', version: 1, case_no: 'XM3', title: '丙', monitors: null },
]
const found = projectRows(projects, 'monitors', { day: 'next_date', done: ['done_date'], today: '2026-06-01' })

test('[2.33] the monitoring of all projects is one list: what is late first, then by day, what is done last', () =>
  assert.deepEqual(
    found.map(({ values, state }) => `${String(values['query'])} ${state}`),
    ['later still late', 'late late', 'next open', 'no day undated', 'done done'],
  ))

test('[2.33] each line names its project', () => assert.equal(found[0]?.projectName, 'XM2 乙'))

test('values are shown by their labels and names', () => {
  assert.equal(textOf('FTO', [{ code: 'FTO', label: '侵权预警' }]), '侵权预警')
  assert.equal(textOf({ sid: 'x', name: '某人' }), '某人')
  assert.equal(textOf(null), '')
})
