import assert from 'node:assert/strict'
import Fastify, { type FastifyInstance } from 'fastify'
import { after, before, test } from 'node:test'
import { testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import { modelRoutes } from '../../records/routes.ts'
import { Refusal } from '../../errors.ts'
import type { RowValues } from '../../records/context.ts'

let t: TestTenant
let app: FastifyInstance
let common: RowValues

before(async () => {
  t = await testTenant()
  app = Fastify()
  modelRoutes(app, async () => t.ctx)
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error
    return reply.status(error.status).send({ code: error.code, message: error.words('en'), errors: error.errors })
  })
  const company_sid = await t.make('company', { company_name: 'Innoe' })
  common = { title: 'Battery', company_sid, owner_sid: await t.make('user_info', { name: 'Wang', company_sid }) }
})
after(async () => {
  await app.close()
  await t.close()
})

async function call(path: string, payload: RowValues) {
  const answer = await app.inject({ method: 'POST', url: `/innoe-webapi/model/${path}`, payload })
  return { status: answer.statusCode, body: answer.json<RowValues & { message?: string; code?: number }>() }
}

// The patent numbers among the valid ones of domain/numbers 8.1, by their row there.
for (const [row, country, patent_type, field, given, printed] of [
  [1, 'CN', 'INVENTION', 'application_no', '202310123456.6', '202310123456.6'],
  [2, 'CN', 'UTILITY', 'application_no', '202420765432.0', '202420765432.0'],
  [3, 'CN', 'DESIGN', 'application_no', '202530011223.7', '202530011223.7'],
  [4, 'CN', 'INVENTION', 'application_no', '202180045678.X', '202180045678.X'],
  [5, 'CN', 'UTILITY', 'application_no', '202290000123.3', '202290000123.3'],
  [6, 'CN', 'INVENTION', 'application_no', '202310000002.X', '202310000002.X'],
  [7, 'CN', 'INVENTION', 'patent_no', 'ZL202310123456.6', 'ZL202310123456.6'],
  [8, 'CN', 'INVENTION', 'application_no', 'CN2018115642 88 X', '201811564288.X'],
  [9, 'CN', 'INVENTION', 'application_no', '98100123.8', '98100123.8'],
  [10, 'CN', 'INVENTION', 'publication_no', 'CN117123456A', 'CN117123456A'],
  [11, 'CN', 'INVENTION', 'grant_no', 'CN112345678B', 'CN112345678B'],
  [12, 'CN', 'UTILITY', 'grant_no', 'CN219876543U', 'CN219876543U'],
  [13, 'CN', 'DESIGN', 'grant_no', 'CN308123456S', 'CN308123456S'],
  [14, 'US', 'INVENTION', 'application_no', '18/123,456', '18/123,456'],
  [15, 'US', 'PROVISIONAL', 'application_no', '63/456,789', '63/456,789'],
  [16, 'US', 'INVENTION', 'publication_no', 'US 2024/0123456 A1', 'US 2024/0123456 A1'],
  [17, 'US', 'INVENTION', 'grant_no', 'US 11,987,654 B2', 'US 11,987,654 B2'],
  [18, 'EP', 'INVENTION', 'application_no', 'EP23123456.8', undefined],
  [19, 'EP', 'INVENTION', 'publication_no', 'EP4123456A1', undefined],
  [20, 'WO', 'INVENTION', 'application_no', 'PCT/CN2024/098765', 'PCT/CN2024/098765'],
  [21, 'WO', 'INVENTION', 'publication_no', 'WO 2024/123456 A1', 'WO 2024/123456 A1'],
  [22, 'JP', 'INVENTION', 'application_no', '特願2024-012345', '特願2024-012345'],
  [23, 'KR', 'INVENTION', 'application_no', '10-2023-0123456', '10-2023-0123456'],
] as const) {
  test(`valid ${row}: ${given} is kept as printed`, async () => {
    const { status, body } = await call('patent/do/create', { ...common, country, patent_type, [field]: given })
    assert.equal(status, 200, body.message ?? '')
    assert.ok(body[field])
    if (printed) assert.equal(body[field], printed)
  })
}

// Of the invalid numbers of 8.2, those of China are refused; those of other offices are kept, with warnings during input.
for (const [row, country, field, given, says] of [
  [1, 'CN', 'application_no', '202310123456.7', /expected 6/],
  [2, 'CN', 'application_no', '2023101234.5', /12 digits/],
  [3, 'CN', 'application_no', '202340123456.2', /type of right/],
  [4, 'CN', 'application_no', '202310132456.6', /expected/],
  [5, 'CN', 'application_no', '20231012345O.5', /digit 0/],
  [6, 'CN', 'application_no', '198410123456.5', /1984 is wrong/],
  [7, 'CN', 'application_no', '209910123456.9', /2099/],
  [8, 'CN', 'application_no', '202310123456', /expected 6/],
  [9, 'CN', 'patent_no', 'ZL 202310123456.6A', /ends with an unexpected/],
  [10, 'CN', 'application_no', '98100123.1', /expected 8/],
  [11, 'CN', 'publication_no', 'CN117123456Z', /kind code/],
  [12, 'CN', 'publication_no', 'CN217123456A', /kind code U/],
  [13, 'CN', 'publication_no', 'CN11712345A', /7 or 9 digits/],
  [14, 'US', 'application_no', '18/12345', undefined],
  [15, 'US', 'publication_no', 'US 2024/123456 A1', undefined],
  [16, 'US', 'grant_no', 'US 11,987,654 A1', undefined],
  [17, 'EP', 'application_no', 'EP23123456.9', undefined],
  [18, 'EP', 'publication_no', 'EP41234567A1', undefined],
  [19, 'WO', 'application_no', 'PCT/CN24/098765', undefined],
  [20, 'WO', 'application_no', 'PCT/XX2024/098765', undefined],
  [21, 'WO', 'publication_no', 'WO 2024/12345 A1', undefined],
  [22, 'JP', 'application_no', '特願2024-12345', undefined],
  [23, 'KR', 'application_no', '11-2023-0123456', undefined],
  [24, 'KR', 'application_no', '10-2023-123456', undefined],
] as const) {
  test(`invalid ${row}: ${given} is ${says ? 'refused at its field' : 'kept with a warning'}`, async () => {
    const { status, body } = await call('patent/do/create', { ...common, country, patent_type: 'INVENTION', [field]: given })
    if (says) {
      assert.deepEqual([status, body.code, (body.errors as { field: string }[])[0]?.field], [400, 500001, field])
      return assert.match(body.message ?? '', says)
    }
    assert.equal(status, 200, body.message ?? '')
    const kind = field.replace('_no', '')
    const recognised = await call('patent/do/recognise', { text: given, country, kind })
    const [reading] = recognised.body.readings as { faults: unknown[] }[]
    assert.ok((reading?.faults.length ?? 0) > 0)
  })
}

test('each call of patents answers at its address', async () => {
  const { body: one } = await call('patent/do/create', { ...common, country: 'CN', patent_type: 'INVENTION', filing_date: '2023-01-10' })
  const { body: other } = await call('patent/do/create', { ...common, country: 'US', patent_type: 'INVENTION', filing_date: '2023-06-10' })
  const pair = { earlier_sid: one.sid, later_sid: other.sid, relation_type: 'PARIS' }
  assert.deepEqual((await call('related_case/do/check', pair)).body, { notices: [] })
  assert.equal((await call('related_case/do/create', pair)).status, 200)
  const { body: drawn } = await call('patent/do/family', { sid: one.sid })
  assert.deepEqual([(drawn.nodes as unknown[]).length, (drawn.edges as unknown[]).length, drawn.hidden], [2, 1, 0])
  assert.equal((await call('related_case/do/split', { sid: one.sid })).status, 400)
  assert.equal((await call('patent/do/transition', { sid: one.sid, transition: 'review' })).body.status, 'REVIEWING')
  assert.equal((await call('patent/do/undo_transition', { sid: one.sid, reason: 'too early' })).body.status, 'DRAFTING')
  assert.equal((await call('patent/do/case_no_rule', {})).body.pattern, 'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}')
  assert.equal((await call('applicant/do/similar', { name: 'Nobody' })).status, 200)
})
