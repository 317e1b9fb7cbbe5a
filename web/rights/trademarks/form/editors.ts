import type { Editors } from '../../../fields/own-editors.ts'
import { ClassesEditor } from './classes-editor.tsx'

/** Fields of a trademark with more than the editor of their type. */
export const EDITORS: Editors = { classes: ClassesEditor }
