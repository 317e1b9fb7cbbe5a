import type { Field, Options } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { CustomField } from '../../../model/settings/custom_field.ts'
import { syncSchema } from '../../database/sync.ts'
import { FIRST_UNPUBLISH, publishing } from '../publishing.ts'
import { fieldOf, loadModels, modelNamed } from '../registry.ts'
import { faultAt } from '../write/validate.ts'
import { parseValue } from '../write/values.ts'
import type { Module } from '../modules.ts'
import type { Context, DraftOf, RowValues } from '../context.ts'

/** Custom fields: drafted, then published. A published one is a column like any other; after unpublishing, its values stay hidden. */
export const customFields: Module = {
  name: 'custom-fields',
  hooks: [{ model: 'custom_field', check: checkFields }],
  parts: [publishing('custom_field', { compile: (row) => ({ code: row.code, field: fieldFrom(row) }), apply: reload, formerValues })],
}

// Column names that no field may take: our own and PostgreSQL's system columns, and the extra parts of responses.
const RESERVED = new Set(
  'deleted_at deleted_by number_keys transitions abilities why warnings publishing confirm ctid xmin xmax cmin cmax tableoid oid constructor'.split(
    ' ',
  ),
)

/** `<reference>_name` is the name of a referenced record in a response. */
const isTaken = (host: Model, code: string) =>
  RESERVED.has(code.toLowerCase()) || code in Object.prototype || (code.endsWith('_name') && fieldOf(host, code.slice(0, -5)) !== undefined)

const KEEPS = ['entity', 'code', 'data_type', 'multi', 'to'] as const

async function checkFields(ctx: Context, drafts: readonly DraftOf<'custom_field'>[]) {
  const model = modelNamed(ctx.tenant.models, 'custom_field')
  const declared = ctx.tenant.declared.all
  for (const draft of drafts) {
    const fault = (code: string, zh: string, en: string) => faultAt(ctx, model, draft, code, [zh, en])
    const { entity, code, data_type, min, max, options, to } = draft.row
    const host = declared.get(entity ?? '')
    if (entity && (!host || host.derived)) fault('entity', '没有这个对象', 'there is no such entity')
    else if (host && !draft.before && code && fieldOf(host, code)) fault('code', '与系统字段同名', 'is the code of a built-in field')
    else if (host && !draft.before && code && isTaken(host, code)) fault('code', '为系统保留', 'is reserved for the system')
    for (const kept of KEEPS)
      if (draft.before?.published && draft.changed.has(kept)) fault(kept, '发布后不能更改', 'cannot be changed after publication')
    const most = data_type === 'STRING' ? 255 : 5000
    if (max && max > most) fault('max', `最多 ${most}`, `must not be above ${most}`)
    if (min && max && max < min) fault('max', '不能小于最小字数', 'must not be below the minimum')
    if (data_type === 'REFERENCE' && to && !declared.has(to)) fault('to', '应为已有对象', 'must be an existing entity')
    checkDefault(ctx, draft)
    if (draft.before?.published && draft.changed.has('valid') && draft.row.valid === false) fault('valid', ...FIRST_UNPUBLISH)
    const before = draft.before?.options ?? []
    const now = new Set((options ?? []).map((one) => one.code))
    if (draft.before?.published && before.some((one) => !now.has(one.code)))
      fault('options', '已保存的选项不能删除', 'a saved option cannot be deleted')
  }
}

/** The default must be a valid value of the field. */
function checkDefault(ctx: Context, draft: DraftOf<'custom_field'>) {
  const { default: given } = draft.row
  if ((given ?? '') === '' || !draft.row.data_type) return
  const parsed = parseValue(fieldFrom({ ...draft.row, default: null }), given)
  if ('fault' in parsed) faultAt(ctx, modelNamed(ctx.tenant.models, 'custom_field'), draft, 'default', parsed.fault)
}

/** The field as in a declaration. */
function fieldFrom(row: RowValues): Field {
  const of = row as CustomField // a row of the model
  const common = {
    zh: of.name ?? '',
    en: of.name_en ?? of.name ?? '',
    required: of.required ?? false,
    searchable: of.searchable ?? true,
    importable: of.importable ?? true,
    exportable: of.exportable ?? true,
    group: 'custom',
    ...((of.default ?? '') !== '' && { default: defaultFrom(of) }),
  }
  const limits = { max: of.max ?? (of.data_type === 'TEXT' ? 3000 : 255), ...(of.min && { min: of.min }) }
  switch (of.data_type) {
    case 'TEXT':
      return { ...common, type: 'text', ...limits }
    case 'INT':
      return { ...common, type: 'integer' }
    case 'DECIMAL':
      return { ...common, type: 'decimal', digits: 4 }
    case 'MONEY':
      return { ...common, type: 'money', currency: 'CNY' }
    case 'DATE':
      return { ...common, type: 'date' }
    case 'DATETIME':
      return { ...common, type: 'datetime' }
    case 'BOOLEAN':
      return { ...common, type: 'boolean' }
    case 'ATTACHMENT':
      return { ...common, type: 'attachment' }
    case 'OPTION':
      return of.multi ? { ...common, type: 'options', options: optionsOf(of) } : { ...common, type: 'option', options: optionsOf(of) }
    case 'REFERENCE':
      return { ...common, type: of.multi ? 'references' : 'reference', to: of.to ?? '' }
    default:
      return of.multi ? { ...common, type: 'options', free: true } : { ...common, type: 'string', ...limits }
  }
}

function defaultFrom(of: CustomField): unknown {
  const parsed = parseValue(fieldFrom({ ...of, default: null }), of.default)
  return 'fault' in parsed ? null : parsed.value
}

const optionsOf = (of: CustomField): Options =>
  Object.fromEntries((of.options ?? []).map((one) => [one.code ?? '', [one.label_zh ?? '', one.label_en ?? one.label_zh ?? ''] as const]))

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
  await syncSchema(tenant.db, models.all.values(), tenant.schema)
  tenant.models = models
  tenant.pubsub.publish('models', models.generation)
}
