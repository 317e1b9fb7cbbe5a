import { anyTable } from '../../database/pool.ts'
import type { Model } from '../../../model/kit/model.ts'
import {
  CaseNumberFault,
  formatCaseNo,
  parsePattern,
  readCaseNo,
  sequenceScope,
  TYPE_LETTERS,
  type CaseParts,
} from '../../../model/cases/numbering/case-number.ts'
import type { Draft, RowValues } from '../../records/hooks.ts'
import { takenValues } from '../../records/write/taken.ts'
import { faultAt, setValue } from '../../records/write/validate.ts'
import { lockKey, type Context } from '../../records/context.ts'
import { caseRulesOf, type CompanyRule } from './case-rule.ts'
import { drawNumbers, moveOn } from './sequence.ts'

type Numbered = { draft: Draft; rule: CompanyRule; parts: CaseParts }

/** Draws what is missing, for a whole batch at once; what was given by hand moves the sequence on. */
export async function numberCases(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const given = drafts.filter(({ row, changed }) => changed.has('case_no') && typeof row.case_no === 'string')
  const missing = drafts.filter(({ row, before }) => !before && (row.case_no ?? null) === null)
  if (given.length + missing.length === 0) return
  const rules = await caseRulesOf(ctx, 'patent', [...new Set([...given, ...missing].map(({ row }) => companyOf(row)))])
  await moveSequences(ctx, given, rules)
  const depts = await departmentCodes(
    ctx,
    missing.filter(({ row }) => rules.get(companyOf(row))?.pattern.includes('{DEPT}')),
  )
  const numbered = missing.flatMap((draft) => {
    const rule = rules.get(companyOf(draft.row))
    return rule ? [{ draft, rule, parts: partsOf(ctx, draft.row, rule, depts) }] : []
  })
  const taken = new Set(given.map(({ row }) => String(row.case_no)))
  const alone = await numberFamilies(ctx, model, numbered, taken)
  for (const [scope, group] of [...Map.groupBy(alone, scopeOf)].sort(([a], [b]) => (a < b ? -1 : 1))) await drawGroup(ctx, model, scope, group, taken)
}

/** One number stands once under a head office: the companies whose numbers are given with those of each. */
export async function numberedTogether(ctx: Context, companies: readonly (string | null)[]) {
  const rules = await caseRulesOf(ctx, 'patent', companies)
  return new Map([...rules].map(([company, rule]) => [company, rule.companies]))
}

const companyOf = (row: RowValues) => (row.company_sid ? String(row.company_sid) : null)
const scopeAt = ({ owner, pattern, reset }: CompanyRule, date: string) => `case_no patent ${owner} ${sequenceScope(pattern, date, reset)}`
const scopeOf = ({ rule, parts }: Numbered) => scopeAt(rule, parts.date)

async function moveSequences(ctx: Context, given: readonly Draft[], rules: ReadonlyMap<string | null, CompanyRule>) {
  const last = new Map<string, number>()
  for (const { row } of given) {
    const rule = rules.get(companyOf(row))
    const read = rule && readCaseNo(rule.pattern, String(row.case_no))
    if (!rule || !read || String(read.seq).length > digitsOf(rule.pattern)) continue
    const scope = scopeAt(rule, dateIn(read.parts, ctx.today))
    last.set(scope, Math.max(read.seq, last.get(scope) ?? 0))
  }
  for (const [scope, seq] of [...last].sort(([a], [b]) => (a < b ? -1 : 1))) if (seq > 0) await moveOn(ctx, scope, seq)
}

const digitsOf = (pattern: string) => parsePattern(pattern).find((token) => token.kind === 'seq')?.digits ?? 0

function dateIn({ YYYY, YY, MM }: { YYYY?: string; YY?: string; MM?: string }, today: string) {
  return `${YYYY ?? (YY ? `20${YY}` : today.slice(0, 4))}-${MM ?? today.slice(5, 7)}-01`
}

function partsOf({ today }: Context, row: RowValues, rule: CompanyRule, depts: ReadonlyMap<string, string>): CaseParts {
  return {
    date: today,
    country: String(row.country ?? ''),
    type: TYPE_LETTERS[String(row.patent_type)] ?? '',
    dept: depts.get(String(row.department_sid)) ?? '',
    class: '',
    prefix: rule.prefix,
  }
}

async function departmentCodes({ db }: Context, drafts: readonly Draft[]): Promise<Map<string, string>> {
  const sids = [...new Set(drafts.flatMap(({ row }) => (row.department_sid ? [String(row.department_sid)] : [])))]
  if (sids.length === 0) return new Map()
  const rows = await db.selectFrom('department').select(['sid', 'code']).where('sid', 'in', sids).execute()
  return new Map(rows.map((row) => [String(row.sid), String(row.code ?? '').replace(/[^A-Za-z0-9]/g, '')]))
}

/** A member of a family keeps the family's stem under its own country and type; those that cannot are answered. */
async function numberFamilies(ctx: Context, model: Model, numbered: readonly Numbered[], taken: Set<string>): Promise<Numbered[]> {
  const families = [...new Set(numbered.flatMap(({ draft }) => (draft.row.family_sid ? [String(draft.row.family_sid)] : [])))].sort()
  if (families.length === 0) return [...numbered]
  for (const family of families) await lockKey(ctx, `family ${family}`)
  const members = await anyTable(ctx.db)
    .selectFrom(model.name)
    .select(['family_sid', 'case_no'])
    .where('family_sid', 'in', families)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const byFamily = Map.groupBy(members, (row) => String(row.family_sid))
  const wanted = numbered.map((one) => ({
    one,
    caseNo: stemmed(
      one,
      (byFamily.get(String(one.draft.row.family_sid)) ?? []).map((row) => String(row.case_no)),
    ),
  }))
  for (const caseNo of await takenAmong(
    ctx,
    model,
    numbered,
    wanted.flatMap(({ caseNo }) => caseNo ?? []),
  ))
    taken.add(caseNo)
  return wanted.flatMap(({ one, caseNo }) => {
    if (!caseNo || taken.has(caseNo)) return [one]
    taken.add(caseNo)
    setValue(one.draft, 'case_no', caseNo)
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

/** Numbers that stand in the table without having been drawn are stepped over, in ever longer steps. */
async function drawGroup(ctx: Context, model: Model, scope: string, group: readonly Numbered[], taken: Set<string>) {
  let waiting = [...group]
  for (let step = 1; waiting.length > 0; step *= 2) {
    const count = waiting.length * step
    const first = (await drawNumbers(ctx, scope, count)) + count - waiting.length
    const printed = waiting.map((one, i) => ({ one, caseNo: print(ctx, model, one, first + i) }))
    for (const caseNo of await takenAmong(
      ctx,
      model,
      group,
      printed.map(({ caseNo }) => caseNo),
    ))
      taken.add(caseNo)
    waiting = printed.flatMap(({ one, caseNo }) => {
      if (taken.has(caseNo)) return [one]
      taken.add(caseNo)
      setValue(one.draft, 'case_no', caseNo)
      return []
    })
  }
}

function print(ctx: Context, model: Model, { draft, rule, parts }: Numbered, seq: number): string {
  try {
    return formatCaseNo(rule.pattern, parts, seq)
  } catch (error) {
    if (!(error instanceof CaseNumberFault)) throw error
    if (!draft.faults.some(({ field }) => field === 'case_no')) faultAt(ctx, model, draft, 'case_no', [error.zh, error.en])
    return `${draft.sid} ${seq}` // never stored: the draft has a fault
  }
}

function takenAmong(ctx: Context, model: Model, group: readonly Numbered[], caseNos: readonly string[]): Promise<string[]> {
  return takenValues(ctx, model, 'case_no', caseNos, [...new Set(group.flatMap(({ rule }) => rule.companies))])
}
