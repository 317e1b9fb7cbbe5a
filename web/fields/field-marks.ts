// Marks of a screen beside the values of single fields, in the view and in the form.
import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'

/** Keyed by the code of the field. */
export const FieldMarks = createContext<Readonly<Record<string, ReactNode>>>({})

export const useFieldMark = (code: string): ReactNode => useContext(FieldMarks)[code]
