import type { Field, Options } from '../../../model/kit/fields.ts'
import type { CustomField } from '../../../model/settings/custom-fields/custom_field.ts'
import type { RowValues } from '../context.ts'
import { parseValue } from '../write/values.ts'

/** The field as in a declaration. */
export function fieldFrom(row: RowValues): Field {
  const of = row as CustomField // a row of the model
  const common = {
    zh: of.name ?? '',
    en: of.name_en ?? of.name ?? '',
    required: of.required ?? false,
    searchable: of.searchable ?? true,
    importable: of.importable ?? true,
    exportable: of.exportable ?? true,
    approvable: of.approvable ?? false,
    process_variable: of.process_variable ?? false,
    group: 'custom',
    ...(of.input_type && { input: of.input_type }),
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
      return { ...common, type: of.multi ? 'options' : 'option', ...choiceOf(of) }
    case 'REFERENCE':
      return { ...common, type: of.multi ? 'references' : 'reference', to: of.to ?? '' }
    default:
      return of.multi ? { ...common, type: 'options', free: true } : { ...common, type: 'string', ...limits }
  }
}

/** The options of a dictionary change after the publication: each write checks the value. */
function defaultFrom(of: CustomField): unknown {
  if (of.dictionary) return of.multi ? (of.default ?? '').split(/[,，;；]/).map((one) => one.trim()) : of.default
  const parsed = parseValue(fieldFrom({ ...of, default: null }), of.default)
  return 'fault' in parsed ? null : parsed.value
}

/** Own options, or those of a dictionary, which are read with the models. */
function choiceOf({ dictionary, options }: CustomField) {
  if (dictionary) return { dictionary, options: {} }
  const own = options ?? []
  const invalid = own.filter(({ valid }) => valid === false).map(({ code }) => code ?? '')
  const colours = Object.fromEntries(own.flatMap(({ code, colour }) => (colour ? [[code ?? '', colour]] : [])))
  const words: Options = Object.fromEntries(own.map((one) => [one.code ?? '', [one.label_zh ?? '', one.label_en ?? one.label_zh ?? ''] as const]))
  return {
    options: words,
    order: own.map(({ code }) => code ?? ''),
    ...(invalid.length > 0 && { invalid }),
    ...(Object.keys(colours).length > 0 && { colours }),
  }
}
