import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { openServer } from '../../server/open.ts'
import { type Context, systemContext } from '../../server/records/context.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { createRow } from '../../server/records/write/create.ts'
import { makeToken } from '../generate.ts'

export type Voter = { sid: string; token: string }
/** `groups`: the virtual organisations that vote, with the places of their members in `voters`; the first voter is in many of them. */
export type Workers = { voters: Voter[]; groups: { sid: string; members: number[] }[]; own: Voter }

const VOTERS = 200
export const GROUPS = 25
/** So many groups have the first voter: 2,000 of 5,000 approvals. */
const WITH_THE_FIRST = 10

/** 200 people who vote in 25 groups, and one who sees the papers of own cases alone; made once for each data folder. */
export async function makeWorkers(url: string, folder: string): Promise<Workers> {
  const kept = join(folder, 'bench-workers.json')
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Workers // written below
  const server = await openServer(readConfig({ INNOE_DATA: join(folder, 'innoe'), DATABASE_URL: url, INNOE_DEMO: '0' }), url)
  try {
    const ctx = systemContext(server.tenants.of(''))
    const roleNamed = async (code: string) => (await ctx.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
    const engineer = await roleNamed('ip_engineer')
    const company_sid = (await ctx.db.selectFrom('company').select('sid').orderBy('created_at').executeTakeFirstOrThrow()).sid
    const voters: Voter[] = []
    for (let n = 0; n < VOTERS; n++) {
      const sid = await make(ctx, 'user_info', { name: `评审${n + 1}`, job_number: `V${n + 1}`, company_sid, role_sids: [engineer] })
      voters.push({ sid, token: await accountOf(ctx, `voter${n}`, sid, company_sid) })
    }
    const groups: Workers['groups'] = []
    for (let g = 0; g < GROUPS; g++) {
      const own = voters.flatMap((_, n) => (n % GROUPS === g ? [n] : []))
      const members = g > 0 && g < WITH_THE_FIRST ? [0, ...own] : own
      const member_sids = members.map((n) => voters[n]?.sid ?? '')
      groups.push({ sid: await make(ctx, 'virtual_organisation', { name: `评审组${g + 1}`, member_sids }), members })
    }
    const workers = { voters, groups, own: await ownOnly(ctx) }
    writeFileSync(kept, JSON.stringify(workers))
    return workers
  } finally {
    await server.close()
  }
}

const make = (ctx: Context, name: string, values: Record<string, unknown>) => createRow(ctx, modelNamed(ctx.tenant.models, name), values)

async function accountOf(ctx: Context, account: string, user_info_sid: string, company: string) {
  return makeToken(ctx, company, await make(ctx, 'user', { account, user_info_sid, platform: '1' }))
}

/** An owner of cases whose role shows own cases and their documents. */
async function ownOnly(ctx: Context): Promise<Voter> {
  const { sid, company_sid } = await ctx.db
    .selectFrom('user_info')
    .select(['sid', 'company_sid'])
    .where('job_number', '=', 'B1')
    .executeTakeFirstOrThrow()
  const role_sid = await make(ctx, 'role', { name: '基准自有', code: 'bench_own', document_classes: ['V1', 'V2', 'V3', 'V4'] })
  for (const entity of ['patent', 'document'])
    await make(ctx, 'role_grant', { role_sid, entity, verbs: ['get', 'search', 'count'], data_scope: 'SELF' })
  await ctx.db
    .updateTable('user_info')
    .set({ role_sids: [role_sid] })
    .where('sid', '=', sid)
    .execute()
  return { sid, token: await accountOf(ctx, 'benchown', sid, String(company_sid)) }
}
