import { labelOf, type Field } from '../../model/kit/fields.ts'
import type { ReadFrom } from '../../model/kit/wire/route.ts'
import { changeLimits, readLimits } from '../../model/settings/limit-routes.ts'
import { type Limits, LIMITS } from '../../model/settings/limits.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { refuseUnlessAdministrator } from '../auth/passwords/change-rules.ts'
import { readFields } from '../records/actions.ts'
import { type Context, inTransaction, lockKey } from '../records/context.ts'
import { LIMITS_KEY, limitsOf, ownLimits } from '../records/settings/limits.ts'
import type { Part } from '../records/modules.ts'
import { keepSetting } from '../records/settings/settings.ts'
import { type Route, serve } from '../route.ts'

export const limitRoutes: readonly Route[] = [
  serve(readLimits, ({ ctx }) => limitsOf(ctx)),
  serve(changeLimits, ({ ctx, body }) => change(ctx, body)),
]

export const packedLimits: Part = {
  configuration: {
    settings: [
      {
        code: 'limits',
        words: ['上限', 'Limits'],
        labelOf(key) {
          const field: Field | undefined = Object.hasOwn(LIMITS, key) ? LIMITS[key as keyof Limits] : undefined // as just asked
          return field && [labelOf(field, 'zh'), labelOf(field, 'en')]
        },
        read: async (ctx) => ({ ...(await ownLimits(ctx)) }),
        async write(ctx, _company, values) {
          await change(ctx, readFields(ctx, LIMITS, values, { changes: true }))
        },
      },
    ],
  },
}

/** Only the given limits change; null restores the default. The audit log says who changed which of them. */
function change(ctx: Context, changes: ReadFrom<typeof changeLimits>): Promise<Limits> {
  refuseUnlessAdministrator(ctx, ['上限设置', 'the limits'])
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, LIMITS_KEY)
    const before = new Map<string, unknown>(Object.entries(await limitsOf(tx)))
    const own = Object.fromEntries(Object.entries({ ...(await ownLimits(tx)), ...changes }).filter(([, value]) => value !== null))
    await keepSetting(tx, LIMITS_KEY, own)
    const limits = await limitsOf(tx)
    const changed = Object.entries(limits).flatMap(([code, value]) => (before.get(code) === value ? [] : [`${code} ${before.get(code)} → ${value}`]))
    if (changed.length > 0) await auditIn(tx, [{ event: 'LIMITS_CHANGED', user: ctx.actor.user_sid, details: { changed } }])
    return limits
  })
}
