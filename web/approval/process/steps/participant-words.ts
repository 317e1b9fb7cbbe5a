import { PARTICIPANT_KINDS, type Participant } from '../../../../model/approval/graph.ts'
import type { WireSchema } from '../../../../model/kit/wire/wire.ts'
import { useNames } from '../../../fields/names.ts'
import { labelIn } from '../../../records/approval/approvals.ts'
import { useWords } from '../../../words/language.ts'

/** Describes a participant in words: by name, or by the rule that finds the person. */
export function useParticipantWords(all: readonly Participant[], entity?: WireSchema): (one: Participant) => string {
  const { t, lang } = useWords()
  const sidsOf = (kind: Participant['kind']) => [...new Set(all.flatMap((one) => (one.kind === kind && 'sid' in one && one.sid ? [one.sid] : [])))]
  const [people, roles, groups, experts] = [
    useNames('user_info', sidsOf('PERSON')),
    useNames('role', sidsOf('ROLE')),
    useNames('virtual_organisation', sidsOf('VIRTUAL')),
    useNames('expert_group', sidsOf('EXPERT_GROUP')),
  ]
  return (one) => {
    if (one.kind === 'PERSON') return people.get(one.sid) ?? '…'
    if (one.kind === 'ROLE') return t('process.ofRole', { name: roles.get(one.sid) ?? '…' })
    if (one.kind === 'VIRTUAL') return groups.get(one.sid) ?? '…'
    if (one.kind === 'EXPERT_GROUP') return experts.get(one.sid) ?? '…'
    if (one.kind === 'STARTER_LEADER' && one.up > 1) return t('process.leaderUp', { up: one.up })
    if (one.kind === 'FIELD') return entity?.fields.find(({ code }) => code === one.field)?.label ?? labelIn(PARTICIPANT_KINDS, one.kind, lang)
    return labelIn(PARTICIPANT_KINDS, one.kind, lang)
  }
}
