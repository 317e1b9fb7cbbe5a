import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'
import { pastedNumbers } from '../../model/cases/numbers/pasted.ts'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'

const { tenant, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')
const patents = [
  {
    case_no: 'P202600045CNI',
    title: '一种导航电池的散热方法',
    country: 'CN',
    application_no: '202310123456.6',
    publication_no: 'CN117123456A',
    filing_date: '2023-02-20',
  },
  {
    case_no: 'P202600046USI',
    title: 'Battery cooling for drones',
    country: 'US',
    application_no: '18/123,456',
    publication_no: 'US 2024/0123456 A1',
    filing_date: '2023-03-01',
  },
  {
    case_no: 'P202600047JPI',
    title: 'Motor control',
    title_en: 'Torque limiter for hydraulic presses',
    country: 'JP',
    application_no: '特願2024-012345',
    filing_date: '2024-02-01',
  },
]
for (const patent of patents)
  await createRow(systemContext(tenant), modelNamed(tenant.models, 'patent'), {
    patent_type: 'INVENTION',
    status: 'FILED',
    owner_sid: manager.sid,
    company_sid: manager.company,
    ...patent,
  })

type Found = { record: { case_no: string; matched: string; name: string }[] }
const find = async (text: string, as = manager) => (await call<Found>('patent/do/find', { text }, { as })).data.record

for (const [text, case_no, matched] of [
  ['202310123456.6', 'P202600045CNI', 'number'],
  ['CN2023101234566', 'P202600045CNI', 'number'],
  ['ZL 202310123456.6', 'P202600045CNI', 'number'],
  ['202310123456', 'P202600045CNI', 'number'],
  ['２０２３１０１２３４５６．６', 'P202600045CNI', 'number'],
  ['cn117123456a', 'P202600045CNI', 'number'],
  ['18/123456', 'P202600046USI', 'number'],
  ['US20240123456A1', 'P202600046USI', 'number'],
  ['特願2024-012345', 'P202600047JPI', 'number'],
  ['P202600046USI', 'P202600046USI', 'number'],
  ['3101234', 'P202600045CNI', 'part'],
  ['导航', 'P202600045CNI', 'words'],
  ['cooling', 'P202600046USI', 'words'],
  ['hydraulic presses', 'P202600047JPI', 'words'],
] as const)
  test(`“${text}” finds ${case_no} by its ${matched}`, async () => {
    const [first] = await find(text)
    assert.deepEqual([first?.case_no, first?.matched], [case_no, matched])
    assert.ok(first?.name.startsWith(case_no))
  })

test('a found case carries the number by which it was found, whichever of its numbers that is', async () => {
  const [first] = await find('cn117123456a')
  assert.ok(
    Object.values(first ?? {}).some((value) => String(value).replaceAll(' ', '') === 'CN117123456A'),
    JSON.stringify(first),
  )
})

test('three digits find nothing, and a hidden record is not found', async () => {
  assert.deepEqual(await find('456'), [])
  assert.deepEqual(await find('202310123456.6', inventor), [])
})

test('a hidden case does not reduce the number of results', async () => {
  await createRow(systemContext(tenant), modelNamed(tenant.models, 'patent'), {
    case_no: 'P202600048CNI',
    title: '另一件',
    country: 'CN',
    patent_type: 'INVENTION',
    status: 'FILED',
    application_no: '202410123456.0',
    owner_sid: inventor.sid,
    company_sid: inventor.company,
  })
  const first = async (text: string) =>
    (await call<Found>('patent/do/find', { text, rows: 1 }, { as: inventor })).data.record.map(({ case_no }) => case_no)
  assert.deepEqual([await first('10123456'), await first('202410123456.0')], [['P202600048CNI'], ['P202600048CNI']])
})

type Batch = { found: { value: string; record: { case_no: string }[] }[]; not_found: string[]; total: number }

test('[5.19] a batch returns the records of each number, and lists the numbers without a result', async () => {
  const { data } = await call<Batch>(
    'patent/do/batch_search',
    { values: 'ZL202310123456.6\nUS 2024/0123456 A1\n202099999999.9，特願2024-012345', fl: ['case_no', 'title'] },
    { as: manager },
  )
  assert.deepEqual(
    data.found.map(({ value, record }) => [value, record[0]?.case_no]),
    [
      ['ZL202310123456.6', 'P202600045CNI'],
      ['US 2024/0123456 A1', 'P202600046USI'],
      ['特願2024-012345', 'P202600047JPI'],
    ],
  )
  assert.deepEqual([data.not_found, data.total], [['202099999999.9'], 3])
})

test('[5.19] a batch takes 1000 values and no more', async () => {
  const values = Array.from({ length: 1001 }, (_, n) => `2023${10_000_000 + n}`)
  assert.equal((await call('patent/do/batch_search', { values }, { as: manager })).status, 400)
  assert.equal((await call('patent/do/batch_search', { values: values.slice(1) }, { as: manager })).status, 200)
  const alike = await call('patent/do/batch_search', { values: Array.from({ length: 1001 }, () => 'the same') }, { as: manager })
  assert.equal(alike.status, 400)
})

for (const [text, numbers] of [
  ['US 11,987,654 B2, EP4123456A1', ['US 11,987,654 B2', 'EP4123456A1']],
  ['202310123456.6 202420765432.0', ['202310123456.6', '202420765432.0']],
  ['CN117123456A；CN112345678B、\n\n CN117123456A', ['CN117123456A', 'CN112345678B']],
  ['US 2024/0123456 A1\nWO 2024/123456 A1', ['US 2024/0123456 A1', 'WO 2024/123456 A1']],
] as const)
  test(`${JSON.stringify(text)} contains ${numbers.length} numbers`, () => assert.deepEqual(pastedNumbers(text), numbers))
