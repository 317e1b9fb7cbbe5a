import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Context, Draft } from '../records/context.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import { warnAt } from '../records/write/checks/warnings.ts'

/** Possible but rarely intended: a department of another company than the person’s, and an ID number or address of somebody else */
export async function warnOfDoubts(ctx: Context, drafts: readonly Draft[]) {
  await warnOfOtherCompany(ctx, drafts)
  await warnOfSame(ctx, drafts, 'id_no', true)
  // Several people may share an address: each account gets sign-in codes of its own.
  await warnOfSame(ctx, drafts, 'email', false)
}

async function warnOfOtherCompany(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const placed = drafts.filter(
    ({ row, changed }) => row.department_sid && row.company_sid && (changed.has('department_sid') || changed.has('company_sid')),
  )
  if (placed.length === 0) return
  const departments = await ctx.db
    .selectFrom('department as d')
    .innerJoin('company as c', 'c.sid', 'd.company_sid')
    .select(['d.sid', 'd.company_sid as company', 'c.company_name as name'])
    .where('d.sid', 'in', [...new Set(placed.map(({ row }) => String(row.department_sid)))])
    .execute()
  const bySid = new Map(departments.map((one) => [one.sid, one]))
  for (const draft of placed) {
    const of = bySid.get(String(draft.row.department_sid))
    if (!of || of.company === draft.row.company_sid) continue
    const words = [`部门属于另一公司“${of.name}”`, `The department belongs to another company, “${of.name}”`] as const
    warnAt(model, draft, { code: 'department_elsewhere', field: 'department_sid', words, asks: true })
  }
}

/** Named are only those whom the writer sees, with this field. */
async function warnOfSame(ctx: Context, drafts: readonly Draft[], code: 'id_no' | 'email', asks: boolean) {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const access = accessOf(ctx, model)
  const given = drafts.filter(({ row, changed }) => changed.has(code) && typeof row[code] === 'string')
  if (given.length === 0 || !access.mayRead(code) || access.masks(code) || !(access.verbs.has('search') || access.verbs.has('*'))) return
  const at = 1
  const values = [...new Set(given.map(({ row }) => String(row[code])))].map((value) => ({ kind: 'text', value, at }) as const)
  const wanted: Condition = { kind: 'in', path: [code], at, negated: false, values }
  const where = visible(ctx, model, wanted)
  const rows = await readPage(ctx, model, ['sid', 'name', code], { ...(where && { where }), order: [] }, { start: 0, rows: 1000 })
  const { zh, en } = model.fields[code] ?? { zh: '', en: '' }
  const people = [...rows, ...given.map(({ sid, row }) => ({ sid, name: row.name, [code]: row[code] }))]
  for (const draft of given) {
    const other = people.find((one) => one.sid !== draft.sid && one[code] === draft.row[code])
    if (!other) continue
    const words = [`${zh}与“${String(other.name)}”的相同`, `The ${en} is that of “${String(other.name)}”, too`] as const
    warnAt(model, draft, { code: `same_${code}`, field: code, words, asks })
  }
}
