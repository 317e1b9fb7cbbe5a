import { aggregatePeople, countAccounts, modifyPerson, openEureka, PEOPLE_LISTS } from '../../model/organisation/user-info-actions.ts'
import { personWithAccount, whoIs } from '../../model/organisation/user-info-routes.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { parseIql } from '../../model/kit/iql/parse.ts'
import { printIql } from '../../model/kit/iql/print.ts'
import { addLock } from '../auth/accounts/account-acts.ts'
import { aggregate, aggregateRows } from '../records/query/totals/aggregate.ts'
import { perform } from '../records/actions.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { count, readIql, search, type SearchBody } from '../records/query/search.ts'
import { update } from '../records/write/update.ts'
import type { Part } from '../records/modules.ts'
import type { Context } from '../records/context.ts'
import { refuse } from '../errors.ts'
import { type Route, serve } from '../route.ts'

const personModel = (ctx: Context) => modelNamed(ctx.tenant.models, 'user_info')
const NAMES = ['name', 'name_en', 'job_number', 'department_sid']
const BASIC = [...NAMES, 'company_sid', 'person_type', 'person_status', 'job_title', 'avatar']

// Possible recipients of a case: the caller's own people and those of agencies, while employed
const EITHER_SIDE = "person_type IN ('INTERNAL', 'AGENCY') AND person_status = 'EMPLOYED'"

type Variant = { fl?: readonly string[]; only?: string }
/** Each is a search, with fields of its own or of some people only. */
const VARIANTS: Readonly<Record<(typeof PEOPLE_LISTS)[number]['name'], Variant>> = {
  search_all: {},
  search_component: { fl: NAMES },
  search_page_plus: {},
  search_names: { fl: ['name', 'name_en'] },
  sysconfig_search: {},
  search_user_default: { only: "person_status = 'EMPLOYED'" },
  'search-user-and-agent': { fl: [...NAMES, 'person_type', 'agency_sid', 'email'], only: EITHER_SIDE },
  'search-user-and-agent-name': { fl: ['name', 'name_en'], only: EITHER_SIDE },
  departed_search: { only: "person_status = 'RESIGNED'" },
}

export const peopleCalls: Part = {
  actions: [
    ...PEOPLE_LISTS.flatMap((list) => perform(list, ({ ctx, body }) => searchSome(ctx, body, VARIANTS[list.name]))),
    ...perform(countAccounts, ({ ctx }) => accountsInUse(ctx)),
    ...perform(aggregatePeople, ({ ctx, model, body }) => aggregateRows(ctx, model, body)),
    ...perform(modifyPerson, ({ ctx, model, body }) => update(ctx, model, body)),
    ...perform(openEureka, () => refuse('rule', NO_EUREKA)),
  ],
}

const NO_EUREKA = {
  summary_zh: '本系统未接入 Eureka 检索服务，无法开通账号',
  summary_en: 'No Eureka search service is connected to this system, so no account can be opened there',
}

/** A person in few fields, or with their account. */
export const peopleRoutes: readonly Route[] = [
  serve(whoIs, async ({ ctx, model, path }) => {
    const { record } = await search(ctx, model, { fl: BASIC, iql: `sid = '${path.sid}'`, rows: 1, total: 'none' })
    return record[0] ?? refuse('not_found')
  }),
  serve(personWithAccount, ({ ctx, path }) => withAccount(ctx, path.sid)),
]

const ACCOUNT = ['account', 'platform', 'status', 'expires_at', 'locked_until', 'must_change_password']

/** A person as the settings show them, with the account that they sign in with. */
async function withAccount(ctx: Context, sid: string) {
  const person = await get(ctx, personModel(ctx), sid)
  const { record } = await search(ctx, modelNamed(ctx.tenant.models, 'user'), {
    fl: ACCOUNT,
    iql: `user_info_sid = '${person.sid}'`,
    rows: 1,
    total: 'none',
  })
  const [user] = record
  if (user) await addLock(ctx, user)
  return { ...person, user: user ?? null }
}

/** How many accounts there are at each end; their number is not limited. */
async function accountsInUse(ctx: Context) {
  const groups = await aggregate(ctx, modelNamed(ctx.tenant.models, 'user'), { by: ['platform', 'status'] })
  const open = (platform: string) =>
    groups.filter(({ by }) => by.platform === platform && by.status === 'OPEN').reduce((sum, { count }) => sum + count, 0)
  const people = await count(ctx, personModel(ctx), { iql: "person_status = 'EMPLOYED'" })
  return { limit: null, enterprise: open('1'), agency: open('2'), accounts: groups.reduce((sum, one) => sum + one.count, 0), people: people.total }
}

function searchSome(ctx: Context, body: SearchBody, { fl, only }: Variant) {
  const asked = readIql(body.iql)
  const also = only ? parseIql(only).where : undefined
  const parts: Condition[] = [asked.where, also].filter((part) => part !== undefined)
  const where: Condition | undefined = parts.length > 1 ? { kind: 'and', of: parts } : parts[0]
  const iql = printIql({ order: asked.order, ...(where && { where }) })
  return search(ctx, personModel(ctx), { ...(fl && { fl }), ...body, iql })
}
