import type { Level } from '../../../../model/approval/graph.ts'
import type { WireSchema } from '../../../../model/kit/wire/wire.ts'
import { textIn } from '../../../records/approval/approvals.ts'
import { useWords } from '../../../words/language.ts'
import { useWorkWords } from '../running/work-words.ts'

/** The levels as sentences, for those who check them. */
export function LevelsInWords({ levels, entity }: { levels: readonly Level[]; entity: WireSchema | undefined }) {
  const { t, lang } = useWords()
  const { people, facts } = useWorkWords(levels, entity)
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
            {people(level)}
            <span className="quiet">
              {facts(level)
                .map((fact) => ` · ${fact}`)
                .join('')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
