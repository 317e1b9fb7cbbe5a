import { inLanguage } from '../../model/fees/wording/explain.ts'
import { useSchema } from '../api/api.ts'
import type { CellProps } from '../fields/view.ts'
import type { ListOwn } from '../records/list/list-own.ts'
import { ModelList } from '../records/list/list.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { OfficeName, PayerSize, RightName } from './cells.tsx'
import { useKindOfLaw } from './kind-words.ts'
import { PriceAccount } from './prices/price-screen.tsx'
import { RuleAccount } from './rules/rule-screen.tsx'

const OFFICE = { office: OfficeName }
const RULES: ListOwn = { Preview: RuleAccount, cells: OFFICE }
const PRICES: ListOwn = { Preview: PriceAccount, cells: { ...OFFICE, right_type: RightName, entity: PayerSize }, beside: ['case_kind'] }
const DAYS: ListOwn = { cells: { ...OFFICE, name: NameOfDay } }
const DOCUMENT_TYPES: ListOwn = { cells: { ...OFFICE, transition: TransitionName }, beside: ['case_kind'] }

/** The rules of law; a preview describes one. */
export function RuleList() {
  const { data: schema } = useSchema('deadline_rule')
  return schema ? <ModelList schema={schema} own={RULES} /> : <PageSkeleton />
}

/** The official prices, in the same way. */
export function PriceList() {
  const { data: schema } = useSchema('fee_schedule')
  return schema ? <ModelList schema={schema} own={PRICES} /> : <PageSkeleton />
}

/** The days of every calendar, one per line. */
export function DayList() {
  const { data: schema } = useSchema('office_calendar')
  return schema ? <ModelList schema={schema} own={DAYS} /> : <PageSkeleton />
}

/** The kinds of official documents, each with the change of state that it causes. */
export function DocumentTypeList() {
  const { data: schema } = useSchema('document_type')
  return schema ? <ModelList schema={schema} own={DOCUMENT_TYPES} /> : <PageSkeleton />
}

/** The name of a closed day is in both languages, Chinese first. */
function NameOfDay({ value }: CellProps) {
  const { lang } = useWords()
  return <>{inLanguage(String(value ?? ''), lang)}</>
}

/** A change of state by its name, as the kind of case calls it. */
function TransitionName({ value, record }: CellProps) {
  const known = useKindOfLaw(record?.['case_kind'])?.states?.transitions.find(({ code }) => code === value)
  return known?.label ?? String(value ?? '')
}
