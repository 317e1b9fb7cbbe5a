import type { WireSchema } from '../../model/kit/wire/wire.ts'

/** The headings of a table for import, as one line of a CSV file: required fields first, then in the order of the form. */
export function templateOf({ fields }: Pick<WireSchema, 'fields'>): string {
  // Fields that are set once and never changed, such as the code of a role, are included.
  const taken = fields.filter(({ importable, editable, settable }) => importable && (editable || settable))
  const ordered = [...taken.filter(({ required }) => required), ...taken.filter(({ required }) => !required)]
  return ordered.map(({ label }) => cell(label)).join(',')
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
