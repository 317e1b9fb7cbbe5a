import type { WireField } from '../../model/kit/wire/wire.ts'

export const optionLabel = (field: WireField, code: unknown) => field.options?.find((option) => option.code === code)?.label ?? String(code ?? '')

/** Without the qualifier that only distinguishes options in a list: a record shows its office anyway. */
export const withoutQualifier = (label: string) => label.replace(/\s*[（(][^（()）]*[）)]$/, '') || label
