import { Skeleton } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { useRecord } from '../api/api.ts'
import { DaysLeft } from '../cases/dates/days-left.tsx'
import { nameOf } from '../cases/dates/next-due.tsx'
import { WholeLife } from '../cases/charts/whole-life.tsx'
import { Digits, Money } from '../fields/money.tsx'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { pageOf } from '../api/page-of.ts'
import { StateTag } from '../records/detail/state-tag.tsx'
import { Transitions } from '../records/detail/transitions.tsx'
import { useWords } from '../words/language.ts'
import { Tabs } from '../ui/page/tabs.tsx'

/** One fee: the steps to its amount, and the annuities of its case over the whole term. */
export function FeeDrawer({ sid, schema }: { sid: string; schema: WireSchema }) {
  const { t, lang } = useWords()
  const { data: record } = useRecord('fee', sid, { meta: { faults: 'own' } })
  if (!record) return <Skeleton active paragraph={{ rows: 8 }} />
  const found = record['case_sid']
  const lines = Array.isArray(record['why']) ? record['why'].map(String) : []
  const due = String(record['due_date'] ?? '')
  const isOpen = !schema.states?.closed.includes(String(record['status']))
  return (
    <div className="deadline-drawer">
      {isRef(found) && <Link to={pageOf('case', `/${found.sid}?tab=fees`)}>{found.name}</Link>}
      <header className="why-head">
        <h2>{nameOf(record, lang)}</h2>
        <StateTag schema={schema} state={record['status']} />
        {isOpen && due && <DaysLeft date={due} />}
      </header>
      <Amounts record={record} />
      <div className="why-acts">
        <Transitions schema={schema} record={record} />
      </div>
      <Tabs
        items={[
          {
            key: 'why',
            label: t('annuity.why'),
            children: (
              <ul className="why">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ),
          },
          ...(isRef(found) ? [{ key: 'life', label: t('annuity.life'), children: <LifeOfCase sid={found.sid} /> }] : []),
        ]}
      />
    </div>
  )
}

function Amounts({ record }: { record: Rec }) {
  const { t, tag } = useWords()
  const { currency } = record
  const day = (value: unknown) => (typeof value === 'string' ? dayText(value, tag) : '—')
  return (
    <dl className="sums">
      <dt>{t('fees.full')}</dt>
      <dd className="number">
        <Digits amount={record['amount_full']} currency={currency} />
      </dd>
      <dt>{t('fees.reduction')}</dt>
      <dd className="number">{Number(record['reduction_pct'] ?? 0)} %</dd>
      <dt>{t('fees.amount')}</dt>
      <dd>
        <b>
          <Money amount={record['amount']} currency={currency} />
        </b>
      </dd>
      <dt>{t('fees.surcharge')}</dt>
      <dd className="number">
        <Digits amount={record['surcharge'] ?? '0'} currency={currency} />
      </dd>
      <dt>{t('fees.dueDate')}</dt>
      <dd>{day(record['due_date'])}</dd>
      <dt>{t('fees.grace')}</dt>
      <dd>{day(record['grace_end'])}</dd>
    </dl>
  )
}

function LifeOfCase({ sid }: { sid: string }) {
  const { data: head } = useRecord('case', sid)
  return head ? <WholeLife kind={String(head['kind'])} sid={sid} /> : <Skeleton active paragraph={{ rows: 8 }} />
}
