// The archive of mails: 10,000 mails of a real Dovecot fetched, stored and filed by the product, beside a client that only keeps them.
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { ImapFlow } from 'imapflow'
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { startEmbedded } from '../../server/database/cluster/embedded.ts'
import { fetchMailbox } from '../../server/mail-archive/fetch-mailbox.ts'
import { openServer } from '../../server/open.ts'
import { type Context, systemContext } from '../../server/records/context.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { createRow } from '../../server/records/write/create.ts'
import { seedTenants } from '../../server/seed/seed.ts'
import { type Dovecot, launchDovecot } from '../../tests/harness/mail/dovecot.ts'
import { mailOf } from '../../tests/harness/mail/mails.ts'
import { chanceFrom } from '../chance.ts'
import { chineseTitle } from '../titles.ts'

const { values } = parseArgs({ options: { data: { type: 'string', default: 'data/bench-mails' }, mails: { type: 'string', default: '10000' } } })
const folder = resolve(values.data)
const wanted = Number(values.mails)
const CASES = 500
const ATTACHED_BYTES = 60_000

type Side = { seconds: number; most: number; kept: string }

async function main() {
  mkdirSync(join(folder, 'floor'), { recursive: true })
  const database = await startEmbedded({ data: folder })
  const server = await openServer(readConfig({ INNOE_DATA: join(folder, 'innoe'), DATABASE_URL: database.url, INNOE_DEMO: '0' }), database.url)
  const dovecot = await launchDovecot()
  try {
    await seedTenants(server)
    const ctx = systemContext(server.tenants.of(''))
    await fill(dovecot, await makeCases(ctx))
    const floor = await timed(() => keepAll(dovecot, database.url))
    const innoe = await timed(() => archiveAll(ctx, dovecot))
    writeFileSync(new URL('mails.md', import.meta.url), report(innoe, floor))
    console.log(report(innoe, floor))
  } finally {
    await dovecot.stop()
    await server.close()
    await database.stop()
  }
}

/** Cases of this run, so that the data folder may be used again. */
async function makeCases(ctx: Context): Promise<string[]> {
  const company = await ctx.db.selectFrom('company').select('sid').orderBy('created_at').executeTakeFirstOrThrow()
  const owner = await ctx.db.selectFrom('user_info').select('sid').orderBy('created_at').executeTakeFirstOrThrow()
  const numbers = Array.from({ length: CASES }, (_, n) => `B${Date.now()}-${n}`)
  for (const case_no of numbers)
    await createRow(ctx, modelNamed(ctx.tenant.models, 'patent'), {
      case_no,
      title: case_no,
      country: 'CN',
      patent_type: 'INVENTION',
      owner_sid: owner.sid,
      company_sid: company.sid,
    })
  return numbers
}

/** Of ten mails, eight name their case, five have a paper of 60 kB, one comes from an unknown sender. */
async function fill(dovecot: Dovecot, cases: readonly string[]) {
  const chance = chanceFrom(20261128)
  for (let n = 0; n < wanted; n++) {
    const subject = `${chineseTitle(chance)} ${n % 10 < 8 ? cases[n % cases.length] : n}`
    const text = Array.from({ length: 20 }, () => chineseTitle(chance)).join('。')
    const content = Buffer.alloc(ATTACHED_BYTES, createHash('sha256').update(`${n}`).digest())
    const files = n % 2 ? [{ name: `意见 ${n}.txt`, content, type: 'text/plain' }] : []
    await dovecot.fill(mailOf({ subject, text, files, id: `<${n}@agency.test>`, ...(n % 10 === 9 && { from: 'stranger@elsewhere.test' }) }))
  }
}

/** As the worker does every five minutes, until nothing is left. */
async function archiveAll(ctx: Context, { host, port, user, pass }: Dovecot): Promise<string> {
  const company = await ctx.db.selectFrom('company').select('sid').orderBy('created_at').executeTakeFirstOrThrow()
  const settings = { name: `bench ${Date.now()}`, host, port, security: 'NONE', username: user, password: pass, fetch_from: '2020-01-01', is_on: false, company_sid: company.sid } // oxfmt-ignore
  const mailbox = await createRow(ctx, modelNamed(ctx.tenant.models, 'incoming_mailbox'), settings)
  const known = await ctx.db.selectFrom('mail_sender').select('sid').where('address', '=', 'agency.test').executeTakeFirst()
  if (!known) await createRow(ctx, modelNamed(ctx.tenant.models, 'mail_sender'), { address: 'agency.test' })
  for (let taken = 1; taken > 0;) {
    const run = await fetchMailbox(ctx, mailbox)
    if (run.fault) throw new Error(run.fault[1])
    taken = run.taken
  }
  const states = await ctx.db
    .selectFrom('archived_mail')
    .select(['state', (of) => of.fn.countAll<string>().as('n')])
    .where('mailbox_sid', '=', mailbox)
    .groupBy('state')
    .orderBy('state')
    .execute()
  return states.map(({ state, n }) => `${state} ${n}`).join(', ')
}

/** The floor: each mail whole to a file, with one committed row; nothing is read, matched or searched. */
async function keepAll({ host, port, user, pass }: Dovecot, url: string): Promise<string> {
  const client = new ImapFlow({ host, port, secure: false, doSTARTTLS: false, auth: { user, pass }, logger: false, disableAutoIdle: true })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {}) // the database stops soon after
  await pool.query('create table if not exists floor_mail (uid bigint, subject text, size bigint)')
  await client.connect()
  await client.mailboxOpen('INBOX', { readOnly: true })
  const uids = (await client.search({ all: true }, { uid: true })) || []
  for (const uid of uids) {
    const { content } = await client.download(String(uid), undefined, { uid: true })
    if (!content) throw new Error(`mail ${uid} is gone`)
    await pipeline(content, createWriteStream(join(folder, 'floor', `${uid}.eml`)))
    await pool.query({ name: 'keep', text: 'insert into floor_mail values ($1, $2, $3)', values: [uid, '', 0] })
  }
  await client.logout()
  await pool.end()
  return `${uids.length} files`
}

/** Seconds, and the most memory meanwhile, in MB. */
async function timed(work: () => Promise<string>): Promise<Side> {
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() / 2 ** 20)), 200)
  const begun = performance.now()
  const kept = await work()
  clearInterval(watch)
  return { seconds: (performance.now() - begun) / 1000, most: Math.round(most), kept }
}

function report(innoe: Side, floor: Side): string {
  const line = (name: string, { seconds, most, kept }: Side) =>
    `| ${name} | ${Math.round(seconds)} | ${Math.round((60 * wanted) / seconds).toLocaleString('en')} | ${most} | ${kept} |`
  return [
    '# The archive of mails beside the floor',
    '',
    `${wanted.toLocaleString('en')} mails of a real Dovecot, half of them with a paper of 60 kB; Node ${process.versions.node}, load average ${(loadavg()[0] ?? 0).toFixed(1)}; ${new Date().toISOString().slice(0, 10)}. Floor: each mail whole to a file and one row.`,
    '',
    '| | seconds | mails a minute | most memory, MB | kept |',
    '| --- | ---: | ---: | ---: | --- |',
    line('Innoe', innoe),
    line('floor', floor),
    '',
  ].join('\n')
}

await main()
process.exit()
