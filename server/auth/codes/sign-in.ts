import { refuse } from '../../errors.ts'
import { accountToAdmit, type Asked, type LoginState, passwordOf, refuseUnlessOpen } from '../session/admit.ts'
import { cookieOf } from '../session/cookies.ts'
import { addressOf, countAttempt } from '../limits/limits.ts'
import { admitOrAskMore, guess, platformOf } from '../session/login.ts'
import { digest } from '../session/secrets.ts'
import { accountMeant, accountsWith, spellingOf } from './account-with.ts'
import { type Channel, CODE_COOKIE, takeCode } from './codes.ts'
import { isCodeOn } from './send.ts'

type Given = { channel: Channel; to: string; code: string; platform: number }

/** A wrong code and an unknown address read alike, take alike and lock alike, as a wrong password does. */
export async function signInWithCode(call: Asked, { channel, to: given, code, platform: end }: Given): Promise<LoginState & { account: string }> {
  const { tenant, request } = call
  const platform = platformOf(end)
  const to = spellingOf(channel, given)
  await countAttempt(tenant, 'sign_in', addressOf(request))
  if (!(await isCodeOn(tenant, channel))) refuse('code_login')
  await countAttempt(tenant, 'account', `${digest(to)} ${addressOf(request)}`)
  const digits = code.replace(/\s/g, '')
  const sharing = await accountsWith(tenant, { channel, to, platform })
  const found = accountMeant(sharing, digits)
  const row = found && (await accountToAdmit(tenant, found.user))
  const isRight = async () => {
    const owner = { channel, user: row?.sid ?? '', to, password: passwordOf(row), browser: cookieOf(request, CODE_COOKIE) }
    const taken = await takeCode(tenant, owner, digits)
    return taken === 'ELSEWHERE' ? refuse('code_wrong') : taken === 'RIGHT'
  }
  // Addresses and user names lock apart: else wrong passwords for an address that is no user name would lock it if nobody has it.
  const beside = sharing.flatMap(({ user }) => (user === row?.sid ? [] : [user]))
  const isKnown = await guess(call, `${channel}:${to}`, row, isRight, { way: channel, wrong: 'code_wrong', beside })
  if (!row) return refuse('code_wrong')
  await refuseUnlessOpen(tenant, row, platform)
  return { ...(await admitOrAskMore(call, row, { platform, isKnown, way: channel })), account: row.account ?? '' }
}
