import { StartFault } from '../../config.ts'
import { inTransaction, later, systemContext, type Context, type RowValues, type Tenant } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { removeRows, restore } from '../../records/write/delete.ts'
import { updateRow } from '../../records/write/update.ts'
import { auditIn } from '../audit/audit.ts'
import { denyingRoles, fullRoles, narrowingGrants } from '../roles/administrators.ts'
import { accountNamed } from '../session/accounts.ts'
import { forgetActors } from '../session/actor.ts'
import { clearLock } from '../limits/failures.ts'
import { rolesOf } from './role-assignment.ts'

const ROLE = 'system_admin'

/** For the operator when no administrator can sign in: opens the account, sets the person as employed and grants all permissions. */
export async function makeAdministrator(tenant: Tenant, account: string) {
  const { user_sid, person, platform } = await accountNamed(tenant, account)
  if (platform === 2)
    throw new StartFault([
      `“${account}”是代理端账号，不能成为系统管理员`,
      `“${account}” is an account of the agency end and cannot be a system administrator`,
    ])
  await inTransaction(systemContext(tenant), async (tx) => {
    const role = (await fullRoles(tx))[0] ?? (await bringRoleBack(tx))
    const row = await tx.db.selectFrom('user_info').select('role_sids').where('sid', '=', person).executeTakeFirst()
    const denying = await denyingRoles(tx)
    const role_sids = [...new Set([role, ...rolesOf(row)])].filter((sid) => !denying.includes(sid))
    await updateRow(tx, modelNamed(tenant.models, 'user_info'), person, { role_sids, person_status: 'EMPLOYED' })
    await updateRow(tx, modelNamed(tenant.models, 'user'), user_sid, { status: 'OPEN', expires_at: null })
    await auditIn(tx, [
      {
        event: 'PERMISSION_CHANGED',
        user: user_sid,
        entity: 'user',
        record_sid: user_sid,
        about: account,
        action: 'CHANGED',
        details: { fields: ['role_sids', 'status'] },
      },
    ])
    later(tx, forgetActors)
  })
  await clearLock(tenant, { user: user_sid, person })
}

/** The role of administrators, in use and granted everything. */
async function bringRoleBack(tx: Context): Promise<string> {
  const sid = await kept(
    tx,
    'role',
    [['code', ROLE]],
    { code: ROLE, name: '系统管理员', name_en: 'System administrator', weight: 100 },
    { status: '1' },
  )
  await kept(tx, 'role_grant', [['role_sid', sid], ['entity', '*']], { role_sid: sid, entity: '*' }, { verbs: ['*'], data_scope: 'ALL', denies: false, valid: true }) // oxfmt-ignore
  const narrowing = await narrowingGrants(tx, sid)
  if (narrowing.length > 0) await removeRows(tx, modelNamed(tx.tenant.models, 'role_grant'), narrowing)
  return sid
}

/** The record found by these values, made or restored if need be, with the values that it must have. */
async function kept(
  tx: Context,
  name: 'role' | 'role_grant',
  by: readonly (readonly ['code' | 'role_sid' | 'entity', string])[],
  made: RowValues,
  must: RowValues,
): Promise<string> {
  const model = modelNamed(tx.tenant.models, name)
  let query = tx.db.selectFrom(name).select(['sid', 'deleted_at'])
  for (const [code, value] of by) query = query.where(code as 'sid', '=', value) // a column of this model, as the callers name them
  const row = await query.orderBy('deleted_at', (order) => order.desc().nullsFirst()).executeTakeFirst()
  if (!row) return createRow(tx, model, { ...made, ...must })
  if (row.deleted_at) await restore(tx, model, [row.sid])
  await updateRow(tx, model, row.sid, must)
  return row.sid
}
