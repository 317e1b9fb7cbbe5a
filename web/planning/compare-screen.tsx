import { useQueries } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { PlannedCase, PlanResult } from '../../model/planning/plan-result.ts'
import type { Rec } from '../api/api.ts'
import { ask } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { readRecord } from '../../model/kit/verbs.ts'
import { Converted } from '../cases/charts/in-company-currency.tsx'
import { DayCell } from '../cases/worklist/cells.tsx'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { Amounts, Doubts, sumsOf, Unpriced } from './amounts.tsx'
import { calculate, factsOf, MODEL, nameIn, officeIn, planOf } from './plan.ts'
import './planning.css'

type Compared = { record: Rec; result: PlanResult }

/** Two or three plans side by side: the cases with their last days and fees, and the costs of each quarter. */
export function ComparePlans() {
  const { t } = useWords()
  const [query] = useSearchParams()
  const sids = [...new Set((query.get('plans') ?? '').split(',').filter(Boolean))].slice(0, 3)
  const answers = useQueries({
    queries: sids.map((sid) => ({ queryKey: [MODEL, 'compared', sid], queryFn: () => readCompared(sid), meta: { faults: 'own' as const } })),
  })
  const fault = answers.find(({ isError }) => isError)
  if (fault?.error) return <PageFault fault={fault.error} onRetry={() => void fault.refetch()} />
  const plans = answers.flatMap(({ data }) => data ?? [])
  if (plans.length < sids.length) return <PageSkeleton />
  const name = t('plan.compareTitle')
  return (
    <div className="page">
      <PageHead title={name} name={name} crumbs={[{ label: t('plan.title'), to: pageOf(MODEL) }]} />
      {plans.length < 2 ? (
        <Nothing text={t('plan.compareHint')} />
      ) : (
        <>
          <CasesBeside plans={plans} />
          <h2>{t('plan.quarters')}</h2>
          <p className="quiet">{t('plan.official')}</p>
          <QuartersBeside plans={plans} />
        </>
      )}
    </div>
  )
}

async function readCompared(sid: string): Promise<Compared> {
  const record = (await ask(readRecord, {}, { path: { model: MODEL, sid } })) as Rec
  return { record, result: await calculate(factsOf(planOf(record))) }
}

const title = ({ record }: Compared) => <Link to={pageOf(MODEL, `/${record.sid}`)}>{String(record['name'])}</Link>

/** The same way to the same country is one row, whichever plan has it. */
const rowOf = ({ key, case_no: no }: PlannedCase) => (no === null ? key : 'base')

function CasesBeside({ plans }: { plans: readonly Compared[] }) {
  const { t, lang } = useWords()
  const rows = [...new Map(plans.flatMap(({ result }) => result.cases.map((one) => [rowOf(one), one] as const))).entries()]
  const beforeOf = (key: string) => {
    const { result, one } = plans.map((plan) => ({ result: plan.result, one: inPlan(plan, key) })).find((found) => found.one) ?? {}
    const before = result?.cases.find((each) => each.key === one?.parent)
    return before && before.parent !== null && result ? nameIn(result, before, lang) : undefined
  }
  const inPlan = ({ result }: Compared, key: string) => result.cases.find((one) => rowOf(one) === key)
  return (
    <PlainTable<(typeof rows)[number]>
      rowKey={([key]) => key}
      dataSource={rows}
      scroll={{ x: 760 }}
      columns={[
        {
          title: t('plan.case'),
          width: 220,
          render: (_, [key, one]) => (
            <>
              <strong>{officeIn(one.country, lang)}</strong> <span className="quiet">{key === 'base' ? t('plan.from') : one.way?.[lang]}</span>
              {beforeOf(key) && <div className="quiet">{beforeOf(key)}</div>}
            </>
          ),
        },
        ...plans.map((plan) => ({
          key: plan.record.sid,
          title: title(plan),
          children: [
            {
              key: 'day',
              title: t('plan.lastDay'),
              width: 120,
              render: (_: unknown, [key]: (typeof rows)[number]) => <LastDay one={inPlan(plan, key)} />,
            },
            {
              key: 'cost',
              title: t('plan.cost'),
              align: 'right' as const,
              render: (_: unknown, [key]: (typeof rows)[number]) => <Cost one={inPlan(plan, key)} priced={plan.result.priced} />,
            },
          ],
        })),
      ]}
    />
  )
}

function Cost({ one, priced }: { one: PlannedCase | undefined; priced: boolean }) {
  const { t, lang } = useWords()
  if (!priced) return <span className="quiet">{t('plan.hidden')}</span>
  return (
    <>
      <Amounts of={sumsOf(one?.fees ?? [])} />
      {one?.unpriced.map((words) => (
        <div key={words.en} className="plan-lacks">
          {words[lang]}
        </div>
      ))}
      <Doubts of={[...new Set(one?.fees.flatMap(({ doubts }) => doubts))]} />
    </>
  )
}

function LastDay({ one }: { one: PlannedCase | undefined }) {
  const { t } = useWords()
  return one ? <DayCell value={one.last_day ?? one.day} /> : <span className="quiet">{t('plan.notIn')}</span>
}

const WHOLE = 'whole'

function QuartersBeside({ plans }: { plans: readonly Compared[] }) {
  const { t } = useWords()
  const quarters = [...new Set(plans.flatMap(({ result }) => result.quarters.map(({ quarter }) => quarter)))].toSorted()
  return (
    <PlainTable<{ quarter: string }>
      rowKey="quarter"
      dataSource={[...quarters.map((quarter) => ({ quarter })), { quarter: WHOLE }]}
      scroll={{ x: 760 }}
      columns={[
        { title: t('plan.quarter'), width: 120, render: (_, { quarter }) => (quarter === WHOLE ? <strong>{t('plan.total')}</strong> : quarter) },
        ...plans.map((plan) => ({
          key: plan.record.sid,
          title: title(plan),
          align: 'right' as const,
          render: (_: unknown, { quarter }: { quarter: string }) => <Costs result={plan.result} quarter={quarter} />,
        })),
      ]}
    />
  )
}

function Costs({ result, quarter }: { result: PlanResult; quarter: string }) {
  const { t } = useWords()
  const { sums, quarters, whole, cases, priced } = result
  if (!priced) return <span className="quiet">{t('plan.hidden')}</span>
  const own = quarter === WHOLE ? cases.flatMap(({ fees }) => fees) : sums.filter((sum) => sum.quarter === quarter)
  const total = quarter === WHOLE ? whole : quarters.find((one) => one.quarter === quarter)?.total
  return (
    <div className="plan-beside">
      <Amounts of={sumsOf(own)} />
      {total && <Converted of={total} />}
      {quarter === WHOLE && <Unpriced of={result} />}
    </div>
  )
}
