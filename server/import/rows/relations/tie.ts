import type { RelationType } from '../../../../model/cases/related_case.ts'

/** A relation that a file gives. `line`: of the later case's text of earlier applications, which names the earlier one. */
export type Tie = { later: string; earlier: string; relation: RelationType; line?: string; remark?: string }
