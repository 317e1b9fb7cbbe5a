import { companyStructure, type CompanyNode, listCompanies } from '../../model/organisation/company-actions.ts'
import { changePassword } from '../../model/auth/session/session-routes.ts'
import { keepSetting as keepSettingRoute, readSetting as readSettingRoute } from '../../model/settings/setting-routes.ts'
import { keepSetting, readSetting } from '../records/settings/settings.ts'
import { type Call, perform } from '../records/actions.ts'
import { search } from '../records/query/search.ts'
import { nodeFrom } from '../records/tree/tree-actions.ts'
import { treeModel } from '../records/tree/tree-hooks.ts'
import type { Context } from '../records/context.ts'
import { refuse } from '../errors.ts'
import type { ServerModule } from '../module.ts'
import { serve } from '../route.ts'
import { audit } from '../auth/audit/audit.ts'
import { knowBrowser } from '../auth/limits/known-browser.ts'
import { changePassword as change } from '../auth/passwords/passwords.ts'
import { dictionaries } from './dictionary_item.ts'
import { mailRoutes } from './mail.ts'
import { savedViews } from './saved_view.ts'
import { limitRoutes, packedLimits } from './limits.ts'
import { setupRoutes } from './setup.ts'
import { packedWords, translationRoutes } from './i18n.ts'
import { languageRoutes } from './languages.ts'
import { packedLook, tenantRoutes } from './tenant.ts'
import { personalSettings } from './user_define_config.ts'

/** Settings of a tenant and of each person: branding, passwords, lists, small settings. */
export const settingsModule: ServerModule = {
  name: 'settings',
  parts: [personalSettings, savedViews, dictionaries, packedLook, packedWords, packedLimits],
  actions: [
    ...perform(listCompanies, ({ ctx, model, body }) => search(ctx, model, { rows: 1000, ...body }, { most: 1000 })),
    ...perform(companyStructure, structure),
  ],
  routes: [
    ...translationRoutes,
    ...languageRoutes,
    ...tenantRoutes,
    ...mailRoutes,
    ...limitRoutes,
    ...setupRoutes,
    serve(changePassword, async ({ server, ctx, body, request, reply }) => {
      const changed = await change(ctx, body)
      await audit(request, 'PASSWORD_CHANGED', { user: ctx.actor.user_sid })
      await knowBrowser(server, ctx.tenant, { request, reply, user: ctx.actor.user_sid ?? '' })
      return changed
    }),
    serve(keepSettingRoute, ({ ctx, body: { key, value } }) => keep(ctx, key, value)),
    serve(readSettingRoute, ({ ctx, path }) => read(ctx, path.key)),
  ],
}

const MAX_CHARS = 100_000
const settingKey = (ctx: Context, key: string) => `user.${ctx.actor.sid}.${key}`

async function keep(ctx: Context, key: string, value: unknown) {
  if (JSON.stringify(value ?? null).length > MAX_CHARS) refuse('out_of_range', { key: 'value', min: 0, max: MAX_CHARS })
  await refuseTooMany(ctx, settingKey(ctx, key))
  await keepSetting(ctx, settingKey(ctx, key), value ?? null)
  return { key, value: value ?? null }
}

const MAX_KEYS = 200

async function refuseTooMany({ db, actor }: Context, key: string) {
  const { n } = await db
    .selectFrom('setting')
    .select((of) => of.fn.countAll().as('n'))
    .where('key', 'like', `user.${actor.sid}.%`)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow()
  if (Number(n) >= MAX_KEYS) refuse('too_many_values', { key: 'key', max: MAX_KEYS })
}

async function read(ctx: Context, key: string) {
  return { key, value: (await readSetting(ctx, settingKey(ctx, key))) ?? null }
}

const COMPANY_FIELDS = ['company_name', 'simple_name', 'parent_sid', 'status', 'sort_by']

function structure({ ctx, body: { sid } }: Call<typeof companyStructure>): Promise<CompanyNode> {
  return nodeFrom(ctx, treeModel(ctx, 'company'), sid, COMPANY_FIELDS)
}
