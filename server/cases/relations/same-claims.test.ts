import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { make, done, patent } = casesOf(call, as, 'en')

const claim = (case_sid: string, priority_date: string, more = {}) => make('priority', { case_sid, priority_date, ...more })
const read = async (sid: string) => (await call<Record<string, unknown>>(`priority/${sid}`, undefined, { as })).data
const relate = (earlier_sid: string, later_sid: string, relation_type: string) => make('related_case', { earlier_sid, later_sid, relation_type })

test('a priority that is completed on one case of a family is completed on those that continue it, and only where it is the same', async () => {
  const filed = { filing_date: '2024-05-10' }
  const wo = (await patent({ country: 'WO', route: 'PCT_INTL', application_no: 'PCT/CN2024/093333', ...filed })).sid
  const phase = async (country: string) => (await patent({ country, route: 'PCT_NATIONAL', pct_filing_date: '2024-05-10', ...filed })).sid
  const [ep, jp] = [await phase('EP'), await phase('JP')]
  const paris = (await patent({ country: 'KR', route: 'PARIS', ...filed })).sid
  await relate(wo, ep, 'PCT')
  await relate(wo, jp, 'PCT')
  const [first, own, other, apart] = [
    await claim(wo, '2023-05-12'),
    await claim(ep, '2023-05-12'),
    await claim(jp, '2023-06-12'),
    await claim(paris, '2023-05-12'),
  ]
  const number = (sid: string, priority_no: string) =>
    done<{ warnings?: string[] }>('priority/do/update', { sid, priority_country: 'CN', priority_no })
  const told = await number(first.sid, '202310533333.X')
  assert.match(told.warnings?.join() ?? '', /The same priority of 1 other case of the family was completed, too/)
  const completed = await read(own.sid)
  assert.deepEqual([completed['priority_no'], completed['priority_country'], completed['to_complete']], ['202310533333.X', 'CN', false])
  assert.equal((await read(other.sid))['priority_no'], null)
  assert.equal((await read(apart.sid))['priority_no'], null)

  const corrected = await number(first.sid, '202310533338.2')
  assert.match(corrected.warnings?.join() ?? '', /The same priority of 1 other case of the family was corrected, too/)
  assert.equal((await read(own.sid))['priority_no'], '202310533338.2', 'a corrected number is carried as the first one was')
  await number(own.sid, '202310533339.7')
  assert.equal((await read(first.sid))['priority_no'], '202310533339.7', 'in either direction')
  assert.equal((await read(other.sid))['priority_no'], null, 'one of another day is another')
})

test('claims that are completed together are carried together, one that has a number of its own or another office stays', async () => {
  const filed = { filing_date: '2024-05-10' }
  const families = await Promise.all(
    ['095551', '095552', '095553'].map(async (serial, at) => {
      const wo = (await patent({ country: 'WO', route: 'PCT_INTL', application_no: `PCT/CN2024/${serial}`, ...filed })).sid
      const ep = (await patent({ country: 'EP', route: 'PCT_NATIONAL', pct_filing_date: '2024-05-10', ...filed })).sid
      await relate(wo, ep, 'PCT')
      const own = [{}, { priority_country: 'CN', priority_no: '202310533338.2' }, { priority_country: 'US' }][at]
      return [(await claim(wo, '2023-05-12')).sid, (await claim(ep, '2023-05-12', own)).sid] as const
    }),
  )
  const changes = { priority_country: 'CN', priority_no: '202310533333.X' }
  await done('priority/do/batch_update', { sids: families.map(([sid]) => sid), changes })
  const numbers = await Promise.all(families.map(async ([, sid]) => (await read(sid))['priority_no']))
  assert.deepEqual(numbers, ['202310533333.X', '202310533338.2', null])
})

test('of two first filings of one day, none is taken for the other', async () => {
  const filed = { filing_date: '2024-05-10' }
  const wo = (await patent({ country: 'WO', route: 'PCT_INTL', application_no: 'PCT/CN2024/094444', ...filed })).sid
  const ep = (await patent({ country: 'EP', route: 'PCT_NATIONAL', pct_filing_date: '2024-05-10', ...filed })).sid
  await relate(wo, ep, 'PCT')
  await claim(wo, '2023-05-12', { priority_country: 'US', priority_no: '63/501,234' })
  const [first, own] = [await claim(wo, '2023-05-12'), await claim(ep, '2023-05-12')]
  await done('priority/do/update', { sid: first.sid, priority_country: 'US', priority_no: '63/501,235' })
  assert.equal((await read(own.sid))['priority_no'], null)
})
