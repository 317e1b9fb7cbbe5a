import type { PlannedCase, PlannedDate, PlannedFee, PlanResult } from '../../model/planning/plan-result.ts'
import { Converted } from '../cases/charts/in-company-currency.tsx'
import { DayCell } from '../cases/worklist/cells.tsx'
import { Money } from '../fields/money.tsx'
import { dayText } from '../fields/moments.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { useWords } from '../words/language.ts'
import { Amounts, Doubts, sumsOf, Unpriced } from './amounts.tsx'
import { nameIn } from './plan.ts'

/** The dates and costs of all cases of a plan together. */
export function ResultTabs({ result }: { result: PlanResult }) {
  const { t } = useWords()
  return (
    <Tabs
      items={[
        { key: 'dates', label: t('plan.dates'), children: <Dates result={result} /> },
        { key: 'quarters', label: t('plan.quarters'), children: <Quarters result={result} /> },
        { key: 'fees', label: t('plan.fees'), children: <Fees result={result} /> },
      ]}
    />
  )
}

type Of<T> = { one: PlannedCase; what: T }
const byDay = (one: Of<{ due: string }>, other: Of<{ due: string }>) => (one.what.due < other.what.due ? -1 : 1)

const useCaseName = (result: PlanResult) => {
  const { lang } = useWords()
  return (one: PlannedCase) => nameIn(result, one, lang)
}

function Dates({ result }: { result: PlanResult }) {
  const { cases } = result
  const { t, lang } = useWords()
  const nameOf = useCaseName(result)
  const rows = cases.flatMap((one) => one.dates.map((what): Of<PlannedDate> => ({ one, what }))).toSorted(byDay)
  return (
    <PlainTable<Of<PlannedDate>>
      rowKey={({ one, what }) => `${one.key} ${what.key}`}
      dataSource={rows}
      scroll={{ x: 760 }}
      columns={[
        { title: t('plan.date'), width: 120, render: (_, { what }) => <DayCell value={what.due} /> },
        { title: t('plan.case'), width: 220, render: (_, { one }) => nameOf(one) },
        {
          title: t('plan.what'),
          render: (_, { what }) => (
            <>
              {what[lang]}
              {what.if_missed && <div className="quiet">{t('plan.missed', { what: what.if_missed[lang] })}</div>}
            </>
          ),
        },
        { title: t('plan.doubts'), width: 280, render: (_, { what }) => <Doubts of={what.doubts} /> },
      ]}
    />
  )
}

function Quarters({ result }: { result: PlanResult }) {
  const { sums, quarters, whole, priced, cases } = result
  const { t } = useWords()
  if (!priced) return <Nothing text={t('plan.hidden')} />
  if (quarters.length === 0 || !whole) return <NoFees result={result} />
  const of = (quarter: string) => sums.filter((sum) => sum.quarter === quarter)
  return (
    <>
      <p className="quiet">{t('plan.official')}</p>
      <div className="spaced">
        {t('plan.total')} <Amounts of={sumsOf(cases.flatMap(({ fees }) => fees))} /> <Converted of={whole} />
        <Unpriced of={result} />
      </div>
      <PlainTable<(typeof quarters)[number]>
        rowKey="quarter"
        dataSource={[...quarters]}
        scroll={{ x: 640 }}
        columns={[
          { title: t('plan.quarter'), width: 120, dataIndex: 'quarter' },
          { title: t('plan.amounts'), align: 'right', render: (_, { quarter }) => <Amounts of={of(quarter)} /> },
          {
            title: t('plan.unsure'),
            align: 'right',
            render: (_, { quarter }) => (
              <Amounts
                of={of(quarter)
                  .filter(({ unsure }) => Number(unsure) !== 0)
                  .map(({ currency, unsure }) => ({ currency, amount: unsure }))}
              />
            ),
          },
          { title: t('plan.converted'), align: 'right', render: (_, { total }) => <Converted of={total} /> },
        ]}
      />
    </>
  )
}

function NoFees({ result }: { result: PlanResult }) {
  const { t, tag } = useWords()
  return (
    <>
      <Nothing text={t('plan.noFees', { until: dayText(result.until, tag) })} />
      <Unpriced of={result} />
    </>
  )
}

function Fees({ result }: { result: PlanResult }) {
  const { cases, priced } = result
  const { t, lang } = useWords()
  const nameOf = useCaseName(result)
  const rows = cases.flatMap((one) => one.fees.map((what): Of<PlannedFee> => ({ one, what }))).toSorted(byDay)
  if (!priced) return <Nothing text={t('plan.hidden')} />
  if (rows.length === 0) return <NoFees result={result} />
  return (
    <PlainTable<Of<PlannedFee>>
      rowKey={({ one, what }) => `${one.key} ${what.key}`}
      dataSource={rows}
      scroll={{ x: 860 }}
      columns={[
        { title: t('plan.date'), width: 120, render: (_, { what }) => <DayCell value={what.due} /> },
        { title: t('plan.case'), width: 220, render: (_, { one }) => nameOf(one) },
        { title: t('plan.fee'), render: (_, { what }) => what[lang] },
        { title: t('plan.amount'), width: 150, align: 'right', render: (_, { what }) => <Money amount={what.amount} currency={what.currency} /> },
        { title: t('plan.doubts'), width: 280, render: (_, { what }) => <Doubts of={what.doubts} /> },
      ]}
    />
  )
}
