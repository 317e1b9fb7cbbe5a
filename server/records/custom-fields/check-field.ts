import type { Options } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { INPUT_TARGETS, inputsOf, mayBeMany } from '../../../model/settings/custom-fields/custom-field-inputs.ts'
import type { Db } from '../../database/pool.ts'
import { FIRST_UNPUBLISH } from '../publishing.ts'
import { fieldOf, modelNamed } from '../registry.ts'
import { faultAt } from '../write/checks/validate.ts'
import { parseValue } from '../write/values.ts'
import type { Context, DraftOf } from '../context.ts'
import { fieldFrom } from './field-from.ts'

// Column names that no field may take: our own and PostgreSQL's system columns, and the extra parts of responses.
const RESERVED = new Set(
  'deleted_at deleted_by number_keys transitions abilities why warnings publishing confirm ctid xmin xmax cmin cmax tableoid oid constructor'.split(
    ' ',
  ),
)

/** `<reference>_name` is the name of a referenced record in a response. */
const isTaken = (host: Model, code: string) =>
  RESERVED.has(code.toLowerCase()) || code in Object.prototype || (code.endsWith('_name') && fieldOf(host, code.slice(0, -5)) !== undefined)

const KEEPS = ['entity', 'code', 'data_type', 'multi', 'to', 'dictionary'] as const

type FieldDraft = DraftOf<'custom_field'>
type Fault = (code: string, zh: string, en: string) => void

/** Checks the properties of a custom field; each fault names its field. */
export async function checkFields(ctx: Context, drafts: readonly FieldDraft[]) {
  const model = modelNamed(ctx.tenant.models, 'custom_field')
  for (const draft of drafts) {
    const fault: Fault = (code, zh, en) => faultAt(ctx, model, draft, code, [zh, en])
    checkPlace(ctx, draft, fault)
    for (const kept of KEEPS)
      if (draft.before?.published && draft.changed.has(kept)) fault(kept, '发布后不能更改', 'cannot be changed after publication')
    checkLimits(draft, fault)
    checkInput(draft, fault)
    await checkOptions(ctx, draft, fault)
    if (draft.before?.published && draft.changed.has('valid') && draft.row.valid === false) fault('valid', ...FIRST_UNPUBLISH)
  }
}

function checkPlace({ tenant: { declared } }: Context, { row: { entity, code, data_type, to }, before }: FieldDraft, fault: Fault) {
  const host = declared.all.get(entity ?? '')
  if (entity && (!host || host.derived)) fault('entity', '没有这个对象', 'there is no such entity')
  else if (host && !before && code && fieldOf(host, code)) fault('code', '与系统字段同名', 'is the code of a built-in field')
  else if (host && !before && code && isTaken(host, code)) fault('code', '为系统保留', 'is reserved for the system')
  if (data_type === 'REFERENCE' && to && !declared.all.has(to)) fault('to', '应为已有对象', 'must be an existing entity')
}

function checkLimits({ row: { data_type, min, max } }: FieldDraft, fault: Fault) {
  const most = data_type === 'STRING' ? 255 : 5000
  if (max && max > most) fault('max', `最多 ${most}`, `must not be above ${most}`)
  if (min && max && max < min) fault('max', '不能小于最小字数', 'must not be below the minimum')
}

const DECIDES_INPUT = ['data_type', 'input_type', 'multi', 'to'] as const

/** A field of an earlier version may have another one, until it is changed. */
function checkInput({ row, before, changed }: FieldDraft, fault: Fault) {
  if (before && !DECIDES_INPUT.some((code) => changed.has(code))) return
  const { data_type, input_type, multi, to } = row
  if (multi && data_type && !mayBeMany(row)) fault('multi', '此数据类型只能有一个值', 'the data type holds a single value')
  if (!input_type || !data_type) return
  const targets = INPUT_TARGETS[input_type]
  if (!inputsOf(row).includes(input_type)) fault('input_type', '与数据类型不符', 'does not fit the data type')
  else if (targets && to && !targets.includes(to)) fault('input_type', '与引用对象不符', 'does not fit the records that it refers to')
}

async function checkOptions({ db }: Context, { row, before }: FieldDraft, fault: Fault) {
  const { data_type, options, dictionary, input_type } = row
  const codes = (options ?? []).map(({ code }) => code ?? '')
  const twice = codes.find((code, at) => codes.some((other, earlier) => earlier < at && other.toLowerCase() === code.toLowerCase()))
  if (twice !== undefined) fault('options', `代码“${twice}”重复`, `the code “${twice}” occurs twice`)
  if (before?.published && before.options?.some(({ code }) => !codes.includes(code ?? '')))
    fault('options', '已保存的选项不能删除', 'a saved option cannot be deleted')
  if (data_type === 'OPTION' && !dictionary && codes.length === 0) fault('options', '不能为空', 'is required')
  if (dictionary && codes.length > 0) fault('options', '已选数据字典，选项由其维护', 'are kept in the dictionary that is chosen')
  if (data_type === 'OPTION' && input_type === 'cascader' && !dictionary) fault('dictionary', '级联选择需要数据字典', 'is required for a cascader')
  const own =
    dictionary &&
    (await db.selectFrom('dictionary').select('valid').where('code', '=', dictionary).where('deleted_at', 'is', null).executeTakeFirst())
  if (dictionary && !own) fault('dictionary', '没有这个数据字典', 'there is no such dictionary')
  else if (own && own.valid === false && before?.dictionary !== dictionary) fault('dictionary', '数据字典已失效', 'is no longer valid')
  await checkDefault(db, row, fault)
}

/** The default must be a valid value of the field. */
async function checkDefault(db: Db, row: FieldDraft['row'], fault: Fault) {
  if ((row.default ?? '') === '' || !row.data_type) return
  const field = fieldFrom({ ...row, default: null })
  const parsed = parseValue(row.dictionary && 'options' in field ? { ...field, options: await optionsIn(db, row.dictionary) } : field, row.default)
  if ('fault' in parsed) fault('default', ...parsed.fault)
}

async function optionsIn(db: Db, dictionary: string): Promise<Options> {
  const items = await db.selectFrom('dictionary_item').select(['code', 'label_zh']).where('dictionary', '=', dictionary).where('deleted_at', 'is', null).where('valid', 'is not', false).execute() // oxfmt-ignore
  return Object.fromEntries(items.map(({ code, label_zh }) => [code ?? '', [label_zh ?? '', label_zh ?? ''] as const]))
}
