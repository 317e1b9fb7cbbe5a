import { checkAnyRelation, type KindRelations } from '../../cases/relations/relation-rules.ts'

/** An adaptation, translation or arrangement derives from an earlier work. */
export const derivations: KindRelations = {
  types: ['DERIVED'],
  facts: ['case_no', 'status', 'title', 'completion_date', 'reg_no'],
  rechecked: ['completion_date'],
  passedOn: ['reg_no'],
  shown: ['reg_no', 'reg_date'],
  check: (earlier, later, type, existing) => checkAnyRelation(earlier, later, type, existing, [earlier.completion_date, later.completion_date]),
}
