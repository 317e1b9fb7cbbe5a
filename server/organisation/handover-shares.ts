import type { ReadBody } from '../../model/kit/action.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { HANDED_OVER, type HandedOver, isHandedOver } from '../../model/organisation/handed-over.ts'
import type { handOver } from '../../model/organisation/user-handover-actions.ts'
import { Refusal, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { allOf, among } from '../records/permission/conditions.ts'
import { accessOf } from '../records/permission/permission.ts'
import { joinsOf } from '../records/query/conditions/condition.ts'
import { conditionSql } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { seenAmong } from '../records/seen-among.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { casesOf, type Held } from './responsibilities.ts'

type Body = ReadBody<typeof handOver>
type Part = NonNullable<Body['parts']>[number]
/** Conditions of a part; a share without them gets the rest of its group. */
type Narrowing = Pick<Part, (typeof FIELDS)[number] | 'iql' | 'case_sids'>
export type Share = { group: HandedOver; to: string; only: Narrowing | undefined }

const FIELDS = ['company_sid', 'department_sid', 'country'] as const

/** Shares in order: the named parts, then the rest for one person. `settings` groups are included only if the call names them. */
export function sharesOf({ parts = [], groups, to_user: all, resign }: Body, settings: ReadonlySet<string>): Share[] {
  const asked = Object.keys(HANDED_OVER).filter(isHandedOver)
  const shares = asked.flatMap((group) => {
    const named = parts.filter((part) => part.group === group).map((part) => ({ group, to: part.to_user, only: narrowingOf(part) }))
    const [rest, second] = named.filter(({ only }) => !only)
    if (second)
      refuse('rule', {
        summary_zh: '每类事项只能交给一人；要分给多人，请为其余各份设定条件',
        summary_en: 'Each group can be handed to one person only: to share it, give the other parts conditions',
      })
    const to = rest?.to ?? ((groups?.includes(group) ?? !settings.has(group)) ? all : undefined)
    return [...named.filter(({ only }) => only), ...(to ? [{ group, to, only: undefined }] : [])]
  })
  if (shares.length === 0 && !resign) refuse('rule', { summary_zh: '请选择接收人', summary_en: 'Choose a recipient' })
  return shares
}

function narrowingOf({ company_sid, department_sid, country, iql, case_sids }: Part): Narrowing | undefined {
  const only = {
    ...(company_sid && { company_sid }),
    ...(department_sid && { department_sid }),
    ...(country && { country }),
    ...(iql && { iql }),
    ...(case_sids && { case_sids }),
  }
  return Object.keys(only).length > 0 ? only : undefined
}

/** A group that is not of records cannot be divided by conditions: it goes to one person. */
export function refuseShared(group: HandedOver): never {
  const [zh, en] = HANDED_OVER[group]
  return refuse('rule', { summary_zh: `“${zh}”只能整体交给一人`, summary_en: `“${en}” go to one person as a whole` })
}

type Work = { responsibility: Held; sids: readonly string[] }
/** `overlapping`: records that also met the conditions but went to an earlier share */
export type Given = { work: readonly Work[]; overlapping: number }

/** The work of one group by share: each record goes to the first share whose conditions it meets. */
export async function divided(ctx: Context, shares: readonly Share[], work: readonly Work[]): Promise<Map<Share, Given>> {
  const taken = new Map(work.map(({ responsibility }) => [responsibility, new Set<string>()]))
  const found = new Map<Share, Given>()
  for (const [at, share] of shares.entries()) {
    const met = share.only ? await meeting(ctx, share.only, work).catch(placing(share, at)) : work
    const given = met.map(({ responsibility, sids }) => ({ responsibility, sids: sids.filter((sid) => !taken.get(responsibility)?.has(sid)) }))
    const overlapping = share.only ? countOf(met) - countOf(given) : 0
    for (const { responsibility, sids } of given) for (const sid of sids) taken.get(responsibility)?.add(sid)
    found.set(share, { work: given, overlapping })
  }
  return found
}

const countOf = (work: readonly Work[]) => work.reduce((sum, { sids }) => sum + sids.length, 0)

/** Names the share at which a condition is refused. */
const placing = ({ group }: Share, at: number) => (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error
  const [zh, en] = HANDED_OVER[group]
  const words: Words = [`“${zh}”第 ${at + 1} 份：${error.words('zh')}`, `“${en}”, share ${at + 1}: ${error.words('en')}`]
  return refuse('rule', { summary_zh: words[0], summary_en: words[1] })
} // oxfmt-ignore

/** Records to which these conditions do not apply match none; if they apply to no record, the reason is given. */
async function meeting(ctx: Context, only: Narrowing, work: readonly Work[]): Promise<Work[]> {
  const met: Work[] = []
  const refusals: Refusal[] = []
  const held = work.filter(({ sids }) => sids.length > 0)
  const asked = held.length > 0 ? held : work // a condition that cannot be asked is refused even if there is nothing to share
  for (const { responsibility, sids } of asked) {
    const cases = await casesOf(ctx, responsibility, sids)
    const model = modelNamed(ctx.tenant.models, cases ? HEAD : responsibility.model)
    const condition = conditionOn(ctx, model, only)
    if (condition instanceof Refusal) {
      refusals.push(condition)
      continue
    }
    const seen = await seenAmong(ctx, model, cases ? [...new Set(cases.values())] : sids, condition)
    met.push({ responsibility, sids: sids.filter((sid) => seen.has(cases ? (cases.get(sid) ?? '') : sid)) })
  }
  const [first] = refusals
  if (first && refusals.length === asked.length) throw first
  return met
}

/** The combined conditions, evaluated with the permissions of the caller, who learns nothing that they may not read */
function conditionOn(ctx: Context, model: Model, only: Narrowing): Condition | Refusal | undefined {
  const listed = only.case_sids
  if (listed && model.name !== HEAD) return cannotBeShared(model, ['案件', 'cases'])
  const unread = FIELDS.find((code) => only[code] && !(fieldOf(model, code) && accessOf(ctx, model).mayRead(code)))
  if (unread) return cannotBeShared(model, WORDS[unread])
  const parts = FIELDS.flatMap((code) => (only[code] ? [among([code], [only[code]])] : []))
  const where = only.iql ? readIql(only.iql).where : undefined
  if (only.iql && !where) refuse('rule', { summary_zh: '查询语句没有条件', summary_en: 'The query has no condition' })
  try {
    if (where) conditionSql(joinsOf(ctx, model), where)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return allOf([...parts, ...(listed ? [among(['sid'], listed)] : []), ...(where ? [where] : [])])
}

const WORDS = { company_sid: ['公司', 'company'], department_sid: ['部门', 'department'], country: ['国家/地区', 'country'] } as const

const cannotBeShared = ({ zh, en }: Model, [by, by_en]: Words) =>
  new Refusal('rule', { summary_zh: `“${zh}”不能按${by}分配`, summary_en: `“${en}” cannot be shared by ${by_en}` })
