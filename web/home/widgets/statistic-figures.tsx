import { Link } from 'react-router'
import { pageOf } from '../../api/page-of.ts'
import { useFigures } from '../../cases/statistics/figures.ts'
import { StatisticView } from '../../cases/statistics/statistic-view.tsx'
import { useWords } from '../../words/language.ts'
import type { Portal } from '../portal.ts'
import { Waiting } from './waiting.tsx'

type Shown = Portal['components'][number]

/** The figures of the reader, and the way to the statistic itself. */
export function StatisticFigures({ of: { statistic, name, name_en } }: { of: Extract<Shown, { widget: 'STATISTIC' }> }) {
  const { t, lang } = useWords()
  const query = useFigures({ sid: statistic.sid })
  if (!query.data) return <Waiting query={query} />
  return (
    <>
      <div className="widget-acts">
        <Link to={pageOf('statistic', `/${statistic.sid}`)}>{t('statistic.open')}</Link>
      </div>
      <StatisticView figures={query.data} drawing={statistic.drawing} name={(lang === 'en' && name_en) || name} />
    </>
  )
}
