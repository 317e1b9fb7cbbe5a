import { type Lang, wordIn, type Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { belowOf, childrenOf } from '../../../model/kit/tree.ts'
import type { RowOf } from '../../database/tables.ts'
import { attempt, type Refusal } from '../../errors.ts'
import type { Actor, Context } from '../../records/context.ts'
import type { Verdict } from '../../records/explain.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { explainRanked, refusePartial, subjectOf } from '../roles/explain.ts'
import { namingFor, verbText, whyText } from '../roles/grant-words.ts'
import { readPeople } from '../session/read-actor.ts'

export type Check = RowOf<'permission_check'>
export type Outcome = { result: 'HOLDS' | 'FAILS' | 'UNKNOWN'; finding: Words | null }

/** Checks with the permissions of its owner: its result tells no more than the explanation of permissions would. */
export async function evaluate(ctx: Context, check: Check): Promise<Outcome> {
  const [owner] = check.owner_sid ? await readPeople(ctx.tenant, [check.owner_sid]) : []
  if (!owner) return { result: 'UNKNOWN', finding: ['负责人没有可用的账号', 'The owner has no account that is open'] }
  // Evaluated as a request, since a job may write fields that no person enters.
  const own: Context = { ...ctx, actor: owner, source: 'api' }
  let outcome: Outcome = { result: 'UNKNOWN', finding: null }
  const refusal = await attempt(async () => {
    refusePartial(own)
    const { model, record } = await subjectOf(own, check.about === 'CASE' ? 'case' : String(check.entity), check.case_sid ?? undefined)
    outcome = await ask(own, check, { model, record })
  })
  return refusal ? { result: 'UNKNOWN', finding: findingOf(refusal) } : outcome
}

/** The refusal of a rule that cannot be applied, as with an unreadable condition of a role, is the finding. */
const findingOf = ({ name, facts: { summary_zh, summary_en } }: Refusal): Words =>
  name === 'rule' && summary_zh && summary_en ? [String(summary_zh), String(summary_en)] : UNSEEN

const UNSEEN = [
  '负责人看不到所问的数据，或不能查看全部角色的权限',
  'The owner does not see the data in question, or not the permissions of every role',
] as const

type Asked = { model: Model; record: Record<string, unknown> | undefined }
type Wrong = { name: Words; actor: Actor | undefined; as: Context; verdict: Verdict | undefined }

/** Maximum number of checked people, and of named people who break the expectation */
const MAX_PEOPLE = 500
const NAMED = 5

async function ask(own: Context, check: Check, { model, record }: Asked): Promise<Outcome> {
  const people = await peopleIn(own, check)
  if (check.subject === 'PERSON' && people.length === 0)
    return { result: 'UNKNOWN', finding: ['负责人看不到此人员', 'The owner does not see the person'] }
  if (people.length > MAX_PEOPLE)
    return {
      result: 'UNKNOWN',
      finding: [
        `所问超过 ${MAX_PEOPLE} 人：请改问某一角色或下级部门`,
        `More than ${MAX_PEOPLE} people are concerned: ask about a smaller role or department`,
      ],
    }
  const actors = new Map((await readPeople(own.tenant, people.map(({ sid }) => sid))).map((actor) => [actor.sid, actor])) // oxfmt-ignore
  const wrong: Wrong[] = []
  for (const { sid, name } of people) {
    const actor = actors.get(sid)
    const as: Context = { ...own, ...(actor && { actor }) }
    const verdict = actor && (await explainRanked(as, model, record)).verdicts.find(({ verb }) => verb === check.verb)
    if ((verdict?.allowed === true) !== (check.expected === 'MAY')) wrong.push({ name, actor, as, verdict })
  }
  if (wrong.length === 0) return { result: 'HOLDS', finding: null }
  return { result: 'FAILS', finding: [await findingText('zh', check, model, wrong), await findingText('en', check, model, wrong)] }
}

/** People whom the check is about, among those whom its owner sees */
async function peopleIn(own: Context, check: Check): Promise<{ sid: string; name: Words }[]> {
  const where = await conditionOf(own, check)
  const { record } = await search(own, modelNamed(own.tenant.models, 'user_info'), { fl: ['name', 'name_en'], iql: `${where} ORDER BY name`, rows: MAX_PEOPLE + 1, total: 'none' }, { most: MAX_PEOPLE + 1 }) // oxfmt-ignore
  return record.map(({ sid, name, name_en }) => ({ sid: String(sid), name: [String(name), String(name_en || name)] }))
}

async function conditionOf({ db }: Context, { subject, person_sid, role_sid, department_sid }: Check): Promise<string> {
  if (subject === 'PERSON') return `sid = '${person_sid}'`
  if (subject === 'ROLE') return `role_sids = '${role_sid}' AND person_status = 'EMPLOYED'`
  const rows = await db.selectFrom('department').select(['sid', 'parent_sid as parent']).where('deleted_at', 'is', null).execute()
  const below = [String(department_sid), ...belowOf(String(department_sid), childrenOf(rows))]
  return `department_sid IN (${below.slice(0, MAX_VALUES).map((sid) => `'${sid}'`).join(', ')}) AND person_status = 'EMPLOYED'` // oxfmt-ignore
}

/** As many values as a condition takes. */
const MAX_VALUES = 1000

/** People who may or may not, with the deciding role and scope */
async function findingText(lang: Lang, { verb, expected }: Check, model: Model, wrong: readonly Wrong[]): Promise<string> {
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en)
  const lines: string[] = []
  for (const { name, actor, as, verdict } of wrong.slice(0, NAMED)) {
    const ctx = { ...as, lang }
    const why = actor && verdict ? whyText(verdict, { ctx, model, names: await namingFor(ctx, actor, [...verdict.by, ...(verdict.missing ?? [])]) }) : say('没有可用的账号', 'no account that is open') // oxfmt-ignore
    const may = expected === 'MAY' ? say('不可以', 'may not') : say('可以', 'may')
    const who = wordIn(name, lang)
    lines.push(lang === 'zh' ? `${who}${may}${verbText(String(verb), lang)}：${why}` : `${who} ${may}: ${verbText(String(verb), lang)}. ${why}`)
  }
  const more = wrong.length - lines.length
  return [...lines, ...(more > 0 ? [say(`另有 ${more} 人`, `${more} more people`)] : [])].join('\n').slice(0, MAX_CHARS)
}

const MAX_CHARS = 3000
