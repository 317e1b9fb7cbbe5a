import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { openServer } from '../server/open.ts'
import { type Context, systemContext } from '../server/records/context.ts'
import { modelNamed } from '../server/records/registry.ts'
import { createRow } from '../server/records/write/create.ts'
import { makeToken } from './generate.ts'

/** One person of a role, whose calls are measured. `sees`: in words. */
export type Reader = { sees: string; token: string }

const PEOPLE = 5000
const ROLES = 50
const READING = ['get', 'search', 'count']

type Sight = { data_scope: string; query?: string; hidden_fields?: string[] }

/** What the roles of a large company show; each stands five times, alone or with what is added below. */
const SIGHTS: readonly [string, Sight][] = [
  ['all', { data_scope: 'ALL' }],
  ['all, fields hidden', { data_scope: 'ALL', hidden_fields: ['remark', 'value_grade', 'agency_sid'] }],
  ['own', { data_scope: 'SELF' }],
  ['own department', { data_scope: 'DEPT' }],
  ['own department and below', { data_scope: 'DEPT_SUB' }],
  ['own company', { data_scope: 'COMPANY' }],
  ['own company and below', { data_scope: 'COMPANY_SUB' }],
  ['by query: country', { data_scope: 'CUSTOM', query: "country = 'CN'" }],
  ['by query: status and grade', { data_scope: 'CUSTOM', query: "status = 'GRANTED' AND value_grade IN ('A', 'B')" }],
  ['virtual organisation', { data_scope: 'VIRTUAL' }],
]
const ADDED = ['alone', 'changes own', 'within a company', 'a denial', 'a second role'] as const

/** 50 roles, held by 5,000 people of whom one of each role calls; made once for each data folder. */
export async function makePeople(url: string, folder: string): Promise<Reader[]> {
  const kept = join(folder, 'bench-people.json')
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Reader[] // written below
  const server = await openServer(readConfig({ INNOE_DATA: join(folder, 'innoe'), DATABASE_URL: url, INNOE_DEMO: '0' }), url)
  try {
    const ctx = systemContext(server.tenants.of(''))
    const owners = await ctx.db.selectFrom('user_info').select(['sid', 'company_sid']).where('job_number', 'like', 'B%').orderBy('sid').execute()
    const roles: string[][] = []
    for (let n = 0; n < ROLES; n++) roles.push(await makeRole(ctx, n, owners[n % owners.length]?.company_sid ?? ''))
    const readers: Reader[] = []
    for (const [n, role_sids] of roles.entries()) {
      const owner = owners[n]
      if (!owner) throw new Error('the data has too few owners of cases')
      await ctx.db.updateTable('user_info').set({ role_sids }).where('sid', '=', owner.sid).execute()
      const user = await make(ctx, 'user', { account: `bench${n}`, user_info_sid: owner.sid, platform: '1' })
      readers.push({ sees: seenBy(n), token: await makeToken(ctx, String(owner.company_sid), user) })
    }
    const member_sids = owners.slice(0, ROLES).map(({ sid }) => sid)
    await make(ctx, 'virtual_organisation', { name: '基准联合组', member_sids })
    for (let n = owners.length; n < PEOPLE; n++)
      await make(ctx, 'user_info', {
        name: `员工${n}`,
        job_number: `E${n}`,
        company_sid: owners[n % owners.length]?.company_sid,
        role_sids: roles[n % ROLES],
      })
    writeFileSync(kept, JSON.stringify(readers))
    return readers
  } finally {
    await server.close()
  }
}

const make = (ctx: Context, name: string, values: Record<string, unknown>) => createRow(ctx, modelNamed(ctx.tenant.models, name), values)

const sightOf = (n: number) => SIGHTS[n % SIGHTS.length]?.[1] ?? { data_scope: 'SELF' }
const addedTo = (n: number) => ADDED[Math.floor(n / SIGHTS.length)] ?? 'alone'
const seenBy = (n: number) => [SIGHTS[n % SIGHTS.length]?.[0], addedTo(n)].filter((part) => part !== 'alone').join(', ')

/** The roles that a person of this kind holds together. */
async function makeRole(ctx: Context, n: number, company: string): Promise<string[]> {
  const role = async (code: string, grant: Record<string, unknown>) => {
    const role_sid = await make(ctx, 'role', { name: `基准角色 ${code}`, code })
    await make(ctx, 'role_grant', { role_sid, entity: 'patent', verbs: READING, ...grant })
    return role_sid
  }
  const added = addedTo(n)
  const extra = {
    ...(added === 'changes own' && { verbs: [...READING, 'update'], change_scope: 'SELF' }),
    ...(added === 'within a company' && { within_company: company }),
  }
  const first = await role(`bench_${n}`, { ...sightOf(n), ...extra })
  if (added === 'a second role') return [first, await role(`bench_${n}_own`, { data_scope: 'SELF' })]
  if (added !== 'a denial') return [first]
  return [first, await role(`bench_${n}_denial`, { denies: true, data_scope: 'CUSTOM', query: "value_grade = 'D'" })]
}
