import { useQuery } from '@tanstack/react-query'
import { sumCosts } from '../../../model/fees/costs/cost-actions.ts'
import { UNPAID_IQL } from '../../../model/fees/unpaid.ts'
import { forecastYears } from '../../../model/fees/annuities/years-ahead-actions.ts'
import { Segmented, Skeleton, Tag } from 'antd'
import { useSearchParams } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { act, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { Digits, Money } from '../../fields/money.tsx'
import { dayText } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { WIDE } from '../wide-table.tsx'
import { useWords } from '../../words/language.ts'
import { FeeDaysLeft } from '../dates/days-left.tsx'
import { nameOf } from '../dates/next-due.tsx'
import { Costs } from '../charts/costs.tsx'
import { Converted } from '../charts/in-company-currency.tsx'
import { WholeLife } from '../charts/whole-life.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'

const FL = [
  ...[
    'sid',
    'fee_no',
    'name',
    'name_en',
    'fee_class',
    'annuity_year',
    'currency',
    'amount',
    'surcharge',
    'reduction_pct',
    'due_date',
    'next_band_from',
    'grace_end',
  ],
  ...['decision', 'pay_date', 'paid_amount', 'status', 'certainty'],
]

/** The fees of this case: due ones, all of them, or the annuities of the whole term. */
export function CaseFees({ sid, kind }: { sid: string; kind: string }) {
  const { t } = useWords()
  const [query, setQuery] = useSearchParams()
  const which = query.get('which') ?? 'due'
  const schema = useSchema('fee').data
  return (
    <>
      <div className="tab-bar">
        <Segmented
          value={which}
          options={[
            { value: 'due', label: t('fees.due') },
            { value: 'all', label: t('fees.all') },
            { value: 'life', label: t('fees.life') },
            ...(schema && allows(schema, sumCosts.name) ? [{ value: 'cost', label: t('costs.case') }] : []),
          ]}
          onChange={(next) => setQuery({ tab: 'fees', ...(next !== 'due' && { which: next }) }, { replace: true })}
        />
      </div>
      {which === 'life' && <WholeLife kind={kind} sid={sid} />}
      {which === 'cost' && <CaseCosts sid={sid} />}
      {which !== 'life' && which !== 'cost' && <Fees sid={sid} isAll={which === 'all'} />}
    </>
  )
}

/** The past and future cost of the case, by class of fee, and its annuities of ten years. */
function CaseCosts({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema('fee').data
  const { data } = useQuery({
    queryKey: ['fee', 'forecast_years', sid],
    queryFn: () => act(forecastYears, { iql: `sid = '${sid}'` }),
    enabled: schema !== undefined && allows(schema, forecastYears.name),
    meta: { faults: 'own' },
  })
  return (
    <>
      <p className="quiet">{t('costs.hint')}</p>
      <Costs asked={{ by: 'CLASS', of: 'CASE', of_key: sid }} />
      {data && data.record.length > 0 && (
        <p>
          {t('costs.ahead')} <Money amount={data.whole.total} currency={data.whole.currency} /> <Converted of={data.whole} />
        </p>
      )}
    </>
  )
}

function Fees({ sid, isAll }: { sid: string; isAll: boolean }) {
  const { t, lang, tag } = useWords()
  const schema = useSchema('fee').data
  const iql = `case_sid = '${sid}'${isAll ? '' : ` AND ${UNPAID_IQL}`} ORDER BY due_date ASC`
  const { record: fees, isPending, pages } = usePaged('fee', { fl: FL, iql, rows: 100 })
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 6 }} />
  const decision = schema.fields.find(({ code }) => code === 'decision')
  const day = (value: unknown) => (typeof value === 'string' ? <time dateTime={value}>{dayText(value, tag)}</time> : <span className="none">—</span>)
  const amount = (value: unknown, { currency }: Rec) => <Digits amount={Number(value) === 0 ? null : value} currency={currency} />
  return (
    <>
      <PlainTable<Rec>
        dataSource={fees}
        scroll={{ x: 960 }}
        components={WIDE}
        columns={[
          {
            title: t('fees.what'),
            render: (_, record) => (
              <>
                {nameOf(record, lang)} {record['certainty'] === 'CHECK' && <Tag color="warning">{t('deadlines.check')}</Tag>}
              </>
            ),
          },
          {
            title: t('fees.amount'),
            width: 124,
            align: 'right',
            render: (_, record) => <Money amount={record['amount']} currency={record['currency']} />,
          },
          { title: t('fees.surcharge'), width: 100, align: 'right', render: (_, record) => amount(record['surcharge'], record) },
          { title: t('fees.dueDate'), width: 112, render: (_, record) => day(record['due_date']) },
          {
            title: t('deadlines.left'),
            width: 130,
            render: (_, record) => (schema.states?.closed.includes(String(record['status'])) ? null : <FeeDaysLeft record={record} />),
          },
          { title: t('fees.grace'), width: 112, render: (_, record) => day(record['grace_end']) },
          { title: t('fees.decision'), width: 90, render: (_, record) => (decision ? optionLabel(decision, record['decision']) : '') },
          { title: t('deadlines.status'), width: 110, render: (_, record) => <StateTag schema={schema} state={record['status']} /> },
        ]}
        locale={{ emptyText: <Nothing text={t(isAll ? 'fees.none' : 'fees.noneDue')} hint={t('fees.noneHint')} /> }}
      />
      {pages}
    </>
  )
}
