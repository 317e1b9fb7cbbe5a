import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Grid, Skeleton } from 'antd'
import type { TableColumnType } from 'antd'
import { deadlinesAsOf } from '../../model/docketing/as-of-actions.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import { act, useSchema } from '../api/api.ts'
import { DayCell } from '../cases/worklist/cells.tsx'
import { Money } from '../fields/money.tsx'
import { optionLabel } from '../fields/option-label.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { Table } from '../ui/table.tsx'
import { useWords } from '../words/language.ts'
import { CaseLink, SAYS_OF_DAY, useDeadlineColumns } from './day-columns.tsx'

const FIRST = ['OPEN', 'MISSED']

/** The docket of one case as of a day, settled deadlines last, with its fees. */
export function CaseOfDay({ day, sid }: { day: string; sid: string }) {
  const { t } = useWords()
  const isNarrow = Grid.useBreakpoint().sm === false
  const columns = useDeadlineColumns(useSchema('deadline').data, isNarrow)
  const owed = useFeeColumns()
  const found = useQuery({
    queryKey: ['deadline', 'as_of', day, sid],
    queryFn: () => act(deadlinesAsOf, { day, case_sid: sid }),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  const { record, fees, standing, truncated } = found.data
  const rankOf = (status: string) => (FIRST.includes(status) ? FIRST.indexOf(status) : FIRST.length)
  const rows = record.toSorted((one, other) => rankOf(one.status) - rankOf(other.status))
  return (
    <>
      <div className="tab-bar">
        <CaseLink sid={sid} text={record[0]?.case_no ?? t('day.case')} />
        <span className="quiet">{t(SAYS_OF_DAY[standing])}</span>
      </div>
      {truncated && <Alert type="warning" showIcon title={t('day.truncated')} className="spaced" />}
      <Table
        rowKey={(row) => `${row.sid ?? ''} ${row.name} ${row.official_due ?? ''}`}
        size="small"
        className="day-table spaced"
        {...(!isNarrow && { scroll: { x: 900 } })}
        pagination={false}
        dataSource={rows}
        locale={{ emptyText: <Nothing text={t('day.noneOfCase')} /> }}
        columns={columns}
      />
      {fees.length > 0 && (
        <Table
          rowKey={(row) => `${row.sid ?? ''} ${row.name} ${row.due_date}`}
          size="small"
          className="day-table"
          {...(!isNarrow && { scroll: { x: 720 } })}
          pagination={false}
          dataSource={fees}
          columns={owed}
        />
      )}
    </>
  )
}

type Owed = AnswerOf<typeof deadlinesAsOf>['fees'][number]

function useFeeColumns(): TableColumnType<Owed>[] {
  const { t, lang } = useWords()
  const status = useSchema('fee').data?.fields.find(({ code }) => code === 'status')
  return [
    { title: t('fees.what'), render: (_, row) => (lang === 'en' && row.name_en) || row.name },
    { title: t('fees.dueDate'), width: 140, render: (_, row) => <DayCell value={row.due_date} /> },
    { title: t('fees.amount'), width: 160, align: 'right', render: (_, row) => <Money amount={row.amount} currency={row.currency} /> },
    { title: t('fees.surcharge'), width: 160, align: 'right', render: (_, row) => <Money amount={row.surcharge} currency={row.currency} /> },
    { title: t('day.status'), width: 140, render: (_, row) => (status ? optionLabel(status, row.status) : row.status) },
  ]
}
