import { anyTable } from '../../database/pool.ts'
import { readFileSync } from 'node:fs'
import { countryOfApplicant } from '../../../seed/demo/applicant-countries.ts'
import { DEMO } from '../../../seed/demo/company.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import { seedDealings } from './dealings.ts'
import { seedAnnuityRound } from './annuity-round.ts'
import { seedBudgets } from './budgets.ts'
import { seedDocuments } from './documents.ts'
import { seedDocketList } from './docket-list.ts'
import { seedExchangeRates } from './exchange-rates.ts'
import { seedExperts } from './experts.ts'
import { seedAwards } from './awards.ts'
import { seedFamily } from './family.ts'
import { seedFinance } from './finance.ts'
import { seedInstructions } from './instructions.ts'
import { seedInvoices } from './invoices.ts'
import { seedMatters } from './matters.ts'
import { seedOfficial } from './official.ts'
import { seedRights } from './rights.ts'
import { seedShares } from './shares.ts'
import { seedTasks } from './tasks.ts'
import { seedTrademarks } from './trademarks.ts'
import { add, type FirstLogin, openFirst } from '../rows.ts'
import { inTransaction, systemContext, type Tenant, type Context } from '../../records/context.ts'

type Real = {
  title: string
  country: string
  patent_type: string
  status: string
  application_no?: string
  filing_date?: string
  publication_no?: string
  publication_date?: string
  grant_no?: string
  grant_date?: string
  register_date?: string
  applicants?: string[]
  inventors?: string[]
  ipc?: string[]
  data_source: string
}

/** The demo company: made-up people around a few hundred real published patents. */
export async function seedDemo(tenant: Tenant): Promise<FirstLogin[]> {
  return inTransaction(systemContext(tenant), async (ctx) => {
    const company = await firstSid(ctx, 'company', 'company_name', DEMO.companies[0].company_name)
    await add(
      ctx,
      'company',
      DEMO.companies.slice(1).map(({ parent: _, ...one }: { parent?: string; company_name: string }) => ({ ...one, parent_sid: company })),
    )
    const departments = await seedDepartments(ctx, company)
    const agencies = await named(
      ctx,
      'agency',
      DEMO.agencies.map((one) => ({ ...one })),
      'agency_name',
    )
    await add(
      ctx,
      'agent',
      DEMO.agents.map(({ agency, ...one }) => ({ ...one, agency_sid: agencies.get(agency) })),
    )
    await seedNodes(ctx)
    await add(
      ctx,
      'tag',
      DEMO.tags.map((one) => ({ ...one })),
    )
    const { people, logins } = await seedPeople(ctx, company, departments, agencies)
    await seedLeaders(ctx, departments)
    await seedPatents(ctx, {
      company,
      departments: [...departments.values()],
      agencies: [...agencies.values()],
      owners: people,
      nodes: await nodesByCode(ctx),
    })
    await seedDrafts(ctx, { company, departments, agency: agencies.get(DEMO.agencies[0].agency_name), owner: people[0] })
    await seedFamily(ctx, { company, department: departments.get('RD3'), agencies: [...agencies.values()], owner: people[0] })
    await seedTrademarks(ctx, { company, department: departments.get('IP'), agency: agencies.get(DEMO.agencies[0].agency_name), owners: people })
    await seedRights(ctx, { company, department: departments.get('IP'), owners: people })
    await seedExperts(ctx, { company, nodes: await nodesByCode(ctx) })
    await seedDealings(ctx, { company, department: departments.get('IP'), owners: people })
    await seedMatters(ctx, { company, department: departments.get('IP'), owners: people })
    await seedOfficial(ctx, { company })
    await seedDocketList(ctx, { company, agency: agencies.get(DEMO.agencies[0].agency_name) })
    await seedTasks(ctx, { company, owners: people })
    await seedInstructions(ctx, { company, engineer: people[0] })
    await seedInvoices(ctx, { company, agency: agencies.get(DEMO.agencies[0].agency_name) })
    await seedExchangeRates(ctx)
    await seedFinance(ctx, { company, agencies: [...agencies.values()] })
    await seedAwards(ctx, { company })
    await seedAnnuityRound(ctx, { company })
    await seedDocuments(ctx)
    await seedBudgets(ctx, { company, department: departments.get('IP') })
    const shown = DEMO.departments[1]
    await seedShares(ctx, { company, sharer: people[0] ?? '', department: { sid: departments.get(shown.code) ?? '', name: shown.name } })
    return logins
  })
}

async function firstSid(ctx: Context, table: string, column: string, value: string): Promise<string> {
  const row = await anyTable(ctx.db)
    .selectFrom(table)
    .select('sid')
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return String(row.sid)
}

async function named(ctx: Context, model: string, rows: Record<string, unknown>[], by: string): Promise<Map<string, string>> {
  const sids = await add(ctx, model, rows)
  return new Map(rows.map((row, at) => [String(row[by]), sids[at] ?? '']))
}

async function seedDepartments(ctx: Context, company: string) {
  const ip = await firstSid(ctx, 'department', 'code', 'IP')
  const rest = DEMO.departments.filter((one) => one.code !== 'IP')
  const made = await named(
    ctx,
    'department',
    rest.map(({ leader: _, ...one }) => ({ ...one, company_sid: company })),
    'code',
  )
  return new Map([['IP', ip], ...made])
}

async function seedNodes(ctx: Context) {
  const top = DEMO.tech_nodes.filter((one) => !('parent' in one))
  const sids = await named(
    ctx,
    'tech_node',
    top.map((one) => ({ ...one })),
    'code',
  )
  const below = DEMO.tech_nodes.flatMap((one) =>
    'parent' in one ? [{ code: one.code, name: one.name, name_en: one.name_en, parent_sid: sids.get(one.parent) }] : [],
  )
  await add(ctx, 'tech_node', below)
}

async function seedPeople(ctx: Context, company: string, departments: Map<string, string>, agencies: Map<string, string>) {
  const roles = new Map((await ctx.db.selectFrom('role').select(['code', 'sid']).execute()).map(({ code, sid }) => [code, sid]))
  const logins: FirstLogin[] = []
  const people: string[] = []
  for (const { department, roles: of, ...one } of DEMO.people) {
    const { account, ...person } = { account: undefined, ...one }
    const row = { ...person, company_sid: company, department_sid: departments.get(department), role_sids: of.map((code) => roles.get(code)) }
    if (account) logins.push(await openFirst(ctx, row, account, '1'))
    else await add(ctx, 'user_info', [row])
    if (department === 'IP') people.push(await firstSid(ctx, 'user_info', 'job_number', one.job_number))
  }
  const { account, agency, roles: of, ...person } = DEMO.agency_user
  logins.push(
    await openFirst(
      ctx,
      { ...person, company_sid: company, agency_sid: agencies.get(agency), role_sids: of.map((code) => roles.get(code)) },
      account,
      '2',
    ),
  )
  return { people, logins }
}

/** Each department has a leader, who is also the leader of its people: approvals ask them. */
async function seedLeaders({ db }: Context, departments: ReadonlyMap<string, string>) {
  for (const { code, leader } of DEMO.departments) {
    const { sid } = await db.selectFrom('user_info').select('sid').where('job_number', '=', leader).executeTakeFirstOrThrow()
    const department = departments.get(code) ?? ''
    await db.updateTable('department').set({ leader_sid: sid }).where('sid', '=', department).execute()
    await db.updateTable('user_info').set({ leader_sid: sid }).where('department_sid', '=', department).where('sid', '!=', sid).execute()
  }
}

/** Node of a patent by its first class, in the technology tree of the demo company; other classes have no node. */
const NODE_OF_CLASS: readonly (readonly [start: string, code: string])[] = [
  ['B64C25', 'A2'], ['B64C', 'A1'], ['B64U', 'A1'], ['B64', 'A'], ['H02', 'B1'], ['B60L', 'B1'], ['B60C', 'A2'], ['B60B', 'A2'], ['H01M', 'B2'], ['B60', 'B'], ['G05', 'C'], ['G06', 'C'], ['G01', 'C'], ['H04', 'C'],
] // oxfmt-ignore

async function nodesByCode({ db }: Context): Promise<ReadonlyMap<string, string>> {
  return new Map((await db.selectFrom('tech_node').select(['code', 'sid']).execute()).map(({ code, sid }) => [code ?? '', sid]))
}

const nodesOf = (classes: readonly string[] = [], nodes: ReadonlyMap<string, string>) => [
  ...new Set(
    classes.flatMap((one) => {
      const code = NODE_OF_CLASS.find(([start]) => one.replaceAll(' ', '').startsWith(start))?.[1]
      return nodes.get(code ?? '') ?? []
    }),
  ),
]

type Around = { company: string; departments: string[]; agencies: string[]; owners: string[]; nodes: ReadonlyMap<string, string> }

async function seedPatents(ctx: Context, { company, departments, agencies, owners, nodes }: Around) {
  const real: Real[] = JSON.parse(readFileSync(new URL('../../../seed/demo/patents.json', import.meta.url), 'utf8'))
  const applicants = await byName(
    ctx,
    'applicant',
    real.flatMap((one) => one.applicants ?? []),
    (name) => ({ applicant_kind: 'COMPANY', country: countryOfApplicant(name) }),
  )
  const inventors = await byName(
    ctx,
    'inventor',
    real.flatMap((one) => one.inventors ?? []),
    () => ({ external: true }),
  )
  const rows = real.map(({ applicants: owned, inventors: made, application_no, ...one }, at) => ({
    ...one,
    ...(application_no && one.country !== 'CN' ? { application_no } : {}),
    company_sid: company,
    owner_sid: owners[at % owners.length],
    department_sid: departments[1 + (at % 3)],
    agency_sid: one.country === 'CN' ? agencies[0] : agencies[1],
    applicants: [...new Set(owned ?? [])].map((name) => ({ applicant_sid: applicants.get(name) })),
    inventors: shares([...new Set(made ?? [])]).map(({ name, pct }) => ({ inventor_sid: inventors.get(name), contribution_pct: pct })),
    value_grade: 'ABC'[at % 3],
    tech_node_sids: nodesOf(one.ipc, nodes),
    tags: at % 7 === 0 ? ['重点'] : at % 11 === 0 ? ['产品在用'] : [],
    fee_reduction: one.country === 'CN' && at % 3 === 0 ? '85' : one.country === 'US' ? 'SMALL' : undefined,
    claims_count: 6 + (at % 15),
  }))
  const sids = await docketTogether(ctx, () => add(ctx, 'patent', rows))
  await seedLetters(ctx, sids, rows)
}

type Owned = { company: string; departments: Map<string, string>; agency: string | undefined; owner: string | undefined }

/** Made-up cases of the made-up inventors, still on their way to an office. */
async function seedDrafts(ctx: Context, { company, departments, agency, owner }: Owned) {
  const inventors = new Map<string, string>()
  for (const by of new Set(DEMO.drafts.map((one) => one.by))) {
    const person = await ctx.db
      .selectFrom('user_info')
      .select(['sid', 'name', 'name_en', 'department_sid'])
      .where('job_number', '=', by)
      .executeTakeFirstOrThrow()
    const row = { name: person.name, name_en: person.name_en, employee_no: by, user_sid: person.sid, department: person.department_sid }
    inventors.set(by, (await add(ctx, 'inventor', [row]))[0] ?? '')
  }
  const rows = DEMO.drafts.map(({ by, department, ...one }) => ({
    ...one,
    patent_type: 'INVENTION',
    country: 'CN',
    company_sid: company,
    department_sid: departments.get(department),
    agency_sid: agency,
    owner_sid: owner,
    inventors: [{ inventor_sid: inventors.get(by), contribution_pct: '100' }],
  }))
  await docketTogether(ctx, () => add(ctx, 'patent', rows))
}

/** Equal contributions that total exactly 100: the first takes what rounding leaves. */
function shares(names: string[]) {
  const each = Math.floor(10_000 / Math.max(names.length, 1))
  return names.map((name, at) => {
    const hundredths = at === 0 ? 10_000 - each * (names.length - 1) : each
    return { name, pct: `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}` }
  })
}

async function byName(ctx: Context, model: string, names: string[], more: (name: string) => Record<string, unknown>) {
  const distinct = [...new Set(names.map((name) => name.slice(0, 100)))]
  return named(
    ctx,
    model,
    distinct.map((name) => ({ name, ...more(name) })),
    'name',
  )
}

/** Recent official documents of the pending Chinese cases, so that deadlines are due from the start. */
async function seedLetters(ctx: Context, sids: readonly string[], rows: readonly { country: string; status: string }[]) {
  const pending = sids.filter((_, at) => rows[at]?.country === 'CN' && rows[at]?.status === 'SE').slice(0, 18)
  const today = Temporal.PlainDate.from(ctx.today)
  const letters = pending.map((case_sid, at) => ({
    case_sid,
    code: at % 3 === 0 ? 'CN15' : 'CN14',
    event_date: today.subtract({ days: 6 + at * 7 }).toString(),
    delivery_way: at % 5 === 4 ? 'PAPER' : 'ELECTRONIC',
    round_no: at % 3 === 0 ? 2 : 1,
    company_sid: null,
  }))
  await docketTogether(ctx, () => add(ctx, 'official_event', letters))
}
