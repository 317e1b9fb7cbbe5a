import { exampleOfRule } from '../../../model/docketing/law/rule-actions.ts'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { Alert, Tag } from 'antd'
import { useState } from 'react'
import { todayIn } from '../../../model/kit/days/clock.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Worked } from '../../../model/docketing/rules/rule-trial.ts'
import { act } from '../../api/api.ts'
import { bearing } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { dayText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { Day } from '../inputs.tsx'
import { missingIn } from './rule-draft.ts'
import { useSettled } from '../../ui/settled.ts'

/** Tries the edited rule on a day: the date, and the reasons. */
export function RuleExample({ rule }: { rule: Rule }) {
  const { t } = useWords()
  const zone = useZone()
  const [date, setDate] = useState(() => todayIn(zone))
  const settled = useSettled(rule, 400)
  const isWhole = missingIn(settled).length === 0
  const asked = useQuery({
    queryKey: ['deadline_rule', 'example', settled, date, bearing.language],
    queryFn: () => act(exampleOfRule, { content: settled, date }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { faults: 'own' },
  })
  const what = rule.trigger.events?.length ? t('law.example.event') : t('law.example.field')
  return (
    <section className="group law-example" aria-label={t('law.example')}>
      <h2>{t('law.example')}</h2>
      <label className="law-inline">
        {what}
        <Day label={t('law.example.day')} value={date} onChange={(day) => day && setDate(day)} />
      </label>
      {!isWhole && <p className="quiet">{t('law.example.notYet')}</p>}
      {isWhole && asked.error && (
        <Alert type="error" showIcon title={t('law.example.fault')} description={asked.error instanceof ApiFault ? asked.error.message : ''} />
      )}
      {isWhole && !asked.error && asked.data && <Results deadlines={asked.data.deadlines} isGrace={Boolean(rule.grace_of)} />}
    </section>
  )
}

function Results({ deadlines, isGrace }: { deadlines: Worked[]; isGrace: boolean }) {
  const { t, lang, tag } = useWords()
  const day = (text: string) => <time dateTime={text}>{dayText(text, tag)}</time>
  if (deadlines.length === 0) return <p className="quiet">{t(isGrace ? 'law.example.grace' : 'law.example.none')}</p>
  return (
    <ol className="law-worked">
      {deadlines.map((one) => (
        <li key={one.key}>
          <p className="law-date">
            {one.official_due ? day(one.official_due) : t('law.example.noDate')} {one.provisional && <Tag>{t('law.example.provisional')}</Tag>}
          </p>
          {deadlines.length > 1 && <p>{(lang === 'en' && one.name_en) || one.name}</p>}
          <p className="quiet">
            {one.internal_due && one.internal_due !== one.official_due && (
              <span>
                {t('law.example.internal')} {day(one.internal_due)}{' '}
              </span>
            )}
            {one.window_from && (
              <span>
                {t('law.example.opens')} {day(one.window_from)}{' '}
              </span>
            )}
            {one.grace_end && (
              <span>
                {t('law.example.graceEnd')} {day(one.grace_end)}
              </span>
            )}
          </p>
          <details open={deadlines.length === 1}>
            <summary>{t('law.example.why')}</summary>
            <ul className="why">
              {one.why.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ol>
  )
}
