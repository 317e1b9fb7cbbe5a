import { sql } from 'kysely'
import type { Tenant } from '../records/context.ts'

/** How long a server that was away is not asked again: each question may take as long as a connection may. */
const LEFT_ALONE_MS = 20_000

const asking = new Map<string, Promise<unknown>>()

/** Why the server of a tenant cannot be used; undefined where it can. Of its tenants one asks, and the others take the answer. */
export function faultOf({ node, db }: Tenant): Promise<unknown> {
  const at = node()
  if (at === undefined) return Promise.resolve(undefined)
  const known = asking.get(at)
  if (known) return known
  const asked = sql`select 1`.execute(db).then(
    () => void asking.delete(at),
    (fault: unknown) => {
      setTimeout(() => asking.delete(at), LEFT_ALONE_MS).unref()
      return fault
    },
  )
  asking.set(at, asked)
  return asked
}

/** Nothing of it can be worked on now: its server is away, or it is moving to another. */
export const isHeld = async (tenant: Tenant): Promise<boolean> => tenant.isMoving() || (await faultOf(tenant)) !== undefined
