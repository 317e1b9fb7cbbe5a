import { printValue } from '../../../../model/import/values/print-value.ts'
import { type Lang, labelOf, type Words } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Context, Draft } from '../../../records/context.ts'
import { fieldOf } from '../../../records/registry.ts'
import { sameValue } from '../../../records/write/checks/same-value.ts'
import { keptOf, profileOf } from '../../profile.ts'
import { isCompanyDoubtful, type Item } from '../item.ts'

/** A warning of a write does not stop a file: it is listed among the remarks of its row. */
export function noteWarnings(items: readonly Item[], drafts: readonly Draft[]) {
  for (const [at, { warnings, faults }] of drafts.entries()) {
    if (faults.length > 0) continue
    for (const { label, words } of warnings)
      items[at]?.read.notes.push([label[0] ? `${label[0]}：${words[0]}` : words[0], label[1] ? `${label[1]}: ${words[1]}` : words[1]])
  }
}

/** Values derived from a row are noted for new or advanced records only; an existing record has its own values. */
export function noteDerived(items: readonly Item[]) {
  for (const { read } of items) {
    read.notes.push(...(read.derived ?? []))
    delete read.derived
  }
}

/** Notes values for fields that no file changes, such as a state that only transitions reach. */
export function noteKept(ctx: Context, model: Model, items: readonly Item[], drafts: readonly Draft[]) {
  const kept = [...keptOf(ctx, model)].filter((code) => code !== undefined)
  for (const [at, { row, faults }] of drafts.entries()) {
    const item = items[at]
    if (!item || faults.length > 0) continue
    const asked = kept.filter((code) => isAsked(ctx, model, item, code) && !sameValue(row[code] ?? null, item.values[code]))
    if (isCompanyDoubtful(item) && item.values.company_sid && item.values.company_sid !== row.company_sid) item.read.notes.push(NOT_MOVED)
    const said = profileOf(ctx, model)?.state_said
    item.read.notes.push(
      ...asked.map((code) => keptWords(model, code, item.values[code], row[code], said !== undefined && row[said] === item.values[code])),
    )
  }
}

const NOT_MOVED: Words = [
  '文件所写的公司不是案件所属的公司，案件未移动；要移动，请将该列指定为“所属公司”',
  'the company in the file is not that of the case, which was not moved: to move it, map the column to “Company”',
]

/** A state that follows from the dates of the row asks for nothing. */
function isAsked(ctx: Context, model: Model, { values, given, read }: Item, code: string): boolean {
  const profile = profileOf(ctx, model)
  if (values[code] === undefined || values[code] === null || code === profile?.source_field) return false
  return profile && code === model.states?.field ? read.is_state_stated === true : given?.has(code) === true
}

function keptWords(model: Model, code: string, asked: unknown, now: unknown, isSaid: boolean): Words {
  const field = fieldOf(model, code)
  const shown = (value: unknown, lang: Lang) => (field && printValue(field, value, lang)) ?? '—'
  const isState = code === model.states?.field
  const why = isState
    ? isSaid
      ? ['已记为“文件所称状态”，请在完整性问题中处理', 'it is kept as the status according to a file: settle it in the completeness findings']
      : ['状态只由操作或官方来文变更', 'states change only by actions or official documents']
    : ['导入不更改该字段', 'an import does not change this field']
  return [
    `${field?.zh}：文件为“${shown(asked, 'zh')}”，未更改，仍为“${shown(now, 'zh')}”（${why[0]}）`,
    `${field ? labelOf(field, 'en') : code}: the file says “${shown(asked, 'en')}”; it was not changed and stays “${shown(now, 'en')}” (${why[1]})`,
  ]
}
