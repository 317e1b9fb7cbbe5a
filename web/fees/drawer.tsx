import { Skeleton } from 'antd'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire.ts'
import { useRecord } from '../api/api.ts'
import { DaysLeft } from '../cases/dates/days-left.tsx'
import { nameOf } from '../cases/dates/next-due.tsx'
import { WholeLife } from '../cases/charts/whole-life.tsx'
import { groupDigits } from '../fields/decimals.ts'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { pageOf } from '../api/page-of.ts'
import { StateTag } from '../records/detail/state-tag.tsx'
import { Transitions } from '../records/detail/transitions.tsx'
import { useWords } from '../words/language.ts'
import { Tabs } from '../ui/tabs.tsx'

/** One fee: the steps to its amount, and the annuities of its case over the whole term. */
export function FeeDrawer({ sid, schema }: { sid: string; schema: WireSchema }) {
  const { t, lang, tag } = useWords()
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
      <dl className="sums">
        <dt>{t('fees.full')}</dt>
        <dd className="number">{groupDigits(String(record['amount_full'] ?? '—'))}</dd>
        <dt>{t('fees.reduction')}</dt>
        <dd className="number">{Number(record['reduction_pct'] ?? 0)} %</dd>
        <dt>{t('fees.amount')}</dt>
        <dd className="number">
          <span className="currency">{String(record['currency'])}</span> <b>{groupDigits(String(record['amount'] ?? '—'))}</b>
        </dd>
        <dt>{t('fees.surcharge')}</dt>
        <dd className="number">{groupDigits(String(record['surcharge'] ?? '0'))}</dd>
        <dt>{t('fees.dueDate')}</dt>
        <dd>{due ? dayText(due, tag) : '—'}</dd>
        <dt>{t('fees.grace')}</dt>
        <dd>{typeof record['grace_end'] === 'string' ? dayText(record['grace_end'], tag) : '—'}</dd>
      </dl>
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

function LifeOfCase({ sid }: { sid: string }) {
  const { data: head } = useRecord('case', sid)
  return head ? <WholeLife kind={String(head['kind'])} sid={sid} /> : <Skeleton active paragraph={{ rows: 8 }} />
}
