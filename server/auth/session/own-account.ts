import type { FastifyRequest } from 'fastify'
import { signIn } from '../../../model/auth/session/session-routes.ts'
import { labelOf, wordIn, type Words } from '../../../model/kit/fields.ts'
import { both, refuse, refuseFaults } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { sessionOf } from './actor.ts'
import { isOwnPassword } from '../passwords/passwords.ts'

/** One's own account, in a session: a token that leaked must not change how its owner signs in. */
export async function ownAccount({ tenant, actor }: Context, request: FastifyRequest, what: Words): Promise<string> {
  const { kind } = await sessionOf(tenant, request)
  return kind === 'SESSION' && actor.user_sid ? actor.user_sid : refuse('forbidden', both('what', what))
}

/** Of two calls side by side, the second one sees what the first one did: a reset of the password, too, which ends the session. */
export async function lockAccount({ db, actor }: Context, user: string) {
  const row = await db.selectFrom('user').select(['sid', 'totp_since']).where('sid', '=', user).forUpdate().executeTakeFirstOrThrow()
  const session = await db.selectFrom('token').select('sid').where('sid', '=', actor.token_sid).executeTakeFirst()
  return session ? row : refuse('login_required')
}

export async function refuseWrongPassword(ctx: Context, password: string) {
  if (await isOwnPassword(ctx, password)) return
  refuseFaults([{ field: 'password', label: labelOf(signIn.body.password, ctx.lang), reason: wordIn(['不正确', 'is wrong'], ctx.lang) }])
}

/** The second factor was shown in this session, since it was just set up in it. */
export async function noteSecondStep({ db, actor }: Context) {
  await db.updateTable('token').set({ second_factor: true }).where('sid', '=', actor.token_sid).execute()
}
