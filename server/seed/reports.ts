import { REPORTS } from '../../seed/reports.ts'
import { VIEWS } from '../../seed/views.ts'
import type { Context } from '../records/context.ts'
import { giveNew } from './give-new.ts'
import { add } from './rows.ts'

/** The reports that everyone of the enterprise finds; a part whose statistic or list was deleted is left out. */
export const seedReports = (ctx: Context) =>
  giveNew(ctx, 'seed.reports', REPORTS, async (fresh) => {
    for (const { parts, ...report } of fresh) {
      const made = []
      for (const { of, ...part } of parts) {
        if (part.kind === 'TEXT' || part.kind === 'BUDGETS') made.push(part)
        const sid = part.kind === 'STATISTIC' ? await statisticOf(ctx, of) : part.kind === 'LIST' ? await viewOf(ctx, of) : undefined
        if (sid) made.push({ ...part, [part.kind === 'LIST' ? 'view_sid' : 'statistic_sid']: sid })
      }
      await add(ctx, 'report', [{ ...report, parts: made, share: 'SYSTEM' }])
    }
  })

async function statisticOf({ db }: Context, code = ''): Promise<string | undefined> {
  return (await db.selectFrom('statistic').select('sid').where('code', '=', code).where('deleted_at', 'is', null).executeTakeFirst())?.sid
}

async function viewOf({ db }: Context, code = ''): Promise<string | undefined> {
  const view = VIEWS.find((one) => one.code === code)
  if (!view) return undefined
  const found = await db
    .selectFrom('saved_view')
    .select('sid')
    .where('entity', '=', view.entity)
    .where('name', '=', view.name)
    .where('share', '=', 'SYSTEM')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.sid
}
