import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Word } from '../words/language.ts'

/** The tabs of a case, in order; a kind with rules of relations shows its priorities, relations and family. */
export function caseTabs({ case: kind }: Pick<WireSchema, 'case'>) {
  if (!kind) return []
  const tab = <const K extends string>(key: K, word: Word, isThere = true) => (isThere ? [{ key, word }] : [])
  return [
    ...tab('dealings', 'dealings.rights', Boolean(kind.dealing)),
    ...tab('timeline', 'case.timeline'),
    ...tab('documents', 'case.documents'),
    ...tab('deadlines', 'case.deadlines'),
    ...tab('fees', 'case.fees'),
    ...tab('notes', 'case.notes'),
    ...tab('agency', 'case.agencyWork', kind.roles.agency !== undefined),
    ...tab('tasks', 'case.tasks'),
    ...tab('dealings', 'dealings.tab', !kind.dealing),
    ...tab('shares', 'share.tab'),
    ...tab('relations', 'case.relations', Boolean(kind.relation_types)),
  ]
}

export type CaseTab = ReturnType<typeof caseTabs>[number]['key']
