import { downloadMailFile } from '../../model/mail/archive-actions.ts'
import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import type { ServerModule } from '../module.ts'
import { type Context, type DraftOf, systemContext } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { serve } from '../route.ts'
import { mailboxActions, mailActions } from './actions.ts'
import { fetchMailbox } from './fetch-mailbox.ts'
import { fileWithNotices } from './file-with-notice.ts'
import { sendMailFile } from './show-mail.ts'

/** Mails of the incoming mailboxes, fetched every five minutes and filed to their cases. */
export const mailArchiveModule: ServerModule = {
  name: 'mail archive',
  after: ['documents'],
  rowVisibility: { archived_mail: { also: unfiled } },
  hooks: [
    { model: 'incoming_mailbox', check: async (ctx, drafts) => checkMailboxes(ctx, drafts) },
    { model: 'notice_intake', written: fileWithNotices },
  ],
  actions: [...mailboxActions, ...mailActions],
  jobs: [
    defineJob<{ sid: string }, null>('MAIL', async ({ ctx, input: { sid }, step }) => {
      const { taken, fault, busy } = await fetchMailbox(asSystem(ctx), sid)
      const message = busy ? BUSY : (fault ?? ([`收取 ${taken} 封邮件`, `${taken} mails fetched`] as const))
      await step(async () => ({ progress: null, done: taken, ok: taken, failed: fault ? 1 : 0, message }))
      return { message }
    }),
  ],
  everyFiveMinutes: { 'fetch mail': fetchAll },
  nightly: { 'mails not archived': dropIgnored },
  routes: [serve(downloadMailFile, ({ ctx, path, request, reply }) => sendMailFile(ctx, request, reply, { sid: path.sid, at: Number(path.at) }))],
}

const BUSY = ['这个邮箱正在收取', 'this mailbox is being fetched'] as const

/** The system files all mails, since a fetched mail belongs to no person. */
const asSystem = (ctx: Context) => systemContext(ctx.tenant)

/** [9.02] Every five minutes; the mailboxes one after the other, a fault of one not hindering the others. */
async function fetchAll(ctx: Context) {
  const rows = await ctx.db
    .selectFrom('incoming_mailbox')
    .select(['sid', 'name'])
    .where('is_on', '=', true)
    .where('valid', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('last_fetch_at', (order) => order.asc().nullsFirst())
    .execute()
  for (const { sid, name } of rows)
    await fetchMailbox(ctx, sid).catch((fault: unknown) => console.error(`收信失败 / mail was not fetched: ${name}`, fault))
}

const IGNORED_DAYS = 90

/** Records of ignored mails are deleted after three months. */
async function dropIgnored({ db }: Context) {
  const before = new Date(Date.now() - IGNORED_DAYS * 86_400_000).toISOString()
  await db.deleteFrom('archived_mail').where('state', '=', 'IGNORED').where('decided_at', 'is', null).where('created_at', '<', before).execute()
}

/** The stored password is sent only to the server for which it was given. */
function checkMailboxes(ctx: Context, drafts: readonly DraftOf<'incoming_mailbox'>[]) {
  const model = modelNamed(ctx.tenant.models, 'incoming_mailbox')
  for (const draft of drafts) {
    const goesElsewhere = SERVER.some((code) => draft.changed.has(code))
    if (draft.before?.password && goesElsewhere && !draft.changed.has('password'))
      faultAt(ctx, model, draft, 'password', ['服务器已改，请重新填写', 'must be entered again, since the server changes'])
  }
}

const SERVER = ['host', 'port', 'security'] as const

// A condition of permission has no position in a text.
const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })

/** A mail of no case is seen by those of its company who may file mails. */
function unfiled({ actor }: Context): Condition {
  const isUnfiled: Condition = { kind: 'empty', path: ['case_sid'], at: GIVEN, negated: false }
  const companies = actor.platform === 1 ? actor.companies : []
  return { kind: 'and', of: [isUnfiled, { kind: 'in', path: ['company_sid'], at: GIVEN, negated: false, values: companies.map(text) }] }
}
