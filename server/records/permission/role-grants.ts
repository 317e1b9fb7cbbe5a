import type { RowOf } from '../../database/tables.ts'
import type { Context, Grant } from '../context.ts'
import { readFunctions, withinFunctions } from './functions.ts'
import type { Holding } from './governing.ts'

export type GrantRow = RowOf<'role_grant'>

/** A stored grant as it is applied; `belowOf`: a company with all below it. */
export const grantFrom = (row: GrantRow, belowOf: (company: string) => readonly string[] = (company) => [company]): Grant => ({
  role: String(row.role_sid),
  model: String(row.entity),
  verbs: row.verbs ?? [],
  scope: row.data_scope as Grant['scope'], // one of the declared options
  query: row.query,
  change_scope: row.change_scope as Grant['scope'] | null, // the same
  delete_scope: row.delete_scope as Grant['scope'] | null, // the same
  within: row.within_company ? belowOf(row.within_company) : null,
  export_max: row.export_max,
  hidden: row.hidden_fields ?? [],
  read_only: row.read_only_fields ?? [],
})

/** Whether the personnel range of its role decides over its rows. */
export const usesRange = ({ data_scope, change_scope, delete_scope }: GrantRow) => [data_scope, change_scope, delete_scope].includes('PEOPLE')

/** The stored grants of these roles that are valid, denials among them. */
export async function grantsOfRoles({ db }: Pick<Context, 'db'>, roles: readonly string[]): Promise<GrantRow[]> {
  if (roles.length === 0) return []
  const query = db
    .selectFrom('role_grant')
    .selectAll()
    .where('role_sid', 'in', [...roles])
  return query.where('deleted_at', 'is', null).where('valid', 'is not', false).execute()
}

/** Grants and denials in these rows */
export function holdingOf(rows: readonly GrantRow[], grantOf: (row: GrantRow) => Grant = (row) => grantFrom(row)) {
  const isDenial = ({ denies }: GrantRow) => denies === true
  return { grants: rows.filter((row) => !isDenial(row)).map(grantOf), denies: rows.filter(isDenial).map(grantOf) }
}

/** Combined grants of any of these roles, after one query: only a role in use contributes denials. */
export async function holdingsOf(ctx: Pick<Context, 'db'>, roles: readonly string[]): Promise<(held: readonly string[]) => Holding> {
  const sids = [...new Set(roles)]
  if (sids.length === 0) return () => ({ grants: [] })
  const used = await ctx.db
    .selectFrom('role')
    .select('sid')
    .where('sid', 'in', sids)
    .where('status', '=', '1')
    .where('deleted_at', 'is', null)
    .execute()
  const [rows, functions] = [await grantsOfRoles(ctx, sids), await readFunctions(ctx)]
  const { grants: granted, denies } = holdingOf(rows)
  const grants = withinFunctions(granted, functions)
  const inUse = new Set(used.map(({ sid }) => sid))
  return (held) => ({
    grants: grants.filter(({ role }) => held.includes(role)),
    denies: denies.filter(({ role }) => held.includes(role) && inUse.has(role)),
  })
}
