import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAct } from './to-act.ts'

const deadline = (sid: string, official_due: string) => ({
  sid,
  version: 1,
  name: '期限',
  name_en: `Deadline ${sid}`,
  official_due,
  case_sid: { sid: 'c', name: 'P1 装置' },
})
const task = (sid: string, due_date: string) => ({ sid, version: 1, title: `任务 ${sid}`, due_date })

test('[2.33] deadlines and tasks are one list by day; what has been late for months comes last, the latest first', () => {
  const found = toAct(
    {
      deadlines: [deadline('old', '2025-01-05'), deadline('older', '2024-01-05'), deadline('soon', '2026-06-10')],
      tasks: [task('late', '2026-05-20'), task('next', '2026-06-05')],
      approvals: [],
    },
    { lang: 'en', today: '2026-06-01' },
  )
  assert.deepEqual(
    found.map(({ key }) => key),
    ['late', 'next', 'soon', 'old', 'older'],
  )
  assert.deepEqual([found[2]?.name, found[2]?.about, found[2]?.to], ['Deadline soon', 'P1 装置', '/deadlines?owner=me&bucket=all&open=soon'])
})

test('an annuity long past its due date whose grace ends tomorrow stands first, one with months of grace after what is due sooner', () => {
  const annuity = (sid: string, official_due: string, final_due: string) => ({ ...deadline(sid, official_due), kind: 'ANNUITY', manual: false, final_due }) // oxfmt-ignore
  const found = toAct(
    { deadlines: [annuity('months', '2026-04-15', '2026-10-15'), annuity('soon', '2026-06-10', '2026-12-10'), annuity('tomorrow', '2025-12-02', '2026-06-02')], tasks: [task('next', '2026-06-05')], approvals: [] },
    { lang: 'en', today: '2026-06-01' },
  ) // oxfmt-ignore
  assert.deepEqual(
    found.map(({ key }) => key),
    ['tomorrow', 'next', 'soon', 'months'],
  )
})
