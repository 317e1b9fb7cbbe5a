// What a screen says of single fields of a record beside their values, in the view as in the form.
import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'

/** By the code of the field. */
export const FieldMarks = createContext<Readonly<Record<string, ReactNode>>>({})

export const useFieldMark = (code: string): ReactNode => useContext(FieldMarks)[code]
