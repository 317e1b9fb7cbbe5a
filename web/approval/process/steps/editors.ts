import type { Editors } from '../../../fields/own-editors.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { GraphEditor } from './graph-editor.tsx'
import { LevelsEditor } from '../levels/levels-editor.tsx'
import { StepEditor } from './step-editor.tsx'

/** Fields of a process with more than the editor of their type. */
export const EDITORS: Editors = { transition: StepEditor, condition: ConditionEditor, levels: LevelsEditor, graph: GraphEditor }
