import type { drawFamily } from '../../../../model/rights/patents/actions.ts'
import type { AnswerOf } from '../../../../model/kit/action.ts'

export type Family = AnswerOf<typeof drawFamily>
export type FamilyEdge = Family['edges'][number]
