import { dayIn } from '../../../model/kit/days/day-text.ts'
import { type Field, labelOf, type Lang, type Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Draft, RowValues } from '../../records/context.ts'
import { fieldOf } from '../../records/registry.ts'

/** The changes of a draft in words: the record, and each field from its former value to the proposed one. */
export function changesOf(model: Model, { before, row }: Draft, codes: readonly string[]): Words {
  const inLang = (lang: Lang) => {
    const about = namesOf(model, before ?? row)[lang === 'zh' ? 0 : 1]
    const changes = codes.map((code) => {
      const field = fieldOf(model, code)
      return field ? `${labelOf(field, lang)} ${valueIn(field, before?.[code], lang)} → ${valueIn(field, row[code], lang)}` : ''
    })
    return `${about}${lang === 'zh' ? '：' : ': '}${changes.filter(Boolean).join(lang === 'zh' ? '；' : '; ')}`
  }
  return [inLang('zh'), inLang('en')]
}

/** A record in both languages: its name, and the day of a notice or of a priority. */
export function namesOf(model: Model, row: RowValues): Words {
  const inLang = (lang: Lang) => {
    const type = fieldOf(model, 'relation_type')
    const name = (lang === 'en' && row.name_en) || (row.name ?? row.case_no ?? row.priority_no ?? row.code)
    const day = row.event_date ?? row.priority_date
    return [name, type && valueIn(type, row.relation_type, lang), day && dayIn(String(day), lang)].filter(Boolean).join(' ')
  }
  return [inLang('zh'), inLang('en')]
}

function valueIn(field: Field, value: unknown, lang: Lang): string {
  if (value === null || value === undefined || value === '') return '—'
  if (field.type === 'date') return dayIn(String(value), lang)
  if (field.type === 'boolean') return (value ? ['是', 'Yes'] : ['否', 'No'])[lang === 'zh' ? 0 : 1] ?? ''
  if (field.type === 'option') return field.options[String(value)]?.[lang === 'zh' ? 0 : 1] ?? String(value)
  if (field.type === 'rows' && Array.isArray(value))
    return value.map((one: Record<string, unknown>) => Object.values(one).filter(Boolean).join(' – ')).join(', ') || '—' // rows of plain values
  return String(value)
}
