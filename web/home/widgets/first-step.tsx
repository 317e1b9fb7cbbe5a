import { Link } from 'react-router'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'

/** What an empty widget is for, and where to begin. */
export function FirstStep({ what, to, go }: { what: Word; to: string; go: Word }) {
  const { t } = useWords()
  return (
    <p className="first-step">
      <span className="quiet">{t(what)}</span>
      <Link to={to}>{t(go)}</Link>
    </p>
  )
}
