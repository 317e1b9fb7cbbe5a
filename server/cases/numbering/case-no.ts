import { anyTable } from '../../database/pool.ts'
import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import type { CaseRole } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { CaseNumberFault, formatCaseNo, parsePattern, readCaseNo, sequenceScope, type CaseParts } from '../../../model/cases/numbering/case-number.ts'
import { takenValues } from '../../records/write/checks/taken.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { lockKey, type Context, type Draft, type RowValues } from '../../records/context.ts'
import { caseRulesOf, type CompanyRule } from './case-rule.ts'
import { drawNumbers, moveOn } from './sequence.ts'

type Numbered = { draft: Draft; rule: CompanyRule; parts: CaseParts }
/** A kind of case, and the codes of the fields in its number. */
type Way = { kind: CaseKind; model: Model; code: string; of: (row: RowValues, role: CaseRole) => string | null }

function wayOf({ tenant }: Context, kind: CaseKind): Way {
  const model = modelNamed(tenant.models, kind.name)
  const of = (row: RowValues, role: CaseRole) => {
    const value = row[fieldOfRole(model, role) ?? ''] ?? null
    return value === null ? null : String(value)
  }
  return { kind, model, code: caseNoOf(model), of }
}

/** The field that holds the case number. */
export const caseNoOf = (model: Model) => fieldOfRole(model, 'case_no') ?? 'case_no'

/** Draws missing numbers for a whole batch; a number entered by hand advances the sequence. */
export async function numberCases(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const way = wayOf(ctx, kind)
  const { code } = way
  const given = drafts.filter(({ row, changed }) => changed.has(code) && typeof row[code] === 'string')
  const missing = drafts.filter(({ row, before }) => !before && (row[code] ?? null) === null)
  if (given.length + missing.length === 0) return
  const rules = await caseRulesOf(ctx, kind.name, [...new Set([...given, ...missing].map(({ row }) => companyOf(row)))])
  await moveSequences(ctx, way, given, rules)
  const depts = await departmentCodes(
    ctx,
    way,
    missing.filter(({ row }) => rules.get(companyOf(row))?.pattern.includes('{DEPT}')),
  )
  const numbered = missing.flatMap((draft) => {
    const rule = rules.get(companyOf(draft.row))
    return rule ? [{ draft, rule, parts: partsOf(ctx, way, draft.row, rule, depts) }] : []
  })
  const taken = new Set(given.map(({ row }) => String(row[code])))
  const alone = await numberFamilies(ctx, way, numbered, taken)
  const groups = Map.groupBy(alone, ({ rule, parts }) => scopeAt(way, rule, parts.date))
  for (const [scope, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) await drawGroup(ctx, way, scope, group, taken)
}

/** A number is unique under a head office: returns, for each company, the companies that share its numbers. */
export const numberedTogether = (kind: string) => async (ctx: Context, companies: readonly (string | null)[]) => {
  const rules = await caseRulesOf(ctx, kind, companies)
  return new Map([...rules].map(([company, rule]) => [company, rule.companies]))
}

const companyOf = (row: RowValues) => (row.company_sid ? String(row.company_sid) : null)
const scopeAt = ({ kind }: Way, { owner, pattern, reset }: CompanyRule, date: string) =>
  `case_no ${kind.name} ${owner} ${sequenceScope(pattern, date, reset)}`

async function moveSequences(ctx: Context, way: Way, given: readonly Draft[], rules: ReadonlyMap<string | null, CompanyRule>) {
  const last = new Map<string, number>()
  for (const { row } of given) {
    const rule = rules.get(companyOf(row))
    const read = rule && readCaseNo(rule.pattern, String(row[way.code]))
    if (!rule || !read || String(read.seq).length > digitsOf(rule.pattern)) continue
    const scope = scopeAt(way, rule, dateIn(read.parts, ctx.today))
    last.set(scope, Math.max(read.seq, last.get(scope) ?? 0))
  }
  for (const [scope, seq] of [...last].sort(([a], [b]) => (a < b ? -1 : 1))) if (seq > 0) await moveOn(ctx, scope, seq)
}

const digitsOf = (pattern: string) => parsePattern(pattern).find((token) => token.kind === 'seq')?.digits ?? 0

function dateIn({ YYYY, YY, MM }: { YYYY?: string; YY?: string; MM?: string }, today: string) {
  return `${YYYY ?? (YY ? `20${YY}` : today.slice(0, 4))}-${MM ?? today.slice(5, 7)}-01`
}

function partsOf({ today }: Context, { kind, of }: Way, row: RowValues, rule: CompanyRule, depts: ReadonlyMap<string, string>): CaseParts {
  return {
    date: today,
    country: of(row, 'country') ?? '',
    type: kind.numbering?.letters?.[of(row, 'subtype') ?? ''] ?? '',
    dept: depts.get(of(row, 'department') ?? '') ?? '',
    class: kind.numbering?.classOf?.(row) ?? '',
    prefix: rule.prefix,
  }
}

async function departmentCodes({ db }: Context, { of }: Way, drafts: readonly Draft[]): Promise<Map<string, string>> {
  const sids = [...new Set(drafts.flatMap(({ row }) => of(row, 'department') ?? []))]
  if (sids.length === 0) return new Map()
  const rows = await db.selectFrom('department').select(['sid', 'code']).where('sid', 'in', sids).execute()
  return new Map(rows.map((row) => [row.sid, (row.code ?? '').replace(/[^A-Za-z0-9]/g, '')]))
}

/** A member of a family keeps the family's stem under its own country and type; returns those that cannot. */
async function numberFamilies(ctx: Context, way: Way, numbered: readonly Numbered[], taken: Set<string>): Promise<Numbered[]> {
  const { code, model, kind } = way
  const { family } = kind
  const families = family ? [...new Set(numbered.flatMap(({ draft }) => (draft.row[family] ? [String(draft.row[family])] : [])))].sort() : []
  if (!family || families.length === 0) return [...numbered]
  for (const sid of families) await lockKey(ctx, `family ${sid}`)
  const members = await anyTable(ctx.db)
    .selectFrom(model.name)
    .select([family, code])
    .where(family, 'in', families)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const byFamily = Map.groupBy(members, (row) => String(row[family]))
  const siblingsOf = ({ draft }: Numbered) => (byFamily.get(String(draft.row[family])) ?? []).map((row) => String(row[code]))
  const wanted = numbered.map((one) => ({ one, caseNo: stemmed(one, siblingsOf(one)) }))
  const asked = wanted.flatMap(({ caseNo }) => caseNo ?? [])
  for (const caseNo of await takenAmong(ctx, way, numbered, asked)) taken.add(caseNo)
  return wanted.flatMap(({ one, caseNo }) => {
    if (!caseNo || taken.has(caseNo)) return [one]
    taken.add(caseNo)
    setValue(one.draft, code, caseNo)
    return []
  })
}

function stemmed({ rule, parts }: Numbered, siblings: readonly string[]): string | undefined {
  for (const sibling of siblings) {
    const read = readCaseNo(rule.pattern, sibling)
    if (!read) continue
    const { DEPT: dept = parts.dept, PREFIX: prefix = parts.prefix } = read.parts
    return formatCaseNo(
      rule.pattern,
      { ...parts, ...(dept !== undefined && { dept }), ...(prefix !== undefined && { prefix }), date: dateIn(read.parts, parts.date) },
      read.seq,
    )
  }
  return undefined
}

/** Numbers in the table that were never drawn are skipped, in growing steps. */
async function drawGroup(ctx: Context, way: Way, scope: string, group: readonly Numbered[], taken: Set<string>) {
  let waiting = [...group]
  for (let step = 1; waiting.length > 0; step *= 2) {
    const count = waiting.length * step
    const first = (await drawNumbers(ctx, scope, count)) + count - waiting.length
    const printed = waiting.map((one, i) => ({ one, caseNo: print(ctx, way, one, first + i) }))
    const asked = printed.map(({ caseNo }) => caseNo)
    for (const caseNo of await takenAmong(ctx, way, group, asked)) taken.add(caseNo)
    waiting = printed.flatMap(({ one, caseNo }) => {
      if (taken.has(caseNo)) return [one]
      taken.add(caseNo)
      setValue(one.draft, way.code, caseNo)
      return []
    })
  }
}

function print(ctx: Context, { model, code }: Way, { draft, rule, parts }: Numbered, seq: number): string {
  try {
    return formatCaseNo(rule.pattern, parts, seq)
  } catch (error) {
    if (!(error instanceof CaseNumberFault)) throw error
    if (!draft.faults.some(({ field }) => field === code)) faultAt(ctx, model, draft, code, [error.zh, error.en])
    return `${draft.sid} ${seq}` // never stored: the draft has a fault
  }
}

function takenAmong(ctx: Context, { model, code }: Way, group: readonly Numbered[], caseNos: readonly string[]): Promise<string[]> {
  return takenValues(ctx, model, code, caseNos, [...new Set(group.flatMap(({ rule }) => rule.companies))])
}
