import type { Editors } from '../../../fields/own-editors.ts'
import { KIND_OF } from './kind-of.ts'
import { NumberField } from './number-field.tsx'

const numbers = Object.keys(KIND_OF).map((code) => [code, NumberField] as const)

/** Fields of a patent with more than the editor of their type. */
export const EDITORS: Editors = Object.fromEntries(numbers)
