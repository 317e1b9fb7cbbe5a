import { Button } from 'antd'
import type { ImportPreview } from '../../../model/import/import-routes.ts'
import { useWords } from '../../words/language.ts'
import type { Line } from './column-table.tsx'
import { ColumnTable } from './column-table.tsx'
import { ImportDoubts, MissingFields } from './import-doubts.tsx'
import { ImportPlace } from '../import-place.tsx'
import type { Go, Wizard } from '../wizard.ts'
import { meant, sayColumn } from '../wizard.ts'

/** The second step: the field of each column. A correction is remembered for the next file. */
export function ImportColumns({ preview, wizard, go }: { preview: ImportPreview; wizard: Wizard; go: Go }) {
  const { t } = useWords()
  const { columns, targets } = preview
  const { said, dayOrder } = wizard
  const mapping = meant(columns, said)
  const taken = new Set(Object.values(mapping).filter((field) => field !== null))
  const lines = linesOf(preview)
  const unread = lines.filter(({ heading }) => mapping[heading] === null).length
  const say = (heading: string, field: string | null) => go({ said: sayColumn(said, heading, field) }, true)
  return (
    <section className="group">
      <ImportPlace preview={preview} columns={lines.length} go={go} />
      <MissingFields preview={preview} taken={taken} />
      <ImportDoubts preview={preview} dayOrder={dayOrder} go={go} />
      <ColumnTable lines={lines} targets={targets} mapping={mapping} said={said} onSay={say} />
      <footer className="import-foot">
        <Button type="primary" disabled={taken.size === 0} onClick={() => go({ step: 'check' })}>
          {t('import.toCheck')}
        </Button>
        <Button onClick={() => go({ step: 'file', file: '', said: {} })}>{t('import.other')}</Button>
        {unread > 0 && <span className="quiet">{t('import.unread', { count: unread })}</span>}
      </footer>
    </section>
  )
}

/** The columns that have a heading, each with up to three different values of the sample. */
function linesOf({ columns, sample }: ImportPreview): Line[] {
  return columns.flatMap((column, at): Line[] =>
    column.heading ? [{ ...column, at, examples: [...new Set(sample.map(({ cells }) => cells[at] ?? '').filter(Boolean))].slice(0, 3) }] : [],
  )
}
