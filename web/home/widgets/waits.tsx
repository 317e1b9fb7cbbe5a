import { Link } from 'react-router'
import { useSearch } from '../../api/api.ts'
import { useWords, type Word } from '../../words/language.ts'

/** How many records wait for this person, with the way to them; nothing where none does. */
export function Waits({ model, iql, words, to }: { model: string; iql: string; words: Word; to: string }) {
  const { t, tag } = useWords()
  const { data } = useSearch(model, { fl: ['sid'], iql, rows: 1 }, { meta: { faults: 'own' } })
  if (!data?.total) return null
  return (
    <div className="widget-acts">
      <Link to={to}>
        {t(words)} <span className="number">{data.total.toLocaleString(tag)}</span>
      </Link>
    </div>
  )
}
