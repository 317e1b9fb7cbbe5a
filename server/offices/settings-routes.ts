import {
  changeRegisterSettings,
  readRegisterSettings,
  REGISTER_SETTINGS,
  type RegisterOffice,
  REGISTERS,
  testRegisterSettings,
} from '../../model/rights/patents/registers.ts'
import { labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import type { ReadFrom } from '../../model/kit/wire/route.ts'
import { refuseUnlessAdministrator } from '../auth/passwords/change-rules.ts'
import { countAttempt } from '../auth/limits/limits.ts'
import { refuseFaults } from '../errors.ts'
import { addressFault } from '../outbound/post.ts'
import { type Context, inTransaction, lockKey } from '../records/context.ts'
import { writeHistoryOfAll } from '../records/history/of-all.ts'
import { type Route, serve } from '../route.ts'
import { dropAnswers } from './answers.ts'
import { openRegister } from './registers.ts'
import { keepSettings, keyOf, accountOf, sealSecret, type Settings, settingsOf } from './settings.ts'

export const registerRoutes: readonly Route[] = [
  serve(readRegisterSettings, async ({ ctx, path: { office } }) => {
    refuseUnlessAdministrator(ctx, WHAT)
    return shown(await settingsOf(ctx, office))
  }),
  serve(changeRegisterSettings, async ({ ctx, path: { office }, body }) => {
    refuseUnlessAdministrator(ctx, WHAT)
    return shown(await inTransaction(ctx, (tx) => change(tx, office, body)))
  }),
  serve(testRegisterSettings, async ({ ctx, path: { office } }) => {
    refuseUnlessAdministrator(ctx, WHAT)
    await countAttempt(ctx.tenant, 'mail', ctx.actor.user_sid ?? '')
    await openRegister(ctx, office, await accountOf({ ...ctx.tenant, db: ctx.db }, office)).test()
    return { accepted: true }
  }),
]

const WHAT: Words = ['专利局接口的设置', 'settings of patent offices']

const shown = ({ consumer_key = null, base_url = null, per_minute = null, consumer_secret, api_key }: Settings) => ({
  consumer_key,
  base_url,
  per_minute,
  consumer_secret: { is_set: Boolean(consumer_secret) },
  api_key: { is_set: Boolean(api_key) },
})

/** The change log says who changed which settings, and of a secret only that it changed. */
async function change(ctx: Context, office: RegisterOffice, changes: ReadFrom<typeof changeRegisterSettings>): Promise<Settings> {
  await lockKey(ctx, keyOf(office))
  const register = REGISTERS[office]
  const user = 'user' in register ? register.user : undefined
  for (const code of ['consumer_key', 'consumer_secret', 'api_key'] as const)
    if (changes[code] !== undefined && code !== user && code !== register.secret) refuseField(ctx, code, NOT_ASKED)
  const fault = changes.base_url ? addressFault(changes.base_url) : undefined
  if (fault) refuseField(ctx, 'base_url', fault)
  const before = await settingsOf(ctx, office)
  const secret = changes[register.secret]
  const isMoved = changes.base_url !== undefined && (changes.base_url ?? register.base_url) !== (before.base_url ?? register.base_url)
  const isOther = user !== undefined && Boolean(changes[user]) && changes[user] !== before[user]
  if (before[register.secret] && secret === undefined && (isMoved || isOther)) refuseField(ctx, register.secret, ENTER_AGAIN)
  if (isMoved) await dropAnswers(ctx, office)
  const sealed = secret === undefined ? {} : { [register.secret]: secret && sealSecret(ctx.tenant, office, secret) }
  const settings = { ...before, ...changes, ...sealed }
  await keepSettings(ctx, office, settings)
  await writeHistoryOfAll(ctx, 'user', `${register.name[0]} / ${register.name[1]}: ${Object.keys(changes).join(', ')}`)
  return settings
}

/** The stored secret is sent only to the address, and with the key, for which it was given. */
const ENTER_AGAIN: Words = ['key 或地址已改，请重新填写', 'must be entered again, since the key or the address changes']
const NOT_ASKED: Words = ['该局不使用此项', 'is not used by this office']

function refuseField({ lang }: Context, field: keyof typeof REGISTER_SETTINGS, reason: Words) {
  refuseFaults([{ field, label: labelOf(REGISTER_SETTINGS[field], lang), reason: wordIn(reason, lang) }])
}
