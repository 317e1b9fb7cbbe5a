import type { WireField } from '../../model/kit/wire.ts'

export const optionLabel = (field: WireField, code: unknown) => field.options?.find((option) => option.code === code)?.label ?? String(code ?? '')
