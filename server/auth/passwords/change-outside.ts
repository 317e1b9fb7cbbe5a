import type { changeForgotten } from '../../../model/auth/passwords/recovery-routes.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import type { RouteCall } from '../../route.ts'
import { audit } from '../audit/audit.ts'
import { isCaptcha } from '../limits/captcha.ts'
import { addressOf, countAttempt, forgiveAttempt } from '../limits/limits.ts'
import { type AccountRow, passwordOf, refuseOldOneTime, refuseUnlessOpen } from '../session/admit.ts'
import { platformOf, rightPasswordOf, secondStepsOf } from '../session/login.ts'
import { rulesOf } from '../session/rules.ts'
import { digest } from '../session/secrets.ts'
import { endSessions } from '../session/tokens.ts'
import { newPasswordFaults, setPassword } from './passwords.ts'
import { refuseByPolicy } from './policy.ts'

/** POST …/iam_pwd/change, for people who must change the password before sign-in. The old password is limited as at sign-in. */
export async function change(call: RouteCall<typeof changeForgotten>) {
  const { tenant, request, lang, body } = call
  const { account: username, old_password: password, new_password: fresh, confirm_password: again, captcha_id, captcha } = body
  const platform = platformOf(body.platform)
  await countAttempt(tenant, 'sign_in', addressOf(request))
  if (!(await isCaptcha(tenant, captcha_id, captcha))) refuse('captcha')
  await countAttempt(tenant, 'account', `${digest(username.toLowerCase())} ${addressOf(request)}`)
  const { row, isKnown } = await rightPasswordOf(call, { username, password })
  await refuseUnlessOpen(tenant, row, platform)
  refuseOldOneTime(row)
  await refuseByPolicy(tenant, row, { way: 'PASSWORD' })
  if ((await secondStepsOf(tenant, row)).length > 0) refuse('rule', SECOND_STEP)
  const rules = await rulesOf(tenant)
  const account = row.account ?? ''
  const faults = await newPasswordFaults({ fresh, again, kept: keptOf(row), rules, account, lang })
  if (faults.length > 0) refuseFaults(faults)
  await tenant.db.transaction().execute(async (db) => {
    const now = await db.selectFrom('user').select('secret').where('sid', '=', row.sid).forUpdate().executeTakeFirstOrThrow()
    // Of two concurrent changes, the second one has the wrong old password.
    if (keptOf(now)[0] !== passwordOf(row)) refuse('login_wrong')
    await setPassword({ db }, row.sid, fresh, false)
  })
  if (isKnown) await forgiveAttempt(tenant, 'known', row.sid)
  await endSessions(tenant, row.sid, { personal: rules.end_tokens })
  await audit(request, 'PASSWORD_CHANGED', { user: row.sid })
  return { changed: true, account }
}

const keptOf = ({ secret }: Pick<AccountRow, 'secret'>) => (Array.isArray(secret) ? secret.map(String) : []) // written by setPassword

const SECOND_STEP = {
  summary_zh: '此账号启用了两步验证：请登录后修改密码',
  summary_en: 'This account has a second factor: sign in and change the password there',
}
