import { isDeepStrictEqual } from 'node:util'
import { RULE_PLACES } from '../../../model/docketing/rules/rule-columns.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { WITHDRAWN } from '../../../seed/law/deadlines/read.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { keepSetting, readSetting } from '../../records/settings/settings.ts'
import { draftNew, insertDrafts, refuseFaulty, updateRows } from '../../records/write/write.ts'
import { freezeReasons } from './frozen-reasons.ts'
import { columnsOf } from './seeded-columns.ts'

/** The parts of a rule that name it or settle its deadlines: the pack corrects them in place. All others make a date. */
const CORRECTED_IN_PLACE: ReadonlySet<string> = new Set<keyof Rule>([
  'zh', 'en', 'if_missed', 'fees', 'closes', 'proves', 'awaits', 'survives', 'optional', 'lead', 'legal_basis', 'note', 'valid_to', 'certainty', 'source',
]) // oxfmt-ignore

/** The version of a pack rule in this tenant, where it differs from the version in the pack. */
const VERSIONS = 'law.versions'

type Stored = { sid: string; rule_id: string; rule_version: number; version: number; valid: boolean | null; deleted_at: string | null; content: Rule }
type Change = { before: Stored; after: Rule }
type Plan = { added: Rule[]; corrected: Change[]; replaced: Change[]; versions: Record<string, number> }

/**
 * Brings the rules of the pack. A rule that counts otherwise than before becomes a new version from its effective date, or for
 * every day if it names none; the former version stays on record, so that earlier reasons hold. Rules of the tenant stay as they are.
 */
export async function bringRules(ctx: Context, rules: readonly Rule[]): Promise<number> {
  const model = modelNamed(ctx.tenant.models, 'deadline_rule')
  const there = (await ctx.db.selectFrom('deadline_rule').select(['sid', 'rule_id', 'rule_version', 'version', 'valid', 'deleted_at', 'content']).execute()) as Stored[] // oxfmt-ignore
  const known = ((await readSetting(ctx, VERSIONS)) ?? {}) as Record<string, number> // written below
  const { added, corrected, replaced, versions } = planOf(rules, there, known)
  const withdrawn = there.filter((row) => WITHDRAWN.has(row.rule_id) && row.valid !== false && isAsItCame(row))
  await freezeReasons(ctx, [...[...corrected, ...replaced].map(({ before }) => before), ...withdrawn].map(({ content }) => content)) // oxfmt-ignore
  const inPlace = corrected.map(({ before, after }) => ({ ...ruleRow(after), sid: before.sid }))
  await updateRows(ctx, model, inPlace, [...Object.keys(RULE_PLACES), 'content'])
  const ended = replaced.map(({ before, after }) => ({ sid: before.sid, ...endOf(before.content, after) }))
  await updateRows(ctx, model, ended, ['valid', 'valid_to', 'content'])
  await updateRows(ctx, model, withdrawn.map(({ sid }) => ({ sid, valid: false })), ['valid']) // oxfmt-ignore
  if (added.length > 0) {
    const drafts = await draftNew(ctx, model, added.map(ruleRow))
    refuseFaulty(drafts)
    await insertDrafts(ctx, { ...model, no_log: true }, drafts) // each row carries its source
  }
  if (!isDeepStrictEqual(versions, known)) await keepSetting(ctx, VERSIONS, versions)
  return added.length + corrected.length + withdrawn.length
}

const ruleRow = (rule: Rule) => ({ ...columnsOf(rule, RULE_PLACES), content: rule })

function planOf(rules: readonly Rule[], there: readonly Stored[], known: Readonly<Record<string, number>>): Plan {
  const plan: Plan = { added: [], corrected: [], replaced: [], versions: { ...known } }
  const byId = Map.groupBy(there, ({ rule_id }) => rule_id)
  const packed = Map.groupBy(rules, ({ id }) => id)
  for (const [id, versions] of packed) {
    const stored = byId.get(id) ?? []
    for (const rule of versions) planRule(plan, rule, stored, [...stored.map((row) => row.rule_version), ...versions.map(({ version }) => version)])
  }
  return plan
}

function planRule({ added, corrected, replaced, versions }: Plan, rule: Rule, stored: readonly Stored[], used: readonly number[]) {
  const { id, version } = rule
  const key = `${id} ${version}`
  const others = new Set(Object.entries(versions).flatMap(([other, number]) => (other.startsWith(`${id} `) && other !== key ? [number] : [])))
  const standing = versions[key] ?? version
  const before = others.has(standing) ? undefined : stored.find((row) => row.rule_version === standing)
  const next = () => Math.max(0, ...used, ...others, versions[key] ?? 0) + 1
  // A rule that the tenant has changed gets no further version from the pack, which could contradict it.
  const isOwn = stored.some((row) => !isAsItCame(row))
  if (!before) {
    if (isOwn) return
    const number = others.has(version) ? next() : version
    if (number !== version) versions[key] = number
    added.push({ ...rule, version: number })
    return
  }
  const after = { ...rule, version: before.rule_version }
  if (!isAsItCame(before) || isSame(before.content, after)) return
  if (countsAlike(before.content, after)) {
    corrected.push({ before, after })
    return
  }
  if (isOwn) return
  versions[key] = next()
  const follower = { ...rule, version: versions[key] }
  replaced.push({ before, after: follower })
  added.push(follower)
}

/** A version with an effective date leaves the days before it to the former one; without it, the former one was never right. */
function endOf(before: Rule, { valid_from: from }: Rule) {
  if (!from || from <= (before.valid_from ?? '')) return { valid: false, valid_to: before.valid_to ?? null, content: before }
  const valid_to = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString()
  return { valid: true, valid_to, content: { ...before, valid_to } }
}

const isAsItCame = ({ version, deleted_at }: Stored) => version === 1 && deleted_at === null
const isSame = (one: Rule, other: Rule) => isDeepStrictEqual(one, JSON.parse(JSON.stringify(other)))
const countsAlike = (one: Rule, other: Rule) => isSame(counting(one), counting(other))
const counting = (rule: Rule) => Object.fromEntries(Object.entries(rule).filter(([part]) => !CORRECTED_IN_PLACE.has(part))) as Rule // its other parts are not read
