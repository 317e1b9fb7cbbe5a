import type { Field } from '../../../model/kit/fields.ts'
import { syncWhileUsed } from '../../database/sync/sync-while-used.ts'
import { publishing } from '../publishing.ts'
import { loadModels } from '../registry.ts'
import type { Module } from '../modules.ts'
import type { Context, RowValues } from '../context.ts'
import { checkFields } from './check-field.ts'
import { fieldFrom } from './field-from.ts'

/** Custom fields: drafted, then published. A published one is a column like any other; after unpublishing, its values stay hidden. */
export const customFields: Module = {
  name: 'custom-fields',
  hooks: [{ model: 'custom_field', check: checkFields }],
  parts: [publishing('custom_field', { compile: (row) => ({ code: row.code, field: fieldFrom(row) }), apply: reload, formerValues })],
}

/** The fields of a version published before its values were stored with it. */
function formerValues(published: RowValues): RowValues {
  const { field } = published as { field: Field } // written by compile
  const flags = Object.fromEntries((['required', 'searchable', 'importable', 'exportable'] as const).map((code) => [code, field[code] ?? false]))
  const options = 'options' in field && field.options
  return {
    ...flags,
    name: field.zh,
    name_en: field.en,
    ...('max' in field && { max: field.max ?? null }),
    ...('min' in field && { min: field.min ?? null }),
    ...(options && { options: Object.entries(options).map(([code, [label_zh, label_en]]) => ({ code, label_zh, label_en })) }),
  }
}

/** The published fields become columns, and every process is notified. */
async function reload({ tenant }: Context) {
  const models = await loadModels(tenant.db, tenant.declared)
  await syncWhileUsed(tenant.structure, models.all.values(), tenant.schema)
  tenant.models = models
  tenant.pubsub.publish('models', models.generation)
}
