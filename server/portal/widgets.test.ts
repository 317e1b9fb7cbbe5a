import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROW_WIDGETS } from '../../model/portal/row-widgets.ts'
import { NEEDS, widgetNamed } from '../../model/portal/widgets.ts'
import { testServer } from '../../tests/harness/server.ts'

const { call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')

for (const [widget, { model, iql, name, beside, day }] of Object.entries(ROW_WIDGETS))
  test(`[2.33] the widget ${widget} lists rows that its reader may see, and the list that it opens has as many`, async () => {
    assert.equal(NEEDS[widgetNamed(widget) ?? 'quick'], model)
    const found = await call<{ total: number; record: object[] }>(
      `${model}/do/search`,
      { fl: ['sid', name, beside, day], iql, rows: 10 },
      { as: admin },
    )
    assert.equal(found.code, 0, found.text)
    const counted = await call<{ total: number }>(`${model}/do/count`, { iql }, { as: admin })
    assert.equal(counted.data.total, found.data.total)
    const own = await call<{ widgets: string[] }>('/innoe-webapi/portal/get_config', undefined, { as: inventor })
    assert.equal(own.data.widgets.includes(widget), widget === 'award' || widget === 'tasks')
  })

test('[2.33] open cases and deadlines of each person are counted in two queries of groups', async () => {
  const cases = await call<{ record: { count: number }[] }>(
    'case/do/aggregate',
    { by: ['owner_sid'], iql: "phase IN ('PREPARATION', 'PENDING')", top: 30, most: 100_000 },
    { as: manager },
  )
  assert.equal(cases.code, 0, cases.text)
  const months = await call('case/do/aggregate', { by: ['filing_date:month'], iql: "filing_date >= '2020-01-01'" }, { as: manager })
  assert.equal(months.code, 0, months.text)
  assert.equal((await call('invoice/do/aggregate', { by: ['status'] }, { as: manager })).code, 0)
})
