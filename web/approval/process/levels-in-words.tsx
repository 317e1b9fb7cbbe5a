import { type Level, RESTART_MODES, VOTE_MODES } from '../../../model/approval/graph.ts'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { labelIn, textIn } from '../../records/approval/approvals.ts'
import { useWords } from '../../words/language.ts'
import { useDocumentTypes } from './use-document-types.ts'
import { useParticipantWords } from './participant-words.ts'

/** The levels as sentences, for those who check them. */
export function LevelsInWords({ levels, entity }: { levels: readonly Level[]; entity: WireSchema | undefined }) {
  const { t, lang } = useWords()
  const wordsOf = useParticipantWords(
    levels.flatMap(({ participants }) => participants),
    entity,
  )
  const documents = useDocumentTypes([...new Set(levels.flatMap(({ doc_types }) => doc_types ?? []))])
  const list = (all: readonly string[]) => all.join(lang === 'zh' ? '、' : ', ')
  const labelOf = (code: string) => entity?.fields.find((field) => field.code === code)?.label ?? '…'
  if (levels.length === 0) return null
  return (
    <section className="group" aria-label={t('process.levels')}>
      <h2>{t('process.levels')}</h2>
      <ol className="simulated">
        {levels.map((level, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- levels are known by their order alone
          <li key={at}>
            <b>{textIn(level, 'name', lang)}</b>
            {t('colon')}
            {list(level.participants.map(wordsOf))}
            <span className="quiet">
              {[
                labelIn(VOTE_MODES, level.vote, lang),
                level.days ? t('process.within', { days: level.days }) : '',
                level.doc_types?.length
                  ? t('approval.needsDocuments', { list: list(level.doc_types.map((code) => documents.get(code) ?? '…')) })
                  : '',
                level.opens?.length ? t('approval.opens', { list: list(level.opens.map(labelOf)) }) : '',
                level.requires?.length ? t('approval.requires', { list: list(level.requires.map(labelOf)) }) : '',
                level.hides?.length ? t('approval.hides', { list: list(level.hides.map(labelOf)) }) : '',
                t('process.afterReturn', { how: labelIn(RESTART_MODES, level.restart ?? 'RESTART', lang) }),
              ]
                .filter(Boolean)
                .map((fact) => ` · ${fact}`)
                .join('')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
