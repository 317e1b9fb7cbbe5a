import { HEAD } from '../../../model/cases/head-fields.ts'
import { type CostKey } from '../../../model/fees/costs/cost-keys.ts'
import { FEE_CLASSES } from '../../../model/fees/fee-classes.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { among } from '../../records/permission/conditions.ts'
import { accessOf, visible } from '../../records/permission/permission.ts'
import { namesFor } from '../../records/query/words/names.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'

/** `cases`: the rights of each project, and the project itself, which has costs of its own; `of`: the projects of each case. */
export type Projects = {
  names: ReadonlyMap<string, string>
  cases: ReadonlyMap<string, readonly string[]>
  of: ReadonlyMap<string, readonly string[]>
}

const MAX_RIGHTS = 5000
const MAX_PROJECTS = 1000
/** As many cases as the projects may have together, themselves included. */
export const MAX_CASES = MAX_RIGHTS + MAX_PROJECTS

/** The projects that this person sees, with their rights. */
export async function projectCases(ctx: Context): Promise<Projects> {
  const project = modelNamed(ctx.tenant.models, 'project')
  const { verbs } = accessOf(ctx, project)
  if (!verbs.has('search') && !verbs.has('*')) refuse('forbidden', { what_zh: `查看${project.zh}`, what_en: `view ${project.en}` })
  const order = readIql('ORDER BY case_no ASC').order
  const found = await readPage(ctx, project, ['sid', 'case_no', 'title'], { where: visible(ctx, project), order }, { start: 0, rows: MAX_PROJECTS + 1 }, true) // oxfmt-ignore
  const right = modelNamed(ctx.tenant.models, 'dealt_right')
  const { where } = readIql("dealing_sid.kind = 'project'")
  const rows = await readPage(ctx, right, ['dealing_sid', 'case_sid'], { where: visible(ctx, right, where), order: [] }, { start: 0, rows: MAX_RIGHTS + 1 }, true) // oxfmt-ignore
  if (found.length > MAX_PROJECTS || rows.length > MAX_RIGHTS) tooMany()
  const names = new Map(found.map((row) => [String(row.sid), nameOfCase(row)]))
  const pairs = [...names.keys()].map((sid) => ({ project: sid, right: sid })).concat(rows.map((row) => ({ project: String(row.dealing_sid), right: String(row.case_sid) }))).filter((pair) => names.has(pair.project)) // oxfmt-ignore
  const lists = (of: 'project' | 'right', to: 'project' | 'right') =>
    new Map([...Map.groupBy(pairs, (pair) => pair[of])].map(([key, own]) => [key, own.map((pair) => pair[to])]))
  return { names, cases: lists('project', 'right'), of: lists('right', 'project') }
}

const tooMany = () => refuse('rule', { summary_zh: `项目超过 ${MAX_PROJECTS} 个或其权利超过 ${MAX_RIGHTS} 件，不能合计`, summary_en: `More than ${MAX_PROJECTS} projects, or ${MAX_RIGHTS} rights of them, cannot be added up` }) // oxfmt-ignore

const nameOfCase = ({ case_no, title }: Readonly<Record<string, unknown>>) => [case_no, title].filter(Boolean).join(' ')

/** Names of the groups for this person; records that the person does not see have none. */
export async function costNames(
  ctx: Context,
  by: CostKey,
  keys: readonly string[],
  projects: Projects | undefined,
): Promise<ReadonlyMap<string, string>> {
  const { lang } = ctx
  const each = (name: (key: string) => string | undefined) => new Map(keys.map((key) => [key, name(key) ?? '']))
  switch (by) {
    case 'CASE':
      return records(ctx, HEAD, ['case_no', 'title'], keys)
    case 'FAMILY':
      return records(ctx, 'patent_family', ['family_no', 'title'], keys)
    case 'DEPARTMENT': {
      const nameOf = await namesFor(ctx, new Map([['department', new Set(keys)]]))
      return each((key) => nameOf('department', key))
    }
    case 'PROJECT':
      return each((key) => projects?.names.get(key))
    case 'KIND':
      return each((key) => ctx.tenant.models.all.get(key)?.[lang])
    case 'CLASS':
      return each((key) => (Object.hasOwn(FEE_CLASSES, key) ? wordIn(FEE_CLASSES[key as keyof typeof FEE_CLASSES], lang) : undefined)) // just looked up
    case 'PRODUCT':
      return each((key) => key)
  }
}

async function records(ctx: Context, name: string, codes: readonly string[], keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const model = modelNamed(ctx.tenant.models, name)
  const access = accessOf(ctx, model)
  if (keys.length === 0 || !codes.every((code) => access.mayRead(code))) return new Map()
  const rows = await readPage(ctx, model, ['sid', ...codes], { where: visible(ctx, model, among(['sid'], keys)), order: [] }, { start: 0, rows: keys.length }, true) // oxfmt-ignore
  return new Map(rows.map((row) => [String(row.sid), codes.map((code) => row[code]).filter(Boolean).join(' ')])) // oxfmt-ignore
}
