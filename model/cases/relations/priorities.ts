export type Priority = { seq: number; priority_no: string; priority_date: string; priority_country: string; restored?: boolean }

export type PriorityNotice = { level: 'block' | 'warning'; code: string; zh: string; en: string; seq: number }

export type Filing = {
  filing_date?: string | null
  /** The period of priority; one of six months cannot be restored. */
  months: 6 | 12
  /** An international application keeps a claim of the last two of 14 months, restored or not, and its time limits run from it (PCT Rule 26bis.2(c)(iii)). */
  keepsLate?: boolean
  /** Rolls a last day that is not a working day; without it the unrolled day counts. */
  roll?: (date: string) => string
}

export const RESTORATION_MONTHS = 2

/** Returns every fault of every claim together. */
export function checkPriorities(priorities: readonly Priority[], filing: Filing): PriorityNotice[] {
  return priorities.flatMap((one) => [...checkTwin(one, priorities), ...checkOne(one, filing)])
}

/** The filing date when no priority is claimed. */
export function earliestPriorityDate(priorities: readonly { priority_date: string }[], filingDate?: string | null): string | undefined {
  return priorities.map((one) => one.priority_date).sort()[0] ?? filingDate ?? undefined
}

export function exceedsPriorityPeriod(from: string, filed: string, months: number, roll = asIs): boolean {
  return filed > roll(`${Temporal.PlainDate.from(from).add({ months })}`)
}

const asIs = (date: string) => date
const block = (seq: number, code: string, zh: string, en: string): PriorityNotice => ({
  level: 'block',
  code,
  zh: `第 ${seq} 项优先权：${zh}`,
  en: `Priority ${seq}: ${en}`,
  seq,
})

function checkOne(
  { seq, priority_date: from, restored }: Priority,
  { filing_date: filed, months, keepsLate, roll = asIs }: Filing,
): PriorityNotice[] {
  if (!filed) return []
  if (from >= filed)
    return [block(seq, 'not_before', `在先申请日 ${from} 必须早于申请日 ${filed}`, `its date ${from} must precede the filing date ${filed}`)]
  if (!exceedsPriorityPeriod(from, filed, months, roll)) return []
  const isRestorable = !exceedsPriorityPeriod(from, filed, months + RESTORATION_MONTHS, roll)
  if (keepsLate && isRestorable) return []
  if (!restored) {
    const zh = `申请日 ${filed} 超过在先申请日 ${from} 起 ${months} 个月，且未恢复优先权`
    return [block(seq, 'too_late', zh, `filed ${filed}, more than ${months} months after ${from}, and not restored`)]
  }
  if (months === 6) return [block(seq, 'not_restorable', '外观设计和商标的优先权不能恢复', 'priority of a design or trademark cannot be restored')]
  if (isRestorable) return []
  return [
    block(
      seq,
      'too_late_to_restore',
      `超过可恢复的期限（${months}+${RESTORATION_MONTHS} 个月）`,
      `is later than the period for restoration (${months}+${RESTORATION_MONTHS} months)`,
    ),
  ]
}

/** Two of which only the day is known are one if the day is the same. */
const isDuplicate = (one: Priority, other: Priority) =>
  other.priority_no === one.priority_no &&
  other.priority_country === one.priority_country &&
  (one.priority_no !== '' || other.priority_date === one.priority_date)

function checkTwin(one: Priority, all: readonly Priority[]): PriorityNotice[] {
  const first = all.find((other) => isDuplicate(one, other))
  return first === one || !first ? [] : [block(one.seq, 'duplicate', `与第 ${first.seq} 项重复`, `is the same as priority ${first.seq}`)]
}
