import { changeEpoSettings, EPO_REGISTER, EPO_SETTINGS, readEpoSettings, testEpoSettings } from '../../model/rights/patents/epo-register.ts'
import { labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import type { ReadFrom } from '../../model/kit/route.ts'
import { refuseUnlessAdministrator } from '../auth/passwords/change-rules.ts'
import { countAttempt } from '../auth/limits/limits.ts'
import { refuseFaults } from '../errors.ts'
import { addressFault } from '../outbound/post.ts'
import { type Context, inTransaction, lockKey } from '../records/context.ts'
import { writeHistoryOfAll } from '../records/history/of-all.ts'
import { type Route, serve } from '../route.ts'
import { dropAnswers } from './answers.ts'
import { openOffice, signIn } from './epo-client.ts'
import { epoAccount, EPO_KEY, type EpoSettings, epoSettings, keepEpoSettings, sealSecret } from './epo-settings.ts'

export const epoRoutes: readonly Route[] = [
  serve(readEpoSettings, async ({ ctx }) => {
    refuseUnlessAdministrator(ctx, WHAT)
    return shown(await epoSettings(ctx))
  }),
  serve(changeEpoSettings, async ({ ctx, body }) => {
    refuseUnlessAdministrator(ctx, WHAT)
    return shown(await inTransaction(ctx, (tx) => change(tx, body)))
  }),
  serve(testEpoSettings, async ({ ctx }) => {
    refuseUnlessAdministrator(ctx, WHAT)
    await countAttempt(ctx.tenant, 'mail', ctx.actor.user_sid ?? '')
    await signIn(openOffice(ctx, await epoAccount({ ...ctx.tenant, db: ctx.db })))
    return { accepted: true }
  }),
]

const WHAT: Words = ['专利局接口的设置', 'settings of patent offices']

const shown = ({ consumer_key = null, base_url = null, per_minute = null, consumer_secret }: EpoSettings) => ({
  consumer_key,
  base_url,
  per_minute,
  consumer_secret: { is_set: Boolean(consumer_secret) },
})

/** The change log says who changed which settings, and of the secret only that it changed. */
async function change(ctx: Context, { consumer_secret: secret, ...changes }: ReadFrom<typeof changeEpoSettings>): Promise<EpoSettings> {
  await lockKey(ctx, EPO_KEY)
  const fault = changes.base_url ? addressFault(changes.base_url) : undefined
  if (fault) refuseField(ctx, 'base_url', fault)
  const before = await epoSettings(ctx)
  const isMoved = changes.base_url !== undefined && addressOf(changes) !== addressOf(before)
  const isOther = changes.consumer_key !== undefined && changes.consumer_key !== before.consumer_key
  if (before.consumer_secret && secret === undefined && (isMoved || (isOther && changes.consumer_key)))
    refuseField(ctx, 'consumer_secret', ENTER_AGAIN)
  if (isMoved) await dropAnswers(ctx)
  const settings = { ...before, ...changes, ...(secret !== undefined && { consumer_secret: secret && sealSecret(ctx.tenant, secret) }) }
  await keepEpoSettings(ctx, settings)
  const codes = [...Object.keys(changes), ...(secret === undefined ? [] : ['consumer_secret'])]
  await writeHistoryOfAll(ctx, 'user', `专利局接口 / Patent offices: ${codes.join(', ')}`)
  return settings
}

const addressOf = ({ base_url }: { base_url?: string | null }) => base_url ?? EPO_REGISTER.base_url

/** The kept secret goes to the address and with the key for which it was given, and to no other. */
const ENTER_AGAIN: Words = ['key 或地址已改，请重新填写', 'must be entered again, since the key or the address changes']

function refuseField({ lang }: Context, field: keyof typeof EPO_SETTINGS, reason: Words) {
  refuseFaults([{ field, label: labelOf(EPO_SETTINGS[field], lang), reason: wordIn(reason, lang) }])
}
