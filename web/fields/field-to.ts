import type { WireField } from '../../model/kit/wire/wire.ts'

/** The field of a choice among the records of a model, on a screen that edits no record. */
export const fieldTo = (to: string, label: string): WireField => ({
  code: to,
  label,
  zh: label,
  en: label,
  type: 'reference',
  to,
  required: false,
  searchable: true,
  sortable: false,
  editable: true,
  settable: true,
  list: false,
  unique: false,
  importable: false,
  exportable: false,
})
