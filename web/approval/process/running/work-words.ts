import { type GraphNode, isPeopleNode, NODE_TYPES, RESTART_MODES, VOTE_MODES, type Work } from '../../../../model/approval/graph.ts'
import type { WireSchema } from '../../../../model/kit/wire/wire.ts'
import { labelIn } from '../../../records/approval/approvals.ts'
import { useWords } from '../../../words/language.ts'
import { useParticipantWords } from '../steps/participant-words.ts'
import { useDocumentTypes } from '../steps/use-document-types.ts'

/** Describes the people of a level or step, and their work, in words. */
export function useWorkWords(all: readonly Partial<Work>[], entity: WireSchema | undefined) {
  const { t, lang } = useWords()
  const wordsOf = useParticipantWords(
    all.flatMap(({ participants }) => participants ?? []),
    entity,
  )
  const documents = useDocumentTypes([...new Set(all.flatMap(({ doc_types }) => doc_types ?? []))])
  const list = (some: readonly string[]) => some.join(lang === 'zh' ? '、' : ', ')
  const labelOf = (code: string) => entity?.fields.find((field) => field.code === code)?.label ?? '…'
  const people = ({ participants = [] }: Partial<Work>) => list(participants.map(wordsOf))
  const facts = ({ vote, days, doc_types = [], opens = [], requires = [], hides = [], restart }: Partial<Work>): string[] =>
    [
      vote ? labelIn(VOTE_MODES, vote, lang) : '',
      days ? t('process.within', { days }) : '',
      doc_types.length > 0 ? t('approval.needsDocuments', { list: list(doc_types.map((code) => documents.get(code) ?? '…')) }) : '',
      opens.length > 0 ? t('approval.opens', { list: list(opens.map(labelOf)) }) : '',
      requires.length > 0 ? t('approval.requires', { list: list(requires.map(labelOf)) }) : '',
      hides.length > 0 ? t('approval.hides', { list: list(hides.map(labelOf)) }) : '',
      t('process.afterReturn', { how: labelIn(RESTART_MODES, restart ?? 'RESTART', lang) }),
    ].filter(Boolean)
  /** A whole step, line by line. */
  const lines = (node: GraphNode): string[] => [
    `${labelIn(NODE_TYPES, node.type, lang)}${t('colon')}${node.name} / ${node.name_en}`,
    ...(isPeopleNode(node.type) ? [people(node)] : []),
    ...(node.process ? [`${node.process} ${node.part ? t('process.versionNo', { no: node.part.version }) : ''}`] : []),
    ...(node.type === 'APPROVE' || node.type === 'HANDLE' ? facts(node) : []),
  ]
  return { people, facts, lines }
}
