import { Skeleton } from 'antd'
import { type Rec, useSchema } from '../../api/api.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { isRef } from '../../fields/names.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { DayCell } from '../worklist/cells.tsx'
import { useStateWords } from '../kinds.ts'
import { LinkedCase } from './linked-case.tsx'

/** The contracts and disputes that name a right, and who owned it from when. */
export function Dealings({ sid }: { sid: string }) {
  const { t } = useWords()
  const head = useSchema('case').data
  const stateIn = useStateWords()
  const fl = ['dealing_sid', 'dealing_sid.kind', 'dealing_sid.status', 'dealing_sid.phase', 'note', 'created_at']
  const { record: rows, isPending, pages } = usePaged('dealt_right', { fl, iql: `case_sid = '${sid}' ORDER BY created_at DESC`, rows: 50 })
  if (isPending || !head) return <Skeleton active paragraph={{ rows: 4 }} />
  const labelOf = (code: string, value: unknown) => {
    const field = head.fields.find((one) => one.code === code)
    return field ? optionLabel(field, value) : ''
  }
  if (rows.length === 0) return <Nothing text={t('dealings.none')} hint={t('dealings.noneHint')} />
  return (
    <div className="stack">
      <PlainTable<Rec>
        dataSource={rows}
        scroll={{ x: 640 }}
        columns={[
          { title: t('dealings.kind'), width: 100, render: (_, row) => labelOf('kind', row['dealing_sid.kind']) },
          { title: t('dealings.case'), render: (_, row) => <LinkedCase found={row['dealing_sid']} /> },
          { title: t('dealings.status'), width: 190, render: (_, row) => stateIn(row['dealing_sid.kind'], row['dealing_sid.status']) },
          {
            title: head.fields.find(({ code }) => code === 'phase')?.label,
            width: 110,
            render: (_, row) => labelOf('phase', row['dealing_sid.phase']),
          },
        ]}
      />
      {pages}
      <OwnerHistory sid={sid} />
    </div>
  )
}

/** Each change of the owners, the latest first. */
function OwnerHistory({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema('owner_change').data
  const fl = ['effective_date', 'former_owners', 'new_owners', 'document', 'transfer_sid']
  const { record, pages } = usePaged(
    'owner_change',
    { fl, iql: `case_sid = '${sid}' ORDER BY effective_date DESC`, rows: 50 },
    { meta: { faults: 'own' } },
  )
  const label = (code: string) => schema?.fields.find((one) => one.code === code)?.label
  if (!schema || record.length === 0) return null
  return (
    <section className="group">
      <header className="part-head">
        <h2>{t('dealings.owners')}</h2>
      </header>
      <PlainTable<Rec>
        dataSource={record}
        scroll={{ x: 760 }}
        columns={[
          { title: label('effective_date'), width: 120, render: (_, row) => <DayCell value={row['effective_date']} /> },
          { title: label('former_owners'), render: (_, row) => ownersIn(row['former_owners']) },
          { title: label('new_owners'), render: (_, row) => ownersIn(row['new_owners']) },
          { title: label('document'), width: 140, dataIndex: 'document' },
          { title: label('transfer_sid'), width: 220, render: (_, row) => <LinkedCase found={row['transfer_sid']} /> },
        ]}
      />
      {pages}
    </section>
  )
}

function ownersIn(value: unknown): string {
  if (!Array.isArray(value)) return ''
  return value
    .map((row: Record<string, unknown>) => {
      const { applicant_sid: owner, share_pct: share } = row
      return `${isRef(owner) ? owner.name : ''}${share ? ` ${String(share)}%` : ''}`
    })
    .join(', ')
}
