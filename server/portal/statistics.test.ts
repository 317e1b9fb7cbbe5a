import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'

const { call, enrol, enrolAt, other } = await testServer()
const [admin, engineer, inventor] = [await enrol('system_admin'), await enrol('ip_engineer'), await enrol('inventor')]
const there = await enrolAt(other, 'system_admin')

const make = (more: Record<string, unknown> = {}) =>
  call<{ sid: string; code: string }>(
    'statistic/do/create',
    { name: '按国家', entity: 'patent', row_by: 'country', drawing: 'PIE', share: 'COMPANY', ...more },
    { as: admin },
  )
const at = (i: string, y = 0) => ({ i, x: 0, y, w: 6, h: 8 })
const page = (alias: string, layout: unknown, more: Record<string, unknown> = {}) =>
  call<{ sid: string }>('portal_template/do/create', { name: '看板', alias, portal_type: 'MODULE', layout, ...more }, { as: admin, lang: 'en' })
type Config = { components: { code: string; widget: string }[]; places: { i: string }[] }
const shown = (alias: string, as: typeof admin) => call<Config>(`/innoe-webapi/portal/get_config?page=${alias}`, undefined, { as })

const [shared, own, fees] = [
  await make(),
  await make({ name: '自用', share: 'OWN' }),
  await make({ name: '费用', entity: 'fee', row_by: 'fee_class' }),
]

test('[2.23] each person sees on a page the statistics that are shared with them, over records that they may count', async () => {
  const { data, text } = await page('board', [at(shared.data.code), at(own.data.code, 8), at(fees.data.code, 16)])
  assert.ok(data?.sid, text)
  await call('portal_template/do/publish', { sid: data.sid }, { as: admin })
  for (const [who, codes] of [
    [admin, [shared.data.code, own.data.code, fees.data.code]],
    [engineer, [shared.data.code, fees.data.code]],
    [inventor, [shared.data.code]],
  ] as const) {
    const config = await shown('board', who)
    assert.deepEqual(
      config.data.places.map(({ i }) => i),
      codes,
    )
    assert.ok(config.data.components.every(({ widget }) => widget === 'STATISTIC'))
  }
})

test('[2.23] a layout names no unknown statistic, and a public page holds none', async () => {
  assert.equal((await page('unknown', [at('s_nosuchstatistic')])).errors[0]?.field, 'layout')
  assert.equal((await page('public', [at(shared.data.code)], { public: true })).errors[0]?.field, 'public')
})

test('[2.23] the definition of portals carries their statistics into another installation', async () => {
  const packet = await call<unknown>('/innoe-webapi/portal/do/exportSql', undefined, { as: admin })
  const content = JSON.parse(packet.text) as { statistics: { code: string }[]; templates: { alias: string }[]; components: unknown[] }
  assert.deepEqual(content.statistics.map(({ code }) => code).sort(), [shared.data.code, own.data.code, fees.data.code].sort())
  const taken = await call('/innoe-webapi/portal/do/import', { content }, { as: there, host: 'other.test' })
  assert.equal(taken.code, 0, taken.text)
  const found = await call<{ record: { share: string }[] }>(
    'statistic/do/search',
    { iql: `code = '${shared.data.code}'`, fl: ['share'] },
    { as: there, host: 'other.test' },
  )
  assert.equal(found.data.record[0]?.share, 'SYSTEM')
})
