import type { Words } from '../../model/kit/fields.ts'
import { DEADLINE_STATUS, deadline } from '../../model/docketing/deadline.ts'
import { readingOf } from '../../model/import/row.ts'
import { textOf } from '../../model/import/values/cell.ts'
import { readValue } from '../../model/import/values/read-value.ts'
import { DOCKET_EXTRAS } from '../../model/reconciliation/docket-profile.ts'
import { isSameWork } from '../../model/reconciliation/same-deadline.ts'
import type { Plan } from '../import/table.ts'
import type { Context } from '../records/context.ts'
import { visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import type { Comparing, Met } from './compare-cases.ts'
import type { Line, NamedDeadline } from './line.ts'

/** A deadline of a case that a row of the list names. */
type Listed = { case_sid: string; about: string; row_no: number; name: string; due: string }
type Own = { sid: string; case_sid: string; name: string; name_en: string | null; due: string; status: keyof typeof DEADLINE_STATUS; kind: string }

/** The deadlines of rows that mean no case of ours. */
export type Apart = ReadonlyMap<Met, NamedDeadline>

const TOGETHER = 200

/** The deadlines that the list names, beside ours: the same day, another day, one that we lack, and one of ours that they should have named. */
export async function compareDeadlines(ctx: Context, { plan }: Comparing, met: readonly Met[]): Promise<{ lines: Line[]; apart: Apart }> {
  const { listed, lines, apart } = listedIn(plan, met)
  if (!plan.columns.some(({ field }) => field === 'docket_due')) return { lines, apart }
  const byCase = Map.groupBy(listed, ({ case_sid }) => case_sid)
  const about = new Map(met.flatMap((one): [string, string][] => (one.sid ? [[one.sid, one.about]] : [])))
  const sids = [...about.keys()]
  for (let at = 0; at < sids.length; at += TOGETHER) {
    const some = sids.slice(at, at + TOGETHER)
    const own = Map.groupBy(await ownDeadlines(ctx, some), ({ case_sid }) => case_sid)
    for (const sid of some) lines.push(...compareOne(byCase.get(sid) ?? [], own.get(sid) ?? [], about.get(sid) ?? ''))
  }
  return { lines, apart }
}

function listedIn(plan: Plan, met: readonly Met[]): { listed: Listed[]; lines: Line[]; apart: Apart } {
  const column = (code: keyof typeof DOCKET_EXTRAS) => plan.columns.findIndex(({ field }) => field === code)
  const [nameAt, dueAt] = [column('docket_name'), column('docket_due')]
  const { source, orders, date1904 = false } = plan
  const reading = readingOf({ source, orders: new Map(orders), date1904, today: '', file: '', row: 0 }, 'docket_due')
  const heading = plan.columns[dueAt]?.heading ?? ''
  const [listed, lines]: [Listed[], Line[]] = [[], []]
  const apart = new Map<Met, NamedDeadline>()
  if (dueAt < 0) return { listed, lines, apart }
  for (const one of met) {
    const { item, sid, about } = one
    const read = readValue(deadline.fields.official_due, item.row.cells[dueAt] ?? null, reading)
    if (!read) continue
    if ('fault' in read) {
      const theirs = textOf(item.row.cells[dueAt] ?? null)
      lines.push({ result: 'UNCLEAR', row_no: item.row.at, about, case_sid: sid ?? null, label: DOCKET_EXTRAS.docket_due, theirs, says: read.fault })
    } else {
      const name = nameAt < 0 ? heading : textOf(item.row.cells[nameAt] ?? null) || heading
      const due = String(read.value)
      if (sid) listed.push({ case_sid: sid, about, row_no: item.row.at, name, due })
      else apart.set(one, { name, due })
    }
  }
  const once = new Map(listed.map((one) => [[one.case_sid, one.name, one.due].join(' '), one]))
  return { listed: [...once.values()], lines, apart }
}

async function ownDeadlines(ctx: Context, cases: readonly string[]): Promise<Own[]> {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const where = visible(ctx, model, { kind: 'in', path: ['case_sid'], at: 1, negated: false, values: cases.map((value) => ({ kind: 'text', value, at: 1 })) }) // oxfmt-ignore
  const codes = ['sid', 'case_sid', 'name', 'name_en', 'official_due', 'extended_due', 'status', 'kind']
  const rows = await readPage(ctx, model, codes, { ...(where && { where }), order: [] }, { start: 0, rows: MAX_DEADLINES }, true)
  const dated = rows.flatMap((row) => {
    const due = row.extended_due ?? row.official_due
    return typeof due === 'string' && row.status !== 'CANCELLED' ? [{ ...row, due }] : []
  })
  return dated as unknown as Own[] // the columns just read
}

/** Of two hundred cases, more than any has deadlines. */
const MAX_DEADLINES = 100_000

const isOpen = ({ status }: Own) => status === 'OPEN' || status === 'MISSED'

function compareOne(listed: readonly Listed[], own: readonly Own[], about: string): Line[] {
  const taken = new Set<string>()
  const sameDay = listed.map((one) => {
    const met = own.filter(({ due }) => due === one.due)
    const found = met.find((each) => isSameWork(one.name, [each.name, each.name_en])) ?? met.find(isOpen) ?? met[0]
    if (found) taken.add(found.sid)
    return found
  })
  const lines = listed.flatMap((one, at): Line[] => {
    const same = sameDay[at]
    if (same && isOpen(same)) return []
    const found = same ?? otherDay(one, own.filter(({ sid }) => !taken.has(sid)), listed.length) // oxfmt-ignore
    if (found) taken.add(found.sid)
    return [differing(one, found)]
  })
  const last = listed.map(({ due }) => due).toSorted().at(-1) // oxfmt-ignore
  const waiting = own.filter((one) => one.status === 'OPEN' && one.kind === 'ACTION' && !taken.has(one.sid)).toSorted((a, b) => (a.due < b.due ? -1 : 1)) // oxfmt-ignore
  // A list may name only the next deadline: it should also have named those due no later.
  const unnamed = last ? waiting.filter(({ due }) => due <= last) : waiting.slice(0, 1)
  return [...lines, ...unnamed.map((one) => unlisted(one, about))]
}

/** The same work on another day; if the name is unclear, the only open deadline */
function otherDay({ name }: Listed, own: readonly Own[], rows: number): Own | undefined {
  const open = own.filter(isOpen)
  const alike = open.filter((one) => isSameWork(name, [one.name, one.name_en]))
  if (alike.length > 0) return alike.toSorted((a, b) => (a.due < b.due ? -1 : 1))[0]
  const actions = open.filter(({ kind }) => kind === 'ACTION')
  return rows === 1 && actions.length === 1 ? actions[0] : undefined
}

const words = (name: string, name_en: string | null): Words => [`期限：${name}`, `Deadline: ${name_en ?? name}`]

const MISSING: Words = ['本方没有这一天的期限', 'we have no such deadline']
const CLOSED = (status: keyof typeof DEADLINE_STATUS): Words => [
  `本方该期限${DEADLINE_STATUS[status][0]}`,
  `with us this deadline is ${DEADLINE_STATUS[status][1].toLowerCase()}`,
]

function differing(one: Listed, own: Own | undefined): Line {
  const { case_sid, about, row_no, name, due } = one
  return {
    ...{ result: 'DIFFERENT', case_sid, about, row_no, due, field: 'deadline', theirs: `${due} ${name}` },
    label: own ? words(own.name, own.name_en) : words(name, name),
    ours: own ? `${own.due} ${own.name}` : null,
    ours_en: own ? `${own.due} ${own.name_en ?? own.name}` : null,
    deadline_sid: own?.sid ?? null,
    ...(own && { read: { own: own.due } }),
    ...(!own ? { says: MISSING } : isOpen(own) ? {} : { says: CLOSED(own.status) }),
  }
}

const unlisted = ({ sid, case_sid, name, name_en, due }: Own, about: string): Line => ({
  ...{ result: 'NOT_THEIRS', case_sid, about, field: 'deadline', deadline_sid: sid },
  label: words(name, name_en),
  ours: `${due} ${name}`,
  ours_en: `${due} ${name_en ?? name}`,
})
