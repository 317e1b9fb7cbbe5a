import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { useFigures } from '../cases/statistics/figures.ts'
import { StatisticView } from '../cases/statistics/statistic-view.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useSettled } from '../ui/settled.ts'
import { useWords } from '../words/language.ts'
import { askedOf, type Draft, draftOf, EMPTY, storedOf } from './draft.ts'
import { EditorForm } from './editor-form.tsx'
import { type Edited, EditSaved, NewSaved } from './saved-editor.tsx'

const STATISTIC: Edited<Draft> = {
  model: 'statistic',
  empty: EMPTY,
  draftOf,
  storedOf,
  isComplete: (draft) => askedOf(draft) !== undefined,
  Body,
}

export const NewStatistic = () => <NewSaved of={STATISTIC} />
export const EditStatistic = () => <EditSaved of={STATISTIC} />

/** The definition on one side, its figures on the other. */
function Body({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  return (
    <div className="statistic-editor">
      <EditorForm draft={draft} onChange={onChange} />
      <Preview draft={draft} />
    </div>
  )
}

const PAUSE = 400

function Preview({ draft }: { draft: Draft }) {
  const { t } = useWords()
  const asked = askedOf(useSettled(draft, PAUSE))
  const figures = useFigures(asked)
  return (
    <section className="statistic-preview" aria-label={t('statistic.preview')} aria-busy={figures.isFetching}>
      {!asked && <p className="quiet">{t('statistic.choose')}</p>}
      {figures.isError && <QueryFault fault={figures.error} onRetry={() => void figures.refetch()} />}
      {asked && figures.isPending && <ChartWaits />}
      {figures.data && <StatisticView figures={figures.data} drawing={draft.drawing} name={draft.name} hasTable />}
    </section>
  )
}
