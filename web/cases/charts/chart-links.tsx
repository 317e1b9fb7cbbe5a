import { Link } from 'react-router'
import { useWords } from '../../words/language.ts'
import './chart-links.css'

/** The keyboard links of a chart's bars: hidden until one of them has the focus. */
export function ChartLinks({ bars }: { bars: readonly { name: string; count: number | string; to: string }[] }) {
  const { t } = useWords()
  return (
    <ul className="chart-links" aria-label={t('home.behind')}>
      {bars.map(({ name, count, to }) => (
        <li key={to}>
          <Link to={to}>{typeof count === 'number' ? t('home.bar', { name, count }) : `${name}: ${count}`}</Link>
        </li>
      ))}
    </ul>
  )
}
