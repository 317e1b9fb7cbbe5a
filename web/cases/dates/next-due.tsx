import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { useSchema, useSearch } from '../../api/api.ts'
import { groupDigits } from '../../fields/decimals.ts'
import { dayText } from '../../fields/moments.ts'
import { pageOf } from '../../api/page-of.ts'
import { allows } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { DaysLeft } from './days-left.tsx'

const OWN = { meta: { faults: 'own' } } as const
const DEADLINE_FIELDS = ['sid', 'name', 'name_en', 'official_due', 'internal_due', 'status', 'certainty']
const FEE_FIELDS = ['sid', 'name', 'name_en', 'due_date', 'currency', 'amount', 'surcharge', 'status', 'decision']

/** Whether this person sees records of a model at all; undefined while loading. */
export function useSees(model: string): boolean | undefined {
  const schema = useSchema(model).data
  return schema && allows(schema, 'search')
}

/** The next deadline and the next fee of a case. Each links to its tab. */
export function NextDue({ sid }: { sid: string }) {
  const { t, lang, tag } = useWords()
  const [sees, seesFees] = [useSees('deadline'), useSees('fee')]
  const deadlines = useSearch(
    'deadline',
    {
      fl: DEADLINE_FIELDS,
      iql: `case_sid = '${sid}' AND status IN ('OPEN', 'MISSED') AND kind != 'MONITOR' AND official_due IS NOT EMPTY ORDER BY official_due ASC`,
      rows: 1,
    },
    { ...OWN, enabled: sees === true },
  )
  const fees = useSearch(
    'fee',
    {
      fl: FEE_FIELDS,
      iql: `case_sid = '${sid}' AND status IN ('PLANNED', 'TO_PAY', 'PAYING', 'OVERDUE', 'UNDERPAID') ORDER BY due_date ASC`,
      rows: 1,
    },
    { ...OWN, enabled: seesFees === true },
  )
  const [deadline] = deadlines.data?.record ?? []
  const [fee] = fees.data?.record ?? []
  return (
    <div className="next-due">
      <Due
        label={t('due.nextDeadline')}
        to={pageOf('patent', `/${sid}?tab=deadlines`)}
        isPending={deadlines.isPending}
        isDenied={sees === false || deadlines.isError}
      >
        {deadline && (
          <>
            <b>{nameOf(deadline, lang)}</b>
            <time dateTime={String(deadline['official_due'])}>{dayText(String(deadline['official_due']), tag)}</time>
            <DaysLeft date={String(deadline['official_due'])} />
          </>
        )}
      </Due>
      <Due
        label={t('due.nextFee')}
        to={pageOf('patent', `/${sid}?tab=fees`)}
        isPending={fees.isPending}
        isDenied={seesFees === false || fees.isError}
      >
        {fee && (
          <>
            <b>{nameOf(fee, lang)}</b>
            <span className="number">
              <span className="currency">{String(fee['currency'])}</span> {groupDigits(String(fee['amount'] ?? '—'))}
              {Number(fee['surcharge']) > 0 && ` + ${groupDigits(String(fee['surcharge']))}`}
            </span>
            <time dateTime={String(fee['due_date'])}>{dayText(String(fee['due_date']), tag)}</time>
            <DaysLeft date={String(fee['due_date'])} />
          </>
        )}
      </Due>
    </div>
  )
}

export const nameOf = (record: Rec, lang: 'zh' | 'en') => String((lang === 'en' && record['name_en']) || record['name'] || '')

type DueProps = { label: string; to: string; isPending: boolean; isDenied: boolean; children: ReactNode }

function Due({ label, to, isPending, isDenied, children }: DueProps) {
  const { t } = useWords()
  if (isDenied) return null
  return (
    <div className="next-due-one">
      <span className="quiet">{label}</span>
      {isPending ? (
        <Skeleton.Input active size="small" />
      ) : children ? (
        <Link to={to} className="next-due-what">
          {children}
        </Link>
      ) : (
        <span className="quiet">{t('due.none')}</span>
      )}
    </div>
  )
}
