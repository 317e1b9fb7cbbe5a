import { presentMoment } from '../../model/kit/days/clock.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { mailboxOf } from '../mail/mail-settings.ts'
import { sendOneMail } from '../mail/send.ts'
import { type Context, systemContext, type Tenant } from '../records/context.ts'
import type { Module } from '../records/modules.ts'
import { type Section, sectionsOf } from './content.ts'

/** Mails due and waiting items to people who asked for it. */
export const digestModule: Module = {
  name: 'digest',
  everyFiveMinutes: { digests: ({ tenant }) => sendDigests(tenant, presentMoment()) },
}

const HOUR = 8
const MONDAY = 1
/** Mails in one run; the next run sends the rest. */
const MAX_MAILS = 200

/** From 08:00 on, once a day or a week for each person, over all processes. Returns the number of mails. */
export async function sendDigests(tenant: Tenant, now: Temporal.ZonedDateTime): Promise<number> {
  if (now.hour < HOUR || !(await mailboxOf(tenant))) return 0
  const today = `${now.toPlainDate()}`
  const due = now.dayOfWeek === MONDAY ? (['DAILY', 'WEEKLY'] as const) : (['DAILY'] as const)
  let sent = 0
  const again: Taken[] = []
  for (let tried = 0; tried < MAX_MAILS; tried++) {
    const taken = await takeNext(tenant, today, due)
    if (!taken) break
    const outcome = await sendOne(tenant, today, taken)
    if (outcome === 'sent') sent++
    if (outcome === 'away' || outcome === 'later') again.push(taken)
    if (outcome === 'away') break
  }
  for (const taken of again) await giveBack(tenant, taken)
  return sent
}

/** `later`: of this mail alone; `away`: the mail server, in five minutes again. */
type Outcome = 'sent' | 'nothing' | 'later' | 'away'

type Taken = { sid: string; user_sid: string | null; language: 'zh' | 'en' | null; before: string | null }

async function takeNext({ db }: Tenant, today: string, due: readonly ('DAILY' | 'WEEKLY')[]): Promise<Taken | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('notice_preference')
      .select(['sid', 'user_sid', 'language', 'digest_on as before'])
      .where('digest', 'in', [...due])
      .where((of) => of.or([of('digest_on', 'is', null), of('digest_on', '<', today)]))
      .where('deleted_at', 'is', null)
      .orderBy('sid')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (row) await tx.updateTable('notice_preference').set({ digest_on: today }).where('sid', '=', row.sid).execute()
    return row && { ...row, before: row.before === null ? null : String(row.before) }
  })
}

const giveBack = ({ db }: Tenant, { sid, before }: Taken) =>
  db.updateTable('notice_preference').set({ digest_on: before }).where('sid', '=', sid).execute()

/** A person without an open account or an address gets no mail. */
async function sendOne(tenant: Tenant, today: string, { user_sid, language }: Taken): Promise<Outcome> {
  const [actor] = user_sid ? await readPeople(tenant, [user_sid]) : []
  const person = await tenant.db.selectFrom('user_info').select('email').where('sid', '=', user_sid ?? '').executeTakeFirst() // oxfmt-ignore
  const site = (await mailboxOf(tenant))?.site_address
  if (!actor || !person?.email || !site) return 'nothing'
  const ctx: Context = { ...systemContext(tenant, 'job'), actor, lang: language ?? 'zh', today }
  const sections = await sectionsOf(ctx)
  if (sections.length === 0) return 'nothing'
  const delivery = await sendOneMail(tenant, { to: person.email, ...mailOf(ctx, sections, site) })
  if (!('fault' in delivery)) return 'sent'
  if (!delivery.isTheirs) return 'away'
  return delivery.isFinal ? 'nothing' : 'later' // one whose address is refused does not keep the others waiting
}

function mailOf({ lang, today }: Context, sections: readonly Section[], site: string) {
  const zh = lang === 'zh'
  const parts = sections.map(({ title, lines, more }) => {
    const listed = lines.map(({ text, path }) => `- ${text}\n  ${site}/innoe-web${path}`)
    const rest = more > 0 ? [zh ? `- 另有 ${more} 项` : `- and ${more} more`] : []
    return [title, ...listed, ...rest].join('\n')
  })
  const link = `${site}/innoe-web/me?tab=notices`
  const foot = zh ? `———\n更改频率或停止接收：${link}` : `———\nTo change how often this comes, or to stop it: ${link}`
  return { subject: zh ? `知识产权待办摘要 ${today}` : `What is due and waiting, ${today}`, text: `${[...parts, foot].join('\n\n')}\n` }
}
