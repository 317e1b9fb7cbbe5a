import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COST_KEYS } from '../model/fees/costs/cost-keys.ts'
import { readConfig } from '../server/config.ts'
import { openServer } from '../server/open.ts'
import { systemContext } from '../server/records/context.ts'
import { modelNamed } from '../server/records/registry.ts'
import { createRow } from '../server/records/write/create.ts'
import { openConnection } from './connection.ts'
import { cpuMs } from './cpu.ts'
import { type Made, makeToken } from './generate.ts'
import { median } from './median.ts'
import type { Running } from './processes.ts'
import { requestOf, type Shot } from './request.ts'
import { createdBetween } from './screens/screens.ts'

/** One person who asks for costs. `sees`: in words. */
export type Payer = { sees: string; token: string }
/** One grouping over one period: milliseconds of each person, and of CPU. */
export type Cost = { by: string; period: string; each: readonly { p50: number; cpu: number; failed: string }[] }
export type Costs = { sees: readonly string[]; each: readonly Cost[] }

const PROJECTS = 100
const RIGHTS = 30

/** An IP manager of the whole group, and finance and an IP manager of one company of thirteen, and projects with their rights; made once for each data folder. */
export async function makePayers(url: string, folder: string, made: Made): Promise<Payer[]> {
  const kept = join(folder, 'bench-payers.json')
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Payer[] // written below
  const server = await openServer(readConfig({ INNOE_DATA: join(folder, 'innoe'), DATABASE_URL: url, INNOE_DEMO: '0' }), url)
  try {
    const ctx = systemContext(server.tenants.of(''))
    const make = (name: string, values: Record<string, unknown>) => createRow(ctx, modelNamed(ctx.tenant.models, name), values)
    const payer = async (sees: string, code: string, company_sid: string) => {
      const { sid: role } = await ctx.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()
      const user_info_sid = await make('user_info', { name: `费用 ${sees}`, company_sid, role_sids: [role] })
      const account = `payer${company_sid === made.company ? '' : '_part'}_${code}`
      const user = await make('user', { account, user_info_sid, platform: '1' })
      return { sees, token: await makeToken(ctx, company_sid, user) }
    }
    const part = made.companies.at(-1) ?? ''
    const payers = [
      { sees: 'administrator', token: made.token },
      await payer('IP manager, all companies', 'ip_manager', made.company),
      await payer('finance, one company of 13', 'finance', part),
      await payer('IP manager, one company of 13', 'ip_manager', part),
    ]
    for (let n = 0; n < PROJECTS; n++) {
      const dealing_sid = await make('project', {
        title: `基准项目${n + 1}`,
        owner_sid: made.owner,
        company_sid: made.companies[n % made.companies.length],
      })
      for (const case_sid of made.sids.slice(n * RIGHTS, (n + 1) * RIGHTS)) await make('dealt_right', { dealing_sid, case_sid })
    }
    writeFileSync(kept, JSON.stringify(payers))
    return payers
  } finally {
    await server.close()
  }
}

const PERIODS: readonly [string, object][] = [
  ['one year', { from: '2026-01-01', until: '2026-12-31' }],
  ['all years', {}],
]
const TIMES = 3
/** Slow sums are asked for once: their figure is far from what is wanted all the same. */
const ENOUGH_MS = 1500
/** Sums that took longer than this may be reused for ten times as long. */
const KEPT_FROM_MS = 100
/** Other numbers than those of the cases that others create. */
let creations = 2_000_000

/** Each grouping alone on one connection, a case with fees created before it, and what may be reused waited out. */
export async function measureCosts(
  alone: { innoe: Running; database: number },
  made: Made,
  payers: readonly Payer[],
  isWanted: (name: string) => boolean,
): Promise<Costs> {
  const each: Cost[] = []
  for (const [period, days] of PERIODS)
    for (const by of Object.keys(COST_KEYS)) {
      if (!isWanted(`costs by ${by}, ${period}`)) continue
      const shot: Shot = { method: 'POST', path: '/innoe-webapi/model/fee/do/costs', body: { by, ...days } }
      const own: Cost['each'][number][] = []
      // Finance sees no projects.
      for (const payer of payers) own.push(by === 'PROJECT' && payer.sees.startsWith('finance') ? NOT_ASKED : await measure(alone, made, payer, shot))
      each.push({ by, period, each: own })
      console.error(`costs by ${by}, ${period}: ${own.map(({ p50, failed }) => `${p50.toFixed(0)} ${failed}`).join(', ')}`)
    }
  return { sees: payers.map(({ sees }) => sees), each }
}

const NOT_ASKED = { p50: 0, cpu: 0, failed: 'not seen' }

async function measure(
  { innoe: { address, pid }, database }: { innoe: Running; database: number },
  { company, token }: Made,
  payer: Payer,
  shot: Shot,
) {
  const connection = await openConnection(address)
  const times: number[] = []
  let [failed, cpu] = ['', 0]
  const send = async (one: Shot, as: string, n = 0) => {
    const request = requestOf({ address, token: as }, one, n)
    const begun = performance.now()
    const { status, text } = await connection.send(request)
    const took = performance.now() - begun
    if (status !== 200) failed ||= `${status} ${text().slice(0, 200)}`
    return took
  }
  try {
    for (let spent = 0; times.length === 0 || (times.length < TIMES && (spent < ENOUGH_MS || times.length % 2 === 0));) {
      const lastly = times.at(-1) ?? 0
      if (lastly > KEPT_FROM_MS) await new Promise((done) => setTimeout(done, 10 * lastly))
      await send(createdBetween(company), token, creations++)
      const before = cpuMs([pid, database])
      const took = await send(shot, payer.token)
      cpu += cpuMs([pid, database]) - before
      times.push(took)
      spent += took
    }
  } finally {
    connection.close()
  }
  return { p50: median(times), cpu: cpu / times.length, failed }
}
