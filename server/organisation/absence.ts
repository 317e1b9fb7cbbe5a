import { type StandIn, standingIn } from '../../model/organisation/absence-actions.ts'
import { checkAbove, ownRank, refuseAbove } from '../auth/accounts/rank.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { perform } from '../records/actions.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { later, type Context, type DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { notify } from '../records/notifying/notifications.ts'
import { modelNamed } from '../records/registry.ts'
import { gives } from '../records/permission/governing.ts'
import { partsOf } from '../records/permission/parts.ts'
import { accessOf } from '../records/permission/permission.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { lockRows } from '../records/write/write.ts'
import { both, refuse } from '../errors.ts'

/**
 * People enter their own absence. It shows the person's cases to a deputy, so entering it for others needs a role for absences, the
 * right to change the record of that person, and a rank that is not below theirs.
 */
export const absences: Part = {
  hooks: [
    {
      model: 'absence',
      prepare: joinPerson,
      check,
      written: async (ctx, drafts) => {
        await notifyOf(ctx, drafts)
        later(ctx, forgetActors)
      },
      deleted: async (ctx, rows) => {
        await refuseOthers(ctx, rows)
        later(ctx, forgetActors)
      },
      // A deputy may have changed sides since, and other days been entered.
      restored: async () =>
        refuse('verb_refused', both('why', ['删除的外出不能恢复，请重新登记', 'A deleted absence is not restored: enter it anew'])),
    },
  ],
  actions: perform(standingIn, async ({ ctx }) => ({ people: await absentFor(ctx) })),
}

/** An absence belongs to the company of its person. */
async function joinPerson(ctx: Context, drafts: readonly DraftOf<'absence'>[]) {
  const made = drafts.filter(({ before }) => !before)
  for (const draft of made) if (draft.row.person_sid === null) setValue(draft, 'person_sid', ctx.actor.sid)
  const sids = made.flatMap(({ row }) => row.person_sid ?? [])
  const people = sids.length > 0 ? await ctx.db.selectFrom('user_info').select(['sid', 'company_sid']).where('sid', 'in', sids).execute() : []
  for (const draft of made) setValue(draft, 'company_sid', people.find(({ sid }) => sid === draft.row.person_sid)?.company_sid ?? null)
}

async function refuseOthers(ctx: Context, rows: readonly { person_sid: string | null }[]) {
  const others = othersIn(ctx, rows)
  if ((await beyond(ctx, others)).size > 0) refuse('forbidden', both('what', NOT_YOURS))
  await refuseAbove(ctx, ...others)
}

const NOT_YOURS = ['维护此人的外出', 'keep the absences of this person'] as const

const othersIn = (ctx: Context, rows: readonly { person_sid: string | null }[]) =>
  rows.flatMap(({ person_sid }) => (person_sid && person_sid !== ctx.actor.sid ? [person_sid] : []))

/** Those of these persons whose absences are not this person's to keep. */
async function beyond(ctx: Context, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set()
  const keeps = partsOf(ctx, modelNamed(ctx.tenant.models, 'absence')).given.some(({ grant }) => grant.scope !== 'OWN' && gives(grant, 'create'))
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const { verbs } = accessOf(ctx, model)
  const mayChange = keeps && (verbs.has('update') || verbs.has('*'))
  const kept = mayChange ? await lockRows(ctx, model, [...new Set(people)], { verb: 'update' }) : []
  return new Set(people.filter((one) => !kept.some(({ sid }) => sid === one)))
}

async function check(ctx: Context, drafts: readonly DraftOf<'absence'>[]) {
  const model = modelNamed(ctx.tenant.models, 'absence')
  const foreign = await beyond(
    ctx,
    othersIn(
      ctx,
      drafts.map(({ row }) => row),
    ),
  )
  for (const draft of drafts)
    if (foreign.has(draft.row.person_sid ?? ''))
      faultAt(ctx, model, draft, 'person_sid', ['您不能维护此人的外出', 'must be yourself, or somebody whose absences you keep'])
  await checkAbove(ctx, model, drafts, {
    personOf: ({ row }) => (row.person_sid === ctx.actor.sid || foreign.has(row.person_sid ?? '') ? null : row.person_sid),
    fieldOf: () => 'person_sid',
  })
  for (const draft of drafts) {
    const { row, changed, before } = draft
    if (!row.person_sid || !row.deputy_sid || !row.from_date || !row.to_date) continue // the engine names what is missing
    if (row.to_date < row.from_date) faultAt(ctx, model, draft, 'to_date', ['不能早于开始日', 'must not be before the first day'])
    else if (!before && row.to_date < ctx.today) faultAt(ctx, model, draft, 'to_date', ['已经过去', 'is in the past'])
    else if (await overlaps(ctx, draft))
      faultAt(ctx, model, draft, 'from_date', ['与此人的另一段外出重叠', 'overlaps another absence of this person'])
    if (changed.has('deputy_sid')) await checkDeputy(ctx, draft)
    else if (row.person_sid !== ctx.actor.sid && isLonger(draft) && (await isOneself(ctx, draft))) faultAt(ctx, model, draft, 'deputy_sid', ONESELF)
  }
}

/** Whether the deputy acts on days on which they did not before. */
function isLonger({ before, row }: DraftOf<'absence'>): boolean {
  if (!before) return false
  const isLater = String(row.to_date) > String(before.to_date)
  return isLater || String(row.from_date) < String(before.from_date) || (before.valid === false && row.valid !== false)
}

async function overlaps({ db }: Context, { sid, row }: DraftOf<'absence'>): Promise<boolean> {
  const other = await db
    .selectFrom('absence')
    .select('sid')
    .where('person_sid', '=', row.person_sid)
    .where('sid', '!=', sid)
    .where('from_date', '<=', row.to_date)
    .where('to_date', '>=', row.from_date)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

const ONESELF = [
  '不能由您指定您自己：您将看到此人的案件',
  'cannot be yourself, who would see the cases of this person: ask them or somebody else',
] as const

const isOneself = async (ctx: Context, { row, faults }: DraftOf<'absence'>) =>
  row.deputy_sid === ctx.actor.sid && faults.length === 0 && (await ownRank(ctx)) !== Number.POSITIVE_INFINITY

/** A deputy can sign in, and is on the same side: the enterprise, or the same agency. */
async function checkDeputy(ctx: Context, draft: DraftOf<'absence'>) {
  const model = modelNamed(ctx.tenant.models, 'absence')
  const { row } = draft
  if (row.deputy_sid === row.person_sid) return faultAt(ctx, model, draft, 'deputy_sid', ['不能是本人', 'must be somebody else'])
  if (await isOneself(ctx, draft)) return faultAt(ctx, model, draft, 'deputy_sid', ONESELF)
  const people = await ctx.db
    .selectFrom('user_info')
    .select(['sid', 'agency_sid', 'person_type', 'account_status', 'person_status'])
    .where('sid', 'in', [row.person_sid, row.deputy_sid])
    .where('deleted_at', 'is', null)
    .execute()
  const [person, deputy] = [row.person_sid, row.deputy_sid].map((one) => people.find(({ sid }) => sid === one))
  if (!person || !deputy) return
  // Wrong guesses by others lock for a day at most.
  if (deputy.person_status === 'RESIGNED' || !['OPEN', 'LOCKED'].includes(String(deputy.account_status)))
    faultAt(ctx, model, draft, 'deputy_sid', ['没有可登录的账号', 'has no account that can sign in'])
  else if (deputy.person_type !== person.person_type || deputy.agency_sid !== person.agency_sid)
    faultAt(ctx, model, draft, 'deputy_sid', [
      '与此人不属于同一方（企业或同一代理机构）',
      'is not on the same side: the enterprise, or the same agency',
    ])
  else await warnOfAbsentDeputy(ctx, draft)
}

async function warnOfAbsentDeputy(ctx: Context, draft: DraftOf<'absence'>) {
  const { row } = draft
  const away = await ctx.db
    .selectFrom('absence')
    .select(['from_date', 'to_date'])
    .where('person_sid', '=', row.deputy_sid)
    .where('from_date', '<=', row.to_date)
    .where('to_date', '>=', row.from_date)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!away) return
  const words = [
    `此人 ${away.from_date} 至 ${away.to_date} 自己也外出`,
    `This person is away as well, from ${away.from_date} until ${away.to_date}`,
  ] as const
  warnAt(modelNamed(ctx.tenant.models, 'absence'), draft, { code: 'deputy_away', field: 'deputy_sid', words, asks: true })
}

/** Notifies a new deputy, one whose days change, and the absent person if somebody else entered the absence. */
async function notifyOf(ctx: Context, drafts: readonly DraftOf<'absence'>[]) {
  const changed = drafts.filter(
    (draft) => ['deputy_sid', 'from_date', 'to_date'].some((code) => draft.changed.has(code)) && String(draft.row.to_date) >= ctx.today,
  )
  const people = await namesOf(
    ctx,
    changed.flatMap(({ row }) => [row.person_sid ?? [], row.deputy_sid ?? []].flat()),
  )
  const notices = changed.flatMap(({ row: { deputy_sid, person_sid, from_date, to_date } }) => {
    const [person, deputy] = [people.get(person_sid ?? ''), people.get(deputy_sid ?? '')]
    if (!person || !deputy) return []
    const toDeputy = {
      user_sid: deputy.sid,
      title: `${from_date} 至 ${to_date} 由您代理 ${person.name} 的工作`,
      title_en: `You act for ${person.name_en || person.name} from ${from_date} until ${to_date}`,
      link: `/deadlines?owner=${person_sid}`,
    }
    const toPerson = {
      user_sid: person.sid,
      title: `${ctx.actor.name} 为您登记了 ${from_date} 至 ${to_date} 的外出，由 ${deputy.name} 代理`,
      title_en: `${actorIn(ctx.actor, 'en')} has entered your absence from ${from_date} until ${to_date}; ${deputy.name_en || deputy.name} acts for you`,
      link: '/me?tab=absences',
    }
    return [toDeputy, toPerson].filter(({ user_sid }) => user_sid !== ctx.actor.sid)
  })
  await notify(
    ctx,
    notices.map((notice) => ({ ...notice, level: 'SOON' as const, about: null })),
  )
}

/** Notifies people whose present or future deputy leaves, to choose another one. */
export async function tellOfLostDeputies(ctx: Context, left: readonly string[]) {
  if (left.length === 0) return
  const rows = await ctx.db
    .selectFrom('absence')
    .select(['person_sid', 'deputy_sid', 'from_date', 'to_date'])
    .where('deputy_sid', 'in', [...left])
    .where('to_date', '>=', ctx.today)
    .where('deleted_at', 'is', null)
    .execute()
  const names = await namesOf(ctx, left)
  const notices = rows.flatMap(({ person_sid, deputy_sid, from_date, to_date }) => {
    const deputy = names.get(deputy_sid ?? '')
    const title = `您的职务代理人 ${deputy?.name} 已离职，请为 ${from_date} 至 ${to_date} 的外出另选代理人`
    const title_en = `Your deputy ${deputy?.name_en || deputy?.name} has left: name another one for your absence from ${from_date} until ${to_date}`
    return person_sid && deputy ? [{ user_sid: person_sid, level: 'URGENT' as const, title, title_en, link: '/me?tab=absences', about: null }] : []
  })
  await notify(ctx, notices)
}

async function namesOf({ db }: Context, sids: readonly string[]) {
  const rows =
    sids.length > 0
      ? await db
          .selectFrom('user_info')
          .select(['sid', 'name', 'name_en'])
          .where('sid', 'in', [...sids])
          .execute()
      : []
  return new Map(rows.map((row) => [row.sid, row]))
}

async function absentFor(ctx: Context): Promise<StandIn[]> {
  const { stands_in_for, sid } = ctx.actor
  if (stands_in_for.length === 0) return []
  const rows = await ctx.db
    .selectFrom('absence as a')
    .innerJoin('user_info as p', 'p.sid', 'a.person_sid')
    .select(['p.sid', 'p.name', 'p.name_en', 'a.to_date'])
    .where('a.deputy_sid', '=', sid)
    .where('a.person_sid', 'in', [...stands_in_for])
    .where('a.from_date', '<=', ctx.today)
    .where('a.to_date', '>=', ctx.today)
    .where('a.deleted_at', 'is', null)
    .where('a.valid', 'is not', false)
    .orderBy('p.name')
    .execute()
  return rows.map((row) => ({ sid: row.sid, name: row.name ?? '', name_en: row.name_en || (row.name ?? ''), until: String(row.to_date) }))
}
