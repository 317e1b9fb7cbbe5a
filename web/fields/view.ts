import type { ComponentType } from 'react'
import type { WireField } from '../../model/kit/wire/wire.ts'

export type CellProps = { field: WireField; value: unknown; record?: Readonly<Record<string, unknown>> | undefined }

export type EditorProps = {
  field: WireField
  value?: unknown
  onChange?: (value: unknown) => void
  id?: string
  disabled?: boolean
  isFaulty?: boolean
  autoFocus?: boolean
  /** The other values of the record: they contain the currency of an amount. */
  record?: Readonly<Record<string, unknown>> | undefined
  label?: string
}

export type FilterProps = { field: WireField; values: readonly string[]; onChange: (values: string[]) => void }

/** The screen parts of one field type. */
export type FieldView = {
  Cell: ComponentType<CellProps>
  Editor: ComponentType<EditorProps>
  /** Null: a field of this type has no filter. */
  Filter: ComponentType<FilterProps> | null
  /** The default width of its column. */
  width: number
  isNumeric?: boolean
  /** Takes the full width of a form. */
  isWide?: boolean
}

export const isBlank = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A record only shows whether its secret is set. */
export const isSet = (value: unknown) => typeof value === 'object' && value !== null && 'is_set' in value && value.is_set === true

/** The `aria-*` and status props of an input, the same for all types. */
export const inputFacts = ({ id, disabled, isFaulty, autoFocus, label }: EditorProps) => ({
  ...(id && { id }),
  ...(disabled && { disabled }),
  ...(autoFocus && { autoFocus }),
  ...(isFaulty && { status: 'error' as const, 'aria-invalid': true }),
  ...(label && { 'aria-label': label }),
})
