import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { accessOf } from '../records/permission/permission.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { fieldList } from '../records/query/search.ts'
import { shownCodes } from '../records/query/select.ts'
import { labelIn, wordedOptions } from '../records/words/wording.ts'
import type { Context } from '../records/context.ts'
import { refuse } from '../errors.ts'

/** A column of an export. A dotted code follows references, and its heading says the way. */
export type ExportColumn = { code: string; heading: string; field: Field }

/** The wanted columns, each of them readable and exportable for this person; without a wish those of the list. */
export function exportColumns(ctx: Context, model: Model, fl: unknown): ExportColumn[] {
  if (fl === undefined || fl === null || fl === '')
    return shownCodes(ctx, model).flatMap((code) => (isOut(model, code) ? [columnOf(ctx, model, code)] : []))
  const given = fl as string | string[] // fieldList refuses everything else
  const asked = typeof given === 'string' ? given.split(',').map((code) => code.trim()) : given
  return fieldList(given)
    .filter((code) => code !== 'sid' || asked.includes('sid'))
    .map((code) => columnOf(ctx, model, code))
}

const isOut = (model: Model, code: string) => {
  const field = fieldOf(model, code)
  return field ? isExportable(field) && code !== 'sid' && code !== 'version' : false
}

export const isExportable = (field: Field) => field.exportable ?? field.type !== 'json'

function columnOf(ctx: Context, model: Model, code: string): ExportColumn {
  const path = code.split('.')
  const labels: string[] = []
  let at = model
  for (const [i, part] of path.entries()) {
    const field = fieldOf(at, part)
    const isLast = i === path.length - 1
    if (!field || !accessOf(ctx, at).mayRead(part) || !(isExportable(field) || part === 'sid')) return unknown(model, code)
    labels.push(labelIn(ctx, at, [part, field]))
    if (isLast) return { code, heading: labels.join(' / '), field: wordedOptions(ctx, `${at.name}.${part}`, field) }
    if (field.type === 'rows' && i === path.length - 2) {
      const inner = path[i + 1] ?? ''
      const column = field.of[inner] ?? unknown(model, code)
      const heading = [...labels, labelIn(ctx, at, [`${part}.${inner}`, column])].join(' / ')
      return { code, heading, field: wordedOptions(ctx, `${at.name}.${part}.${inner}`, column) }
    }
    if (field.type !== 'reference') return unknown(model, code)
    at = modelNamed(ctx.tenant.models, field.to)
  }
  return unknown(model, code)
}

const unknown = (model: Model, field: string): never => refuse('unknown_field', { model_zh: model.zh, model_en: model.en, field })
