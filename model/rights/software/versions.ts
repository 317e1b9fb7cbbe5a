import { checkAnyRelation, type KindRelations } from '../../cases/relations/relation-rules.ts'

/** A later version of a program is a work of its own, registered again. */
export const versions: KindRelations = {
  types: ['VERSION'],
  facts: ['case_no', 'status', 'title', 'version_no', 'complete_date', 'reg_no'],
  rechecked: ['complete_date'],
  passedOn: ['reg_no'],
  shown: ['version_no', 'reg_no', 'reg_date'],
  check: (earlier, later, type, existing) => checkAnyRelation(earlier, later, type, existing, [earlier.complete_date, later.complete_date]),
}
