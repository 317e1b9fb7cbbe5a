import type { FamilyActions } from '../../../model/cases/family-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'

export type Family = AnswerOf<FamilyActions['draw']>
export type FamilyEdge = Family['edges'][number]
