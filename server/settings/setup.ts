import { readSetup, SETUP_STEPS, type SetupCode, type SetupStep, UNNAMED_COMPANY } from '../../model/settings/configuration/setup-routes.ts'
import { isAdministrator } from '../auth/passwords/change-rules.ts'
import { RULES_KEY } from '../auth/session/rules.ts'
import { SETTING as CASE_RULES_KEY } from '../cases/numbering/case-rule.ts'
import { MAIL_KEY } from '../mail/mail-settings.ts'
import type { Context } from '../records/context.ts'
import { type Route, serve } from '../route.ts'

export const setupRoutes: readonly Route[] = [serve(readSetup, async ({ ctx }) => ({ steps: isAdministrator(ctx) ? await openSteps(ctx) : [] }))]

/** Completed steps are derived from the existing records and settings, not ticked by hand. */
async function openSteps(ctx: Context): Promise<SetupStep[]> {
  const done = { ...(await whatIsDone(ctx)), pack: await isPackApplied(ctx) }
  const steps = Object.entries(SETUP_STEPS).map(([code, kind]) => ({ code: code as SetupCode, kind, done: done[code as SetupCode] })) // its own keys
  return steps.every((step) => step.done || step.kind === 'optional') ? [] : steps.map(({ code, done }) => ({ code, done }))
}

const isPackApplied = async ({ db }: Context) =>
  Boolean(
    await db
      .selectFrom('configuration_pack')
      .select('sid')
      .where('deleted_at', 'is', null)
      .where('applied_at', 'is not', null)
      .where('rolled_back_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  )

async function whatIsDone({ db }: Context): Promise<Record<Exclude<SetupCode, 'pack'>, boolean>> {
  const { departments, accounts, own_roles, own_grants, providers, settings, ...found } = await db
    .selectNoFrom((of) => [
      of.exists(of.selectFrom('company').select('sid').where('deleted_at', 'is', null).where('company_name', '!=', UNNAMED_COMPANY)).as('company'),
      of
        .selectFrom('department')
        .select((one) => one.fn.countAll<string>().as('n'))
        .where('deleted_at', 'is', null)
        .as('departments'),
      of
        .exists(
          of
            .selectFrom('role')
            .select('sid')
            .where((one) => one.or([one('created_by', 'is not', null), one('updated_by', 'is not', null)])),
        )
        .as('own_roles'),
      of
        .exists(
          of
            .selectFrom('role_grant')
            .select('sid')
            .where((one) => one.or([one('created_by', 'is not', null), one('updated_by', 'is not', null)])),
        )
        .as('own_grants'),
      of.exists(of.selectFrom('agency').select('sid').where('deleted_at', 'is', null)).as('agencies'),
      of
        .selectFrom('user')
        .select((one) => one.fn.countAll<string>().as('n'))
        .where('deleted_at', 'is', null)
        .where('status', '=', 'OPEN')
        .as('accounts'),
      of.exists(of.selectFrom('identity_provider').select('sid').where('deleted_at', 'is', null)).as('providers'),
      of.exists(of.selectFrom('case').select('sid').where('deleted_at', 'is', null)).as('cases'),
      of
        .selectFrom('setting')
        .select((one) => one.fn.agg<string[]>('array_agg', ['key']).as('keys'))
        .where('key', 'in', [RULES_KEY, MAIL_KEY, CASE_RULES_KEY])
        .as('settings'),
    ])
    .executeTakeFirstOrThrow()
  const kept = new Set(settings)
  return {
    company: Boolean(found.company),
    departments: Number(departments) > 1, // the first one comes with the first company
    roles: Boolean(own_roles) || Boolean(own_grants),
    agencies: Boolean(found.agencies),
    people: Number(accounts) > 1, // besides the first administrator
    sign_in: kept.has(RULES_KEY) || Boolean(providers),
    mail: kept.has(MAIL_KEY),
    numbering: kept.has(CASE_RULES_KEY),
    cases: Boolean(found.cases),
  }
}
