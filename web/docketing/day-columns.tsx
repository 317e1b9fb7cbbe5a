import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { deadlinesAsOf } from '../../model/docketing/as-of-actions.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { pageOf } from '../api/page-of.ts'
import { DayCell } from '../cases/worklist/cells.tsx'
import { optionLabel } from '../fields/option-label.ts'
import { useWords } from '../words/language.ts'

/** What the deadlines of a day are taken from. */
export const SAYS_OF_DAY = { PAST: 'day.past', TODAY: 'day.now', COMING: 'day.coming' } as const

export type Dated = AnswerOf<typeof deadlinesAsOf>['record'][number]

/** On a telephone: the case with the deadline and its state, and the date. */
export function useDeadlineColumns(schema: WireSchema | undefined, isNarrow: boolean): TableColumnType<Dated>[] {
  const { t, lang } = useWords()
  const status = schema?.fields.find(({ code }) => code === 'status')
  const stateOf = (row: Dated) => (status ? optionLabel(status, row.status) : row.status)
  const nameOf = (row: Dated) => (lang === 'en' && row.name_en) || row.name
  const link = (row: Dated) => <CaseLink sid={row.case_sid} text={row.case_no ?? '—'} />
  const due = {
    title: t('deadlines.official'),
    width: isNarrow ? 110 : 140,
    render: (_: unknown, row: Dated) => <DayCell value={row.extended_due ?? row.official_due} />,
  }
  if (isNarrow) return [{ title: t('deadlineList.case'), render: (_, row) => <Lines of={[link(row), nameOf(row), stateOf(row)]} /> }, due]
  return [
    { title: t('deadlineList.case'), width: 190, render: (_, row) => link(row) },
    { title: t('day.deadline'), render: (_, row) => nameOf(row) },
    due,
    { title: t('deadlines.internal'), width: 140, render: (_, row) => <DayCell value={row.internal_due} /> },
    { title: t('fees.grace'), width: 140, render: (_, row) => <DayCell value={row.grace_end} /> },
    { title: t('day.status'), width: 140, render: (_, row) => stateOf(row) },
  ]
}

export const Lines = ({ of }: { of: readonly ReactNode[] }) => (
  <span className="stack">
    {of.map((line, at) => (
      <span key={at}>{line}</span>
    ))}
  </span>
)

export const CaseLink = ({ sid, text }: { sid: unknown; text: string }) => <Link to={pageOf('case', `/${String(sid)}?tab=deadlines`)}>{text}</Link>
