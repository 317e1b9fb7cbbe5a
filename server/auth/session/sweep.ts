import type { Context } from '../../records/context.ts'
import { dropOldCaptchas } from '../limits/captcha.ts'
import { endOldLocks } from '../limits/failures.ts'
import { dropOldFlows } from '../single-sign-on/flow.ts'
import { dropOldTextMessages } from '../../mail/text-messages.ts'
import { dropOldCodes } from '../codes/codes.ts'
import { dropOldChallenges } from '../passkeys/challenges.ts'
import { dropOldTickets } from '../second-factor/tickets.ts'
import { dropOldResetLinks } from '../passwords/reset-links.ts'
import { dropOldTokens } from './tokens.ts'

const DAY = 86_400_000

/** Deletes expired sign-in data each night. */
export async function sweepSessions({ tenant }: Context) {
  await dropOldCaptchas(tenant)
  await dropOldResetLinks(tenant)
  await dropOldTickets(tenant)
  await dropOldFlows(tenant)
  await dropOldChallenges(tenant)
  await dropOldCodes(tenant)
  await dropOldTextMessages(tenant)
  await endOldLocks(tenant)
  await tenant.db
    .deleteFrom('attempt')
    .where('window_start', '<', new Date(Date.now() - DAY).toISOString())
    .execute()
  return { tokens: await dropOldTokens(tenant) }
}
