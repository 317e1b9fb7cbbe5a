import { type AnnuityRow, feeActionsOf } from '../../../model/fees/fee-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton, Tag, Tooltip } from 'antd'
import { act } from '../../api/api.ts'
import { Digits } from '../../fields/money.tsx'
import { dayText } from '../../fields/moments.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'

/** Each annuity to the end of the term, at the prices of its own due date. */
export function WholeLife({ kind, sid }: { kind: string; sid: string }) {
  const { t, tag } = useWords()
  const { data, isPending, error } = useQuery({
    queryKey: [kind, 'annuity_schedule', sid],
    queryFn: () => act(feeActionsOf(kind).annuitySchedule, { sid }),
    meta: { faults: 'own' },
  })
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (error) return <Alert type="info" showIcon title={error.message} />
  const rows = data?.record ?? []
  const day = (value: string) => <time dateTime={value}>{dayText(value, tag)}</time>
  return (
    <PlainTable<AnnuityRow>
      rowKey="year"
      dataSource={rows}
      scroll={{ x: 760 }}
      expandable={{
        expandedRowRender: ({ why }) => (
          <ul className="why">
            {why.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ),
        rowExpandable: ({ why }) => why.length > 0,
      }}
      columns={[
        {
          title: t('fees.year'),
          width: 90,
          align: 'right',
          dataIndex: 'year',
        },
        { title: t('fees.dueDate'), width: 120, render: (_, one) => day(one.due) },
        { title: t('fees.grace'), width: 120, render: (_, one) => day(one.grace_end) },
        { title: t('fees.currency'), dataIndex: 'currency', width: 80 },
        { title: t('fees.full'), width: 110, align: 'right', render: (_, one) => <Digits amount={one.full} currency={one.currency} /> },
        {
          title: t('fees.reduction'),
          width: 100,
          align: 'right',
          render: (_, one) => (Number(one.reduction_pct) > 0 ? `${Number(one.reduction_pct)} %` : <span className="none">—</span>),
        },
        { title: t('fees.amount'), width: 120, align: 'right', render: (_, one) => <Amount of={one} /> },
        { title: '', render: (_, one) => <Remarks of={one} /> },
      ]}
      locale={{ emptyText: <Nothing text={t('fees.noLife')} hint={t('fees.noLifeHint')} /> }}
    />
  )
}

const Amount = ({ of: { amount, currency } }: { of: AnnuityRow }) => (
  <b>
    <Digits amount={amount} currency={currency} />
  </b>
)

function Remarks({ of: { with_registration, certainty } }: { of: AnnuityRow }) {
  const { t } = useWords()
  return (
    <>
      {with_registration && <Tag>{t('fees.withRegistration')}</Tag>}
      {certainty === 'CHECK' && (
        <Tooltip title={t('fees.checkHint')}>
          <Tag color="warning">{t('deadlines.check')}</Tag>
        </Tooltip>
      )}
    </>
  )
}
