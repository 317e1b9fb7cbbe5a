import { lineOf } from '../../../model/kit/tree.ts'
import type { SequenceReset } from '../../../model/cases/numbering/case-number.ts'
import type { Db } from '../../database/pool.ts'
import { readSetting } from '../../records/settings/settings.ts'
import type { Tenant, Context } from '../../records/context.ts'

export type CaseRule = { pattern: string; reset: SequenceReset; prefix: string }

/** A company's rule, and the companies among which its numbers are unique. */
export type CompanyRule = CaseRule & { owner: string; companies: readonly string[] }

/** The setting `case_no_rule`: by company, or '*' for all, then by kind of right. */
export type CaseRules = Record<string, Readonly<Record<string, Partial<CaseRule> | undefined>>>

export const SETTING = 'case_no_rule'

export async function readCaseRules(handle: { db: Db }): Promise<CaseRules> {
  return ((await readSetting(handle, SETTING)) ?? {}) as CaseRules // written by keepCaseRule alone
}

type Known = { generation: string; rules: CaseRules; parents: Parents }
const known = new WeakMap<Tenant, Known>()

/** The nearest rule up the tree of companies. A company without its own rule shares the numbers of its group. */
export async function caseRulesOf(ctx: Context, right: string, companies: readonly (string | null)[]): Promise<Map<string | null, CompanyRule>> {
  const kept = await keptRules(ctx)
  // A company inserted by this transaction is visible only to it.
  const isKnown = companies.every((company) => company === null || kept.parents.has(company))
  const { rules, parents } = isKnown ? kept : await readRules(ctx, ctx.db)
  const pattern = patternOf(ctx, right)
  return new Map(companies.map((company) => [company, ruleOf({ rules, right, pattern }, company, parents)]))
}

/** Rules and companies, cached in the process until one of them is written. */
async function keptRules(ctx: Context): Promise<Known> {
  const { totals, aside } = ctx.tenant
  const kept = known.get(ctx.tenant)
  if (kept?.generation === generationOf(totals)) return kept
  const fresh = await readRules(ctx, aside)
  known.set(ctx.tenant, fresh)
  return fresh
}

async function readRules(ctx: Context, db: Db): Promise<Known> {
  const generation = generationOf(ctx.tenant.totals)
  const [rules, rows] = await Promise.all([
    readCaseRules({ db }),
    db.selectFrom('company').select(['sid', 'parent_sid']).where('deleted_at', 'is', null).execute(),
  ])
  return { generation, rules, parents: new Map(rows.map((row) => [row.sid, row.parent_sid])) }
}

const generationOf = (totals: Tenant['totals']) => `${totals.generation(SETTING)} ${totals.generation('company')}`

type Parents = ReadonlyMap<string, string | null>

/** The pattern of the kind, or of another numbered object of the kind. */
function patternOf({ tenant }: Context, right: string): string {
  const { kinds } = tenant.models
  const further = kinds.values().find(({ numbering }) => numbering?.further?.[right])?.numbering?.further?.[right]
  return kinds.get(right)?.numbering?.pattern ?? further?.pattern ?? PLAIN
}

const PLAIN = '{YYYY}{SEQ:5}'

type Asked = { rules: CaseRules; right: string; pattern: string }

function ruleOf({ rules, right, pattern }: Asked, company: string | null, parents: Parents): CompanyRule {
  const line = lineUp(company, parents)
  const own = line.find((one) => rules[one]?.[right])
  const head = line.at(-1) ?? ''
  const rule = (own && rules[own]?.[right]) || rules['*']?.[right] || {}
  const group = [...parents.keys()].filter((one) => lineUp(one, parents).at(-1) === head)
  return { pattern, reset: 'year', prefix: '', ...rule, owner: own ?? head, companies: group }
}

/** The company and those above it, the head company last. */
const lineUp = (company: string | null, parents: Parents) => (company && lineOf(company, (one) => parents.get(one))?.toReversed()) || []
