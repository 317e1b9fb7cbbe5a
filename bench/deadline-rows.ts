import type { Chance } from './chance.ts'
import type { Row } from './rows.ts'

const LAST_DAY = '2029-12-31'
const TODAY = '2026-11-22'

/** Three deadlines of one case, with the kinds, states and width of docketing: an act, an annuity, and the term or a monitored act. */
export function deadlineRows(chance: Chance, patent: Row): Row[] {
  const filing = String(patent.filing_date)
  const common = {
    version: 1,
    case_sid: patent.sid,
    owner_sid: patent.owner_sid,
    company_sid: patent.company_sid,
    rule_version: 1,
    trigger: 'filing_date',
    basis_date: filing,
    extended_times: 0,
    manual: false,
    handled: false,
    suspended: false,
    needs_date: false,
    certainty: chance.likely(0.9) ? 'SURE' : 'CHECK',
    valid: true,
    created_at: patent.created_at,
    updated_at: patent.updated_at,
    deleted_at: patent.deleted_at,
  }
  return [act(chance), annuity(chance, patent), chance.likely(0.5) ? term(filing) : monitored(chance)].map((row) => ({
    ...common,
    ...row,
    sid: chance.uuid(),
    raw_due: row.official_due,
    internal_due: daysBefore(row.official_due, 14),
    final_due: row.grace_end ?? row.official_due,
    live_until: row.grace_end ?? row.official_due,
    explanation: explanation(row, filing),
  }))
}

type Due = {
  rule_id: string
  key: string
  kind: string
  name: string
  name_en: string
  period: string
  status: string
  official_due: string
} & Record<string, string | number>

function act(chance: Chance): Due {
  const status = chance.of(['DONE', 'DONE', 'DONE', 'DONE', 'DONE', 'DONE', 'DONE', 'MISSED', 'MISSED', 'OPEN'])
  const official_due = status === 'OPEN' ? chance.day('2026-10-25', '2028-06-30') : chance.day('2006-01-01', TODAY)
  const due = {
    rule_id: 'CNP15',
    key: 'CNP15',
    kind: 'ACTION',
    name: '请求实质审查',
    name_en: 'Examination request',
    period: '3y',
    status,
    official_due,
  }
  return status === 'DONE' ? { ...due, done_by: 'FIELD', done_date: daysBefore(official_due, 30) } : due
}

function annuity(chance: Chance, patent: Row): Due {
  const isNext = typeof patent.next_annuity_due === 'string'
  const year = Number(patent.next_annuity_year ?? 1 + chance.below(19))
  const official_due = isNext ? String(patent.next_annuity_due) : chance.day('2022-01-01', TODAY)
  return {
    rule_id: 'CNP38',
    key: `CNP38:${year}`,
    kind: 'ANNUITY',
    name: `第${year}年年费`,
    name_en: `Annual fee, year ${year}`,
    period: `${year - 1}y`,
    status: isNext ? 'OPEN' : 'PRESUMED',
    official_due,
    annuity_year: year,
    grace_end: daysBefore(official_due, -183),
    if_missed: '专利权自应缴年费期满之日终止',
    if_missed_en: 'The right ends as of the due date',
  }
}

function term(filing: string): Due {
  const official_due = `${Number(filing.slice(0, 4)) + 20}${filing.slice(4).replace('02-29', '02-28')}`
  return {
    rule_id: 'CNP71',
    key: 'CNP71',
    kind: 'TERM',
    name: '专利权届满',
    name_en: 'Expiry of the patent',
    period: '20y',
    status: official_due < TODAY ? 'DONE' : 'OPEN',
    official_due,
    if_missed: '专利权终止',
    if_missed_en: 'The right ends',
  }
}

function monitored(chance: Chance): Due {
  const status = chance.of(['DONE', 'DONE', 'DONE', 'OPEN'])
  const official_due = status === 'OPEN' ? chance.day('2024-01-01', LAST_DAY) : chance.day('2006-01-01', TODAY)
  const [name, name_en] = ['专利申请公布（监控）', 'Publication of the application (monitor)']
  return { rule_id: 'CNP16', key: 'CNP16', kind: 'MONITOR', name, name_en, period: '18m', status, official_due }
}

const DAY = 86_400_000
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10)

/** In the format and about the length that docketing writes. */
function explanation({ rule_id, period, official_due }: Due, filing: string): string {
  return JSON.stringify({
    raw: official_due,
    lead: { date: daysBefore(official_due, 14), text: '14d', provisional: false },
    rule: { id: rule_id, version: 1 },
    office: 'CN',
    trigger: { date: filing, field: 'filing_date' },
    candidates: [{ date: official_due, from: 'trigger', wins: true, basis: filing, steps: [{ date: official_due, step: period }] }],
    not_rolled: true,
    provisional: false,
  })
}
