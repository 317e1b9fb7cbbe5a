import { randomUUIDv7 } from 'node:crypto'
import { XLSX } from '../../model/documents/media-types.ts'
import type { Lang, Words } from '../../model/kit/fields.ts'
import type { StatisticDelivery } from '../../model/statistics/statistic_delivery.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { Refusal } from '../errors.ts'
import { mailboxOf } from '../mail/mail-settings.ts'
import { sendMail } from '../mail/send.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { fileOf } from './file.ts'
import { type Mailed, nextOf, visibleOf } from './planned.ts'
import { drawReport, drawStatistic, languageOf, MEDIA_TYPES, nameOf } from './report-file.ts'
import { definitionOf } from './statistic.ts'

const BATCH_SIZE = 200
const MAX_TRIES = 5
/** A sending that takes longer was interrupted: the mail server gives up after some twenty seconds. */
const MAX_MS = 600_000
const KEPT_MS = 90 * 86_400_000

/** Every five minutes. What is due is written down first, and then sent mail by mail. */
export async function deliverAll(ctx: Context) {
  await noteDue(ctx)
  for (const delivery of await waiting(ctx)) if (await claim(ctx, delivery)) await deliver(ctx, delivery)
}

/** One delivery for each recipient, with the next moment in the same transaction. After a long standstill only one is made. */
async function noteDue(ctx: Context) {
  const now = new Date().toISOString()
  await inTransaction(ctx, async ({ db }) => {
    const due = await db
      .selectFrom('statistic_subscription')
      .selectAll()
      .where('next_at', '<=', now)
      .where('valid', 'is not', false)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const one of due) {
      const rows = (one.user_sids ?? []).map((user_sid) => ({
        ...{ sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, company_sid: one.company_sid },
        ...{ subscription_sid: one.sid, user_sid, due_at: one.next_at, state: 'WAITING' as const, tries: 0 },
      }))
      if (rows.length > 0)
        await db
          .insertInto('statistic_delivery')
          .values(rows)
          .onConflict((on) => on.doNothing())
          .execute()
      await db
        .updateTable('statistic_subscription')
        .set({ next_at: nextOf(one, now) })
        .where('sid', '=', one.sid)
        .execute()
    }
  })
}

const waiting = ({ db }: Context) =>
  db
    .selectFrom('statistic_delivery')
    .selectAll()
    .where((of) =>
      of.or([of('state', '=', 'WAITING'), of.and([of('state', '=', 'SENDING'), of('updated_at', '<', new Date(Date.now() - MAX_MS).toISOString())])]),
    )
    .orderBy('due_at')
    .limit(BATCH_SIZE)
    .execute()

/** Only one process sends it. One that was killed while it sent is taken over later, with the same message ID. */
async function claim({ db }: Context, { sid, version }: StatisticDelivery): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statistic_delivery')
    .set((of) => ({ state: 'SENDING', version: of('version', '+', 1), tries: of('tries', '+', 1), updated_at: new Date().toISOString() }))
    .where('sid', '=', sid)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Outcome = { state: 'SENT' | 'SKIPPED' | 'FAILED' | 'WAITING'; words?: Words }

async function deliver(ctx: Context, delivery: StatisticDelivery) {
  // Renewal prevents a long computation from counting as interrupted.
  const renewal = setInterval(() => void renew(ctx, delivery).catch(console.error), MAX_MS / 10)
  const { state, words } = await outcomeOf(ctx, delivery).catch((error: unknown): Outcome => {
    console.error(error)
    return { state: 'FAILED', words: ['统计未能生成', 'the statistic could not be computed'] }
  })
  clearInterval(renewal)
  await ctx.db
    .updateTable('statistic_delivery')
    .set({
      state,
      message: words?.[0].slice(0, MAX_WORDS) ?? null,
      message_en: words?.[1].slice(0, MAX_WORDS) ?? null,
      updated_at: new Date().toISOString(),
    })
    .where('sid', '=', delivery.sid)
    .execute()
}

const renew = ({ db }: Context, { sid }: StatisticDelivery) =>
  db.updateTable('statistic_delivery').set({ updated_at: new Date().toISOString() }).where('sid', '=', sid).where('state', '=', 'SENDING').execute()

const MAX_WORDS = 500
const skipped = (...words: Words): Outcome => ({ state: 'SKIPPED', words })

/** Computed as the recipient: with their rows, their fields, and their permission to export. */
async function outcomeOf(ctx: Context, { sid, subscription_sid, user_sid, tries }: StatisticDelivery): Promise<Outcome> {
  const { tenant, db } = ctx
  if ((tries ?? 0) >= MAX_TRIES) return { state: 'FAILED', words: ['多次发送被中断', 'sending was interrupted too often'] }
  const subscription = await db.selectFrom('statistic_subscription').selectAll().where('sid', '=', subscription_sid).executeTakeFirst()
  if (!subscription) return skipped('定期发送已取消', 'the mailing was ended')
  const [actor] = await readPeople(tenant, [user_sid ?? ''])
  if (!actor) return skipped('收件人没有可用的账号', 'the recipient has no open account')
  const lang: Lang = subscription.language === 'en' ? 'en' : 'zh'
  const reader: Context = { ...ctx, actor, lang }
  const mailed: Mailed = subscription.report_sid ? 'report' : 'statistic'
  const record = await visibleOf(reader, mailed, subscription.report_sid ?? subscription.statistic_sid ?? '')
  if (!record) return skipped(...NOT_SHARED[mailed])
  const person = await db.selectFrom('user_info').select('email').where('sid', '=', user_sid).executeTakeFirst()
  if (!person?.email) return skipped('收件人没有邮箱地址', 'the recipient has no mail address')
  const attached = await attachmentOf({ ...reader, lang: languageOf(record) ?? lang }, { mailed, record, file: subscription.file ?? 'XLSX' })
  const isLast = (tries ?? 0) + 1 >= MAX_TRIES
  if (attached instanceof Refusal) {
    const words: Words = [attached.words('zh'), attached.words('en')]
    return attached.isMomentary ? { state: isLast ? 'FAILED' : 'WAITING', words } : skipped(...words)
  }
  const name = nameOf(record, lang)
  const site = (await mailboxOf(tenant))?.site_address ?? ''
  const link = `${site}/innoe-web/${mailed === 'report' ? 'reports' : 'statistics'}/${String(record.sid)}`
  const hindrance = await sendMail(tenant, {
    ...{
      to: person.email,
      message_id: `<${sid}@${hostOf(site)}>`,
      ...lettersOf(mailed, { name, link, day: String(record.as_of ?? ctx.today) })[lang],
    },
    attachments: [attached],
  })
  if (!hindrance) return { state: 'SENT' }
  return { state: isLast ? 'FAILED' : 'WAITING', words: hindrance }
}

const NOT_SHARED: Record<Mailed, Words> = {
  statistic: ['该统计没有共享给收件人', 'the statistic is not shared with the recipient'],
  report: ['该报告没有共享给收件人', 'the report is not shared with the recipient'],
}

type Sent = { mailed: Mailed; record: Record<string, unknown>; file: 'XLSX' | 'PDF' | 'PPTX' }

async function attachmentOf(reader: Context, { mailed, record, file }: Sent) {
  const name = nameOf(record, reader.lang)
  const named = `${name}_${reader.today}`
  const as = file === 'PPTX' ? 'pptx' : 'pdf'
  try {
    if (mailed === 'report') return { name: `${named}.${as}`, type: MEDIA_TYPES[as], content: await drawReport(reader, record, as) }
    if (file !== 'XLSX') return { name: `${named}.${as}`, type: MEDIA_TYPES[as], content: await drawStatistic(reader, record, as) }
    return { name: `${named}.xlsx`, type: XLSX, content: await fileOf(reader, definitionOf(record), name) }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const hostOf = (site: string) => (URL.canParse(site) ? new URL(site).hostname : 'innoe')

type Told = { name: string; link: string; day: string }

function lettersOf(mailed: Mailed, { name, link, day }: Told) {
  const isReport = mailed === 'report'
  return {
    zh: {
      subject: `${name}（${day}）`,
      text: `您好：\n\n附件是${isReport ? '报告' : '统计'}“${name}”截至 ${day} 的${isReport ? '内容，只含您有权查看的记录' : '结果，按您有权查看的记录统计'}。\n\n在系统中打开：\n${link}\n\n这封邮件由系统定期发送。\n`,
    },
    en: {
      subject: `${name} (${day})`,
      text: `Hello,\n\nAttached ${isReport ? 'is the report' : 'are the figures of'} “${name}” as of ${day}, over the records that you may see.\n\nOpen it in the system:\n${link}\n\nThis mail is sent on a schedule.\n`,
    },
  }
}

/** Each night. */
export async function dropOldDeliveries({ db }: Context) {
  const before = new Date(Date.now() - KEPT_MS).toISOString()
  await db.deleteFrom('statistic_delivery').where('due_at', '<', before).execute()
}
