import { changeMailSettings, MAIL_SETTINGS, readMailSettings, sendTestMail } from '../../model/mail/mail-settings.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import type { ReadFrom } from '../../model/kit/wire/route.ts'
import { countLockedOut } from '../auth/passkeys/locked-out.ts'
import { refuseUnlessAdministrator } from '../auth/passwords/change-rules.ts'
import { countAttempt } from '../auth/limits/limits.ts'
import { both, refuse, refuseFaults } from '../errors.ts'
import { keepMailSettings, MAIL_KEY, mailSettings, type MailSettings, sealPassword } from '../mail/mail-settings.ts'
import { sendMail } from '../mail/send.ts'
import { type Context, inTransaction, lockKey } from '../records/context.ts'
import { takeConfirmed } from '../records/write/checks/warnings.ts'
import { writeHistoryOfAll } from '../records/history/of-all.ts'
import { type Route, serve } from '../route.ts'

export const mailRoutes: readonly Route[] = [
  serve(readMailSettings, async ({ ctx }) => {
    refuseUnlessAdministrator(ctx, OUTGOING_MAIL)
    return shown(await mailSettings(ctx))
  }),
  serve(changeMailSettings, async ({ ctx, body }) => {
    refuseUnlessAdministrator(ctx, OUTGOING_MAIL)
    const { rest, confirmed } = takeConfirmed(ctx, body)
    return shown(await inTransaction({ ...ctx, ...(confirmed && { confirmed }) }, (tx) => change(tx, rest)))
  }),
  serve(sendTestMail, async ({ ctx, body: { to } }) => {
    refuseUnlessAdministrator(ctx, OUTGOING_MAIL)
    await countAttempt(ctx.tenant, 'mail', ctx.actor.user_sid ?? '')
    const hindrance = await sendMail(ctx.tenant, { to, ...TEST[ctx.lang] })
    if (hindrance) refuse('mail_not_sent', both('why', hindrance))
    return { sent: true }
  }),
]

const OUTGOING_MAIL = ['发信设置', 'settings of outgoing mail'] as const

const TEST = {
  zh: { subject: 'Innoe 测试邮件', text: '发信设置可用。\n' },
  en: { subject: 'Innoe test mail', text: 'The settings of outgoing mail work.\n' },
}

function shown(settings: MailSettings) {
  const {
    host = null,
    port = null,
    security = null,
    username = null,
    from_address = null,
    from_name = null,
    reply_address = null,
    site_address = null,
    password,
  } = settings
  return { host, port, security, username, from_address, from_name, reply_address, site_address, password: { is_set: Boolean(password) } }
}

/** The change log says who changed which settings, and of the password only that it changed. */
async function change(ctx: Context, { password, ...changes }: Omit<ReadFrom<typeof changeMailSettings>, 'confirm'>): Promise<MailSettings> {
  await lockKey(ctx, MAIL_KEY)
  const before = await mailSettings(ctx)
  const goesElsewhere = SERVER.some((code) => changes[code] !== undefined && changes[code] !== (before[code] ?? null))
  const sends = changes.host === undefined ? before.host : changes.host
  if (sends && goesElsewhere && before.password && password === undefined) refuseOldPassword(ctx)
  if (changes.site_address !== undefined) await warnOfMovedPasskeys(ctx, before.site_address, changes.site_address)
  const settings = { ...before, ...changes, ...(password !== undefined && { password: password && sealPassword(ctx.tenant, password) }) }
  await keepMailSettings(ctx, settings)
  const codes = [...Object.keys(changes), ...(password === undefined ? [] : ['password'])]
  await writeHistoryOfAll(ctx, 'user', `发信设置 / Outgoing mail: ${codes.join(', ')}`)
  return settings
}

const SERVER = ['host', 'port', 'security'] as const

/** The stored password is sent only to the server for which it was given. */
function refuseOldPassword({ lang }: Context) {
  const reason = ['服务器已改，请重新填写', 'must be entered again, since the server changes'] as const
  refuseFaults([{ field: 'password', label: labelOf(MAIL_SETTINGS.password, lang), reason: wordIn(reason, lang) }])
}

/** Passkeys belong to the host name under which they were made. A person decides whether to leave people without their second factor. */
async function warnOfMovedPasskeys(ctx: Context, from: string | null | undefined, to: string | null) {
  if (!ctx.confirmed || ctx.confirmed.has(MOVED)) return
  const count = await countLockedOut(ctx, { from, to })
  if (count === 0) return
  const reason = wordIn(
    [
      `通行密钥只在原网址有效：${count} 个账号的角色要求两步验证，而通行密钥是其唯一的第二步，改后将无法登录，直到管理员重置两步验证`,
      `passkeys hold for the present address alone: the owners of ${count} account(s) cannot sign in afterwards until an administrator resets their second factor, because a role requires one and theirs is a passkey`,
    ],
    ctx.lang,
  )
  const label = labelOf(MAIL_SETTINGS.site_address, ctx.lang)
  refuse('unconfirmed', { count: 1 }, { warnings: [{ code: MOVED, field: 'site_address', label, reason }] })
}

const MOVED = 'passkeys_elsewhere'
