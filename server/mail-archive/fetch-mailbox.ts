import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Words } from '../../model/kit/fields.ts'
import { type Context, inTransaction, lockKey } from '../records/context.ts'
import { faultOf, type Mailbox, MailboxFault, type Opened, withMailbox } from './imap.ts'
import { keepMail } from './keep-mail.ts'
import { isTaken, removeFiles, takeMail } from './take-mail.ts'

export type Fetched = { taken: number; fault?: Words; busy?: true }

const LEASE_MS = 5 * 60_000
/** One run ends after this time; the next goes on from there. */
const RUN_MS = 4 * 60_000
const MAX_TRIES = 3

/** Fetches new mails. One process fetches a mailbox at a time; each mail is committed with the position at which to resume. */
export async function fetchMailbox(ctx: Context, sid: string): Promise<Fetched> {
  const fetcher = randomUUID()
  const mailbox = await claim(ctx, sid, fetcher)
  if (!mailbox) return { taken: 0, busy: true }
  let taken = 0
  try {
    await withMailbox(ctx, mailbox, async (opened) => {
      taken = await takeNew(ctx, { mailbox, fetcher, opened })
    })
    await release(ctx, { sid, fetcher }, { fault: null, fault_en: null })
    return { taken }
  } catch (error) {
    if (error instanceof Overtaken) return { taken, busy: true }
    const words = error instanceof MailboxFault ? error.words : UNFORESEEN
    await release(ctx, { sid, fetcher }, { fault: words[0].slice(0, 500), fault_en: words[1].slice(0, 500) })
    if (!(error instanceof MailboxFault)) throw error
    return { taken, fault: words }
  }
}

const UNFORESEEN: Words = ['收取时出错，将再次尝试', 'fetching failed and is tried again']

/** Connects and opens the folder, without fetching. */
export async function tryMailbox(ctx: Context, mailbox: Mailbox): Promise<Words | undefined> {
  try {
    await withMailbox(ctx, mailbox, async () => undefined)
    return undefined
  } catch (error) {
    return error instanceof MailboxFault ? error.words : faultOf(error)
  }
}

/** Another process fetches this mailbox now. */
class Overtaken extends Error {}

function claim({ db }: Context, sid: string, fetcher: string): Promise<Mailbox | undefined> {
  const now = Date.now()
  return db
    .updateTable('incoming_mailbox')
    .set({ fetcher, fetcher_until: new Date(now + LEASE_MS).toISOString() })
    .where('sid', '=', sid)
    .where('deleted_at', 'is', null)
    .where((row) => row.or([row('fetcher_until', 'is', null), row('fetcher_until', '<', new Date(now).toISOString())]))
    .returningAll()
    .executeTakeFirst()
}

type Held = { sid: string; fetcher: string }

async function release({ db }: Context, { sid, fetcher }: Held, said: { fault: string | null; fault_en: string | null }) {
  await db
    .updateTable('incoming_mailbox')
    .set({ ...said, fetcher: null, fetcher_until: null, last_fetch_at: new Date().toISOString() })
    .where('sid', '=', sid)
    .where('fetcher', '=', fetcher)
    .execute()
}

type Fetching = { mailbox: Mailbox; fetcher: string; opened: Opened }

async function takeNew(ctx: Context, { mailbox, fetcher, opened }: Fetching): Promise<number> {
  const end = Date.now() + RUN_MS
  const held = { sid: mailbox.sid, fetcher }
  // A new UIDVALIDITY renumbers the mails: those already fetched are recognised by their content.
  const isSame = mailbox.uid_validity === opened.uidValidity
  const last = isSame ? Number(mailbox.last_uid ?? 0) : 0
  const since = new Date(`${mailbox.fetch_from ?? ctx.today}T00:00:00Z`)
  const found = await opened.client.search({ uid: `${last + 1}:*`, since }, { uid: true })
  const uids = (found || []).filter((uid) => uid > last).toSorted((a, b) => a - b)
  let taken = 0
  for (const uid of uids) {
    if (Date.now() > end) break
    if (await takeOne(ctx, { held, mailbox, opened, uid, isSame })) taken++
  }
  return taken
}

type One = { held: Held; mailbox: Mailbox; opened: Opened; uid: number; isSame: boolean }

async function takeOne(ctx: Context, { held, mailbox, opened, uid, isSame }: One): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-mail-'))
  const keys: string[] = []
  let isKept = false
  const place = { uid_validity: opened.uidValidity, uid: String(uid) }
  try {
    const values = await takeMail(ctx, { mailbox, opened, uid, folder, keys, isSame })
    await inTransaction(ctx, async (tx) => {
      await advance(tx, held, place)
      isKept = values !== undefined && (await isFirst(tx, values.fingerprint))
      if (isKept) await keepMail(tx, { ...values, ...place })
    })
    if (!isKept) await removeFiles(ctx, keys)
    return isKept
  } catch (error) {
    await removeFiles(ctx, keys)
    if (error instanceof Overtaken || error instanceof MailboxFault || !opened.client.usable) throw error
    return await giveUpOrThrow(ctx, { held, mailbox, place, error }) // its refusal is handled before the folder is removed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same mail may be fetched from another mailbox at the same time. */
async function isFirst(tx: Context, fingerprint: string | null | undefined): Promise<boolean> {
  if (!fingerprint) return true
  await lockKey(tx, `mail ${fingerprint}`)
  return !(await isTaken(tx, fingerprint))
}

/** The mail counts as fetched, if this process still holds the mailbox. */
async function advance({ db }: Context, { sid, fetcher }: Held, { uid, uid_validity }: { uid: string; uid_validity: string }) {
  const row = await db
    .updateTable('incoming_mailbox')
    .set({ last_uid: uid, uid_validity, failing_uid: null, failures: null, fetcher_until: new Date(Date.now() + LEASE_MS).toISOString() })
    .where('sid', '=', sid)
    .where('fetcher', '=', fetcher)
    .returning('sid')
    .executeTakeFirst()
  if (!row) throw new Overtaken()
}

type Failed = Pick<One, 'held' | 'mailbox'> & { place: { uid: string; uid_validity: string }; error: unknown }

/** A mail that fails is tried again with the next runs; then it is recorded as failed, so that those after it are not held up. */
async function giveUpOrThrow(ctx: Context, { held, mailbox, place, error }: Failed): Promise<boolean> {
  const failures = mailbox.failing_uid === place.uid ? (mailbox.failures ?? 0) + 1 : 1
  if (failures < MAX_TRIES) {
    await ctx.db.updateTable('incoming_mailbox').set({ failing_uid: place.uid, failures }).where('sid', '=', held.sid).execute()
    throw error
  }
  console.error(`邮件无法归档 / a mail cannot be archived: ${mailbox.name} ${place.uid}`, error)
  await inTransaction(ctx, async (tx) => {
    await advance(tx, held, place)
    const [reason, reason_en] = ['读取这封邮件时出错，已尝试三次', 'reading this mail failed three times']
    await keepMail(tx, {
      state: 'FAILED',
      reason,
      reason_en,
      mailbox_sid: mailbox.sid,
      company_sid: mailbox.company_sid,
      received_at: new Date().toISOString(),
      ...place,
    })
  })
  return true
}
