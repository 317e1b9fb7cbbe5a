import { Link } from 'react-router'
import { useSearch } from '../../api/api.ts'
import { useWords, type Word } from '../../words/language.ts'
import { Failed } from '../../ui/faults/failed.tsx'

/** The number of records that wait for this person, with a link; empty without any, and a message if the number is unknown. */
export function Waits({ model, iql, words, to }: { model: string; iql: string; words: Word; to: string }) {
  const { t, tag } = useWords()
  const query = useSearch(model, { fl: ['sid'], iql, rows: 1 }, { meta: { faults: 'own' } })
  const total = query.data?.total ?? 0
  if (total === 0) return <Failed query={query} words="home.failedPart" />
  return (
    <div className="widget-acts">
      <Link to={to}>
        {t(words)} <span className="number">{total.toLocaleString(tag)}</span>
      </Link>
    </div>
  )
}
