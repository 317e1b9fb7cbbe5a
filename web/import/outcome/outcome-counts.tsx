import { useWords } from '../../words/language.ts'
import { CountStatistic } from './count-statistic.tsx'
import type { Counts } from '../job-facts.ts'

/** The number of rows by outcome, of an import or of a dry run. */
export function OutcomeCounts({ counts }: { counts: Counts }) {
  const { t } = useWords()
  return (
    <div className="import-sums">
      <CountStatistic title={t('import.created')} value={counts.created} colour="done" />
      <CountStatistic title={t('import.updated')} value={counts.updated} />
      {counts.completed > 0 && <CountStatistic title={t('import.completing')} value={counts.completed} />}
      {counts.waiting > 0 && <CountStatistic title={t('import.waits')} value={counts.waiting} />}
      <CountStatistic title={t('import.skipped')} value={counts.skipped} />
      <CountStatistic title={t('import.rejected')} value={counts.rejected} colour={counts.rejected > 0 ? 'bad' : ''} />
    </div>
  )
}
