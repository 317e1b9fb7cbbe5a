import { WarningOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import type { Rec } from '../../api/api.ts'
import { dayText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { daysFromNow } from './days.ts'
import { dueDayOf } from './due-day.ts'
import { useDocumentNames } from './official-document-names.ts'
import { shortWhy } from './short-why.ts'

/** The data for one-line reasons of these deadlines; they need their `explanation`. */
export function useShortWhy(records: readonly Rec[]) {
  const { t, lang, tag } = useWords()
  const names = useDocumentNames(records)
  const words = { named: t('why.inNotice'), rolled: t('why.nextWorkingDay'), byHand: t('why.byHand') }
  return (record: Rec) => shortWhy(record, { lang, names, day: (iso) => dayText(iso, tag), ...words })
}

/** The reason of the date; below, extensions and uncertainty, or else the consequence of missing it. */
export function Reason({ text, record }: { text: string; record: Rec }) {
  const { t, tag, lang } = useWords()
  const zone = useZone()
  const [due, grace] = [dueDayOf(record), record['grace_end']]
  const isInGrace = due !== null && typeof grace === 'string' && daysFromNow(due, zone) < 0 && daysFromNow(grace, zone) >= 0
  const missed = String((lang === 'en' && record['if_missed_en']) || record['if_missed'] || '')
  const hasDoubts = isInGrace || record['certainty'] === 'CHECK' || record['provisional'] === true
  return (
    <span className="two-lines" title={[text, missed && `${t('why.missed')} ${missed}`].filter(Boolean).join('\n')}>
      <span>{text}</span>
      {hasDoubts ? (
        <span className="doubts">
          {isInGrace && (
            <span className="due-soon">
              {t('fees.grace')} {dayText(grace, tag)}
            </span>
          )}
          {record['certainty'] === 'CHECK' && (
            <Tooltip title={t('deadlines.checkHint')}>
              <span className="due-soon">
                <WarningOutlined aria-hidden /> {t('deadlines.check')}
              </span>
            </Tooltip>
          )}
          {record['provisional'] === true && (
            <Tooltip title={t('deadlines.provisionalHint')}>
              <span className="quiet">{t('deadlines.provisional')}</span>
            </Tooltip>
          )}
        </span>
      ) : (
        missed && (
          <span className="quiet">
            {t('why.missed')} {missed}
          </span>
        )
      )}
    </span>
  )
}
