import type { WireField } from '../../model/kit/wire/wire.ts'

export const optionLabel = (field: WireField, code: unknown) => field.options?.find((option) => option.code === code)?.label ?? String(code ?? '')

/** Without what only tells options apart in a list: of a record one knows its office. */
export const withoutQualifier = (label: string) => label.replace(/\s*[（(][^（()）]*[）)]$/, '') || label
