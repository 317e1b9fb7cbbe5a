import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testEngine } from '../../../tests/harness/engine.ts'
import { create } from '../write/create.ts'
import { modelNamed } from '../registry.ts'
import { schemaOf } from '../schema.ts'
import { search } from '../query/search.ts'
import { update } from '../write/update.ts'

const { tenant, ctx, model } = await testEngine()
const act = (name: string, body: Record<string, unknown>) =>
  tenant.modules.actionOf('POST', 'custom_field', name)?.run({ ctx, body, query: {}, rest: '', request: undefined as never }) as Promise<
    Record<string, unknown>
  >
const tags = () => modelNamed(tenant.models, 'tag')

test('[4.01] [3.11] a custom field is drafted, published, used like other fields, changed, reverted and unpublished', async () => {
  const made = await create(ctx, model('custom_field'), {
    entity: 'tag',
    code: 'usage_kind',
    name: '用途',
    name_en: 'Usage',
    data_type: 'OPTION',
    options: [
      { code: 'A', label_zh: '甲' },
      { code: 'B', label_zh: '乙' },
    ],
  })
  assert.equal(made.status, 'UNPUBLISHED')
  await assert.rejects(create(ctx, tags(), { name: 'before', usage_kind: 'A' }))
  assert.equal((await act('publish', { sid: made.sid })).status, 'PUBLISHED')
  await create(ctx, tags(), { name: 'after', usage_kind: 'A' })
  assert.equal((await search(ctx, tags(), { iql: "usage_kind = 'A'", fl: 'name,usage_kind' })).record[0]?.usage_kind, 'A')
  await assert.rejects(create(ctx, tags(), { name: 'wrong', usage_kind: 'Z' }))
  assert.ok(schemaOf(ctx, tags()).fields.some((field) => field.code === 'usage_kind'))
  const edited = await update(ctx, model('custom_field'), { sid: made.sid, name: '用途分类' })
  assert.equal(edited.status, 'UPDATED')
  assert.equal((await act('revert', { sid: made.sid })).name, '用途')
  await act('unpublish', { sid: made.sid })
  await assert.rejects(search(ctx, tags(), { iql: "usage_kind = 'A'" }))
})

for (const [more, field] of [
  [{ code: '1x' }, 'code'],
  [{ code: 'name' }, 'code'],
  [{ max: 256 }, 'max'],
  [{ min: 5, max: 2 }, 'max'],
  [{ entity: 'nothing' }, 'entity'],
  [{ data_type: 'OPTION' }, 'options'],
] as const) {
  test(`[5.07] [5.08] refused: ${JSON.stringify(more)}`, async () => {
    const body = { entity: 'tag', code: 'fine', name: 'x', data_type: 'STRING', ...more }
    await assert.rejects(
      create(ctx, model('custom_field'), body),
      (error: { errors?: { field: string }[] }) => error.errors?.some((e) => e.field === field) ?? false,
    )
  })
}
