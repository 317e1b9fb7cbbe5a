import type { Words } from '../../kit/fields.ts'
import { MAX_REMARK, PATENT_COLUMNS, TRADEMARK_COLUMNS } from './columns.ts'
import { ENDING } from './states.ts'
import { byCode, databaseOf, type Matter, type PhpipRows } from './tables.ts'

export type DumpSheet = { name: string; rows: string[][] }

/** The categories of which an import takes the matters; the sheet is called as the kind of case is. */
const SHEETS = [
  { name: 'Patent', categories: ['PAT', 'UM', 'UC', 'DSG'], columns: PATENT_COLUMNS },
  { name: 'Trademark', categories: ['TM'], columns: TRADEMARK_COLUMNS },
] as const

/** The tables that an import reads, and the omitted parts of the database in words. */
export function sheetsOf(rows: PhpipRows): { sheets: DumpSheet[]; notes: Words[] } {
  const database = databaseOf(rows)
  const sheets = SHEETS.flatMap(({ name, categories, columns }): DumpSheet[] => {
    const matters = rows.matter.filter(({ category_code }) => categories.some((one) => one === category_code))
    const body = inFamilies(matters).map((matter) => columns.map(([, cell]) => cell(matter, database)))
    return body.length > 0 ? [{ name, rows: [columns.map(([heading]) => heading), ...body] }] : []
  })
  return { sheets, notes: notesOn(rows) }
}

/** The members of a family beside each other, the first of them first. */
const inFamilies = (matters: readonly Matter[]) =>
  matters.toSorted((one, other) => byCode(one.caseref, other.caseref) || Number(one.id) - Number(other.id))

const EVENTS = new Set(['FIL', 'PUB', 'GRT', 'REG', 'PRI', 'ENT', ...ENDING])
const ROLES = new Set(['APP', 'OWN', 'INV', 'AGT', 'CLI'])
const CLASSIFIERS = new Set(['TIT', 'TITOF', 'TITAL', 'TITEN', 'TM', 'TMCL'])

function notesOn(rows: PhpipRows): Words[] {
  const taken = new Set<unknown>(SHEETS.flatMap(({ categories }) => [...categories]))
  const matters = new Set(rows.matter.filter(({ category_code }) => taken.has(category_code)).map(({ id }) => id))
  const ofTaken = <Row extends { matter_id: string | null }>(list: readonly Row[]) => list.filter(({ matter_id }) => matters.has(matter_id))
  const events = new Set(ofTaken(rows.event).map(({ id }) => id))
  const tasks = rows.task.filter(({ trigger_id, code, done }) => events.has(trigger_id) && !(done === '1' && (code === 'REN' || code === 'REQ')))
  const [done, open] = [tasks.filter((task) => task.done === '1'), tasks.filter((task) => task.done !== '1')]
  const cut = rows.matter.filter(({ id, notes }) => matters.has(id) && (notes ?? '').length > MAX_REMARK).length
  return [
    counted(['案件类别', 'matters of the categories'], rows.matter.map(({ category_code }) => category_code).filter((code) => !taken.has(code))),
    counted(['事件', 'events'], ofTaken(rows.event).map(({ code }) => code).filter((code) => !EVENTS.has(String(code)))),
    counted(['人员角色', 'people in the roles'], ofTaken(rows.matter_actor_lnk).map(({ role }) => role).filter((role) => !ROLES.has(String(role)))),
    counted(['分类项', 'classifiers'], ofTaken(rows.classifier).map(({ type_code }) => type_code).filter((code) => !CLASSIFIERS.has(String(code)))),
    counted(['已完成的任务', 'tasks that are done'], done.map(({ code }) => code)),
    counted(['未完成的任务（期限按本系统规则另行计算）', 'open tasks, whose deadlines are calculated anew'], open.map(({ code }) => code)),
    cut > 0 ? [[`${cut} 条备注超过 ${MAX_REMARK} 字，只导入开头`, `Of ${cut} remarks longer than ${MAX_REMARK} characters only the beginning is imported`] as const] : [],
  ].flat() // oxfmt-ignore
}

/** `OPI 3、FTO 1`, the most frequent first. */
function counted([zh, en]: Words, codes: readonly (string | null)[]): Words[] {
  const counts = [...Map.groupBy(codes, (code) => code ?? '?')].map(([code, list]) => [code, list.length] as const)
  const sorted = counts.toSorted(([, one], [, other]) => other - one).slice(0, 30)
  if (sorted.length === 0) return []
  const listed = (between: string) => sorted.map(([code, count]) => `${code} ${count}`).join(between)
  return [[`${zh}：${listed('、')}`, `${en[0]?.toUpperCase()}${en.slice(1)}: ${listed(', ')}`]]
}
