import type { Editors } from '../../../fields/own-editors.ts'
import { NumberEditor } from './number-editor.tsx'
import { KIND_OF } from './reading.ts'

const numbers = Object.keys(KIND_OF).map((code) => [code, NumberEditor] as const)

/** Fields of a patent with more than the editor of their type. */
export const EDITORS: Editors = Object.fromEntries(numbers)
