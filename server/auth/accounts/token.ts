import { type Field, wordIn, type Words } from '../../../model/kit/fields.ts'
import type { Fault } from '../../../model/kit/wire.ts'
import { forgetEnded, issuePersonal } from '../session/tokens.ts'
import { sessionOf } from '../session/actor.ts'
import { type Call, action } from '../../records/actions.ts'
import { modelNamed } from '../../records/registry.ts'
import { later } from './close-account.ts'
import type { Part } from '../../records/modules.ts'
import type { Context } from '../../records/context.ts'
import { refuse, refuseFaults } from '../../errors.ts'

const MOST = 50
const LONGEST = 366 * 86_400_000

/** Personal access tokens are made here; any token that is deleted, in whatever way, ends at once in every process. */
export const tokens: Part = {
  hooks: [{ model: 'token', deleted: async (ctx, rows) => later(ctx, () => forgetEnded(ctx.tenant, rows)) }],
  actions: [action('token', 'create', createToken)],
}

const KEYS = new Set(['name', 'expires_at'])

/** POST token/do/create {name, expires_at?}: a personal access token; its secret is told once. */
async function createToken({ ctx, body, request }: Call) {
  const { actor, tenant } = ctx
  for (const key of Object.keys(body)) if (!KEYS.has(key)) refuse('unknown_key', { key })
  // A token that leaked must not make itself successors.
  const { kind } = await sessionOf(tenant, request)
  if (kind !== 'SESSION' || !actor.user_sid || !actor.sid)
    return refuse('forbidden', { what_zh: '用令牌再建令牌，请登录后新建', what_en: 'to make a token with a token; sign in to make one' })
  const { name, expires_at } = readToken(ctx, body)
  const owner = { user_sid: actor.user_sid, person: actor.sid, company_sid: actor.company_sid, platform: actor.platform }
  await refuseTooMany(ctx, owner.user_sid)
  return issuePersonal(tenant, owner, name, expires_at)
}

/** Every fault of it at once, by the names of its fields. */
function readToken({ lang, tenant }: Context, body: Record<string, unknown>): { name: string; expires_at: string | null } {
  const { name, expires_at } = modelNamed(tenant.models, 'token').fields
  const faults: Fault[] = []
  const fault = (field: string, of: Field | undefined, words: Words) =>
    faults.push({ field, label: of?.[lang] ?? field, reason: wordIn(words, lang) })
  const called = typeof body.name === 'string' ? body.name.trim().slice(0, 60) : ''
  if (!called) fault('name', name, ['必填', 'is required'])
  const moment = typeof body.expires_at === 'string' ? Date.parse(body.expires_at) : Number.NaN
  const isEndless = (body.expires_at ?? '') === ''
  if (!isEndless && !(moment > Date.now() && moment < Date.now() + 10 * LONGEST))
    fault('expires_at', expires_at, ['应为将来十年内的时间', 'must be a moment within the next ten years'])
  if (faults.length > 0) return refuseFaults(faults)
  return { name: called, expires_at: isEndless ? null : new Date(moment).toISOString() }
}

async function refuseTooMany({ db }: Context, user: string) {
  const { n } = await db
    .selectFrom('token')
    .select((of) => of.fn.countAll().as('n'))
    .where('user_sid', '=', user)
    .where('kind', '=', 'PERSONAL')
    .executeTakeFirstOrThrow()
  if (Number(n) >= MOST) refuse('too_many_values', { key: 'token', max: MOST })
}
