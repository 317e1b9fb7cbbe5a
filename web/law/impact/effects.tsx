import { ArrowRightOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Broken, FeeShift, Impact, ImpactGroup, Shift } from '../../../model/docketing/rules/rule-trial.ts'
import { formatAmount } from '../../../model/kit/money/money.ts'
import { pageOf } from '../../api/page-of.ts'
import { Money } from '../../fields/money.tsx'
import { dayText } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { useKindName, useOfficeName } from '../office-names.ts'

function Day({ date }: { date: string | null }) {
  const { tag } = useWords()
  return date ? <time dateTime={date}>{dayText(date, tag)}</time> : <span className="none">—</span>
}

function Becomes() {
  const { t } = useWords()
  return <ArrowRightOutlined aria-label={t('moved.becomes')} />
}

function CaseHead({ of: { case_sid: of }, tab }: { of: Shift | FeeShift; tab: 'deadlines' | 'fees' }) {
  return (
    <th scope="row">
      <Link to={pageOf('case', `/${of.sid}?tab=${tab}`)} target="_blank">
        {of.name}
      </Link>
    </th>
  )
}

/** The open deadlines that would change, old to new; each opens its case. */
export function Shifts({
  impact: { open, looked, moved, added, deadlines },
}: {
  impact: Pick<Impact, 'open' | 'looked' | 'moved' | 'added' | 'deadlines'>
}) {
  const { t } = useWords()
  if (moved + added === 0) return null
  return (
    <section>
      <p className="quiet">
        {looked < open && `${t('law.impactPart', { looked })} `}
        {added > 0 && `${t('law.impactAdded', { added })} `}
        {deadlines.length < moved + added && `${t('law.impactFirst', { shown: deadlines.length })} `}
        {t('law.impactWhen')}
      </p>
      <div className="impact-rows">
        <table className="rows">
          <tbody>
            {deadlines.map((one) => (
              <Shifted
                key={`${one.case_sid.sid} ${one.key}`}
                of={one}
                tab="deadlines"
                from={one.what === 'ADDED' ? t('law.impactNew') : <Day date={one.from} />}
                to={
                  one.what !== 'CLOSED' && (
                    <b>
                      <Day date={one.to} />
                    </b>
                  )
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type ShiftedProps = { of: Shift | FeeShift; tab: 'deadlines' | 'fees'; from: ReactNode; to: ReactNode }

/** One deadline or fee under the law in force and under the draft; without `to`, it would be gone. */
function Shifted({ of, tab, from, to }: ShiftedProps) {
  const { t, lang } = useWords()
  return (
    <tr>
      <CaseHead of={of} tab={tab} />
      <td>{(lang === 'en' && of.name_en) || of.name}</td>
      <td className="number">{from}</td>
      <td>
        <Becomes />
      </td>
      <td className="number">{to || t('moved.gone')}</td>
    </tr>
  )
}

/** The unpaid fees that would change in amount or due date. */
export function FeeShifts({ fees, moved }: { fees: readonly FeeShift[]; moved: number }) {
  const { t } = useWords()
  if (moved === 0) return null
  return (
    <section>
      <h2>{t('law.impactFeesMoved', { moved })}</h2>
      {fees.length < moved && <p className="quiet">{t('law.impactFirst', { shown: fees.length })}</p>}
      <div className="impact-rows">
        <table className="rows">
          <tbody>
            {fees.map((one) => (
              <Shifted
                key={`${one.case_sid.sid} ${one.key}`}
                of={one}
                tab="fees"
                from={
                  <>
                    <Money amount={one.amount_from} currency={one.currency_from} /> <Day date={one.due_from} />
                  </>
                }
                to={
                  one.what !== 'CLOSED' &&
                  one.amount_to !== null && (
                    <>
                      <b>
                        <Money amount={one.amount_to} currency={one.currency_to ?? one.currency_from} />
                      </b>{' '}
                      <Day date={one.due_to} />
                    </>
                  )
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The changes at each office, for each kind of case. */
export function Groups({ groups }: { groups: readonly ImpactGroup[] }) {
  const { t } = useWords()
  const office = useOfficeName()
  const kind = useKindName()
  if (groups.length === 0) return null
  return (
    <section>
      <h2>{t('law.impactGroups')}</h2>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('law.impactOffice')}</th>
            <th scope="col">{t('law.impactKind')}</th>
            <th scope="col" className="number">
              {t('law.impactDeadlines')}
            </th>
            <th scope="col" className="number">
              {t('law.fees')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={`${group.country} ${group.case_kind}`}>
              <th scope="row">{office(group.country)}</th>
              <td>{kind(group.case_kind)}</td>
              <td className="number">{group.deadlines}</td>
              <td className="number">{group.fees}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The golden cases that would no longer hold, with the reason that is asked for. */
export function BrokenCases({ broken, children }: { broken: readonly Broken[]; children: ReactNode }) {
  const { t } = useWords()
  const result = useResultText()
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('law.golden.broken', { count: broken.length })}
      description={
        <>
          <ul>
            {broken.slice(0, 10).map((one) => (
              <li key={one.sid}>
                {one.number} {one.name}
                {t('colon')}
                {t('law.golden.instead', { expected: result(one.expected), actual: one.actual ? result(one.actual) : t('law.golden.nothing') })}
              </li>
            ))}
          </ul>
          {children}
        </>
      }
    />
  )
}

/** A date or an amount with its currency, as people write them. */
export function useResultText() {
  const { tag } = useWords()
  return (text: string) => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dayText(text, tag)
    const [currency = '', amount = ''] = text.split(' ')
    return `${currency} ${formatAmount(amount, currency)}`
  }
}
