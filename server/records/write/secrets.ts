import { sql } from 'kysely'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context, Draft } from '../context.ts'
import { accessOf } from '../permission/permission.ts'
import { fieldsOf } from '../registry.ts'

/** The response in place of a secret. */
type SecretShown = { is_set: boolean }

export const isSecretShown = (raw: unknown): raw is SecretShown => typeof raw === 'object' && raw !== null && 'is_set' in raw

export const secretsOf = (model: Model) => fieldsOf(model).flatMap(([code, field]) => (field.secret ? [code] : []))

/** Encrypts the value before any other code reads it. */
export function sealed({ tenant }: Context, model: Model, { sid }: Draft, field: string, value: unknown): string | null {
  return typeof value === 'string' ? tenant.keys.seal({ tenant: tenant.name, model: model.name, field, sid }, value) : null
}

/** For internal code that needs the secret itself, such as a password for a mailbox. In a response only by an action that records who reads it. */
export async function readSecret({ db, tenant }: Context, model: Model, sid: string, field: string): Promise<string | null> {
  if (!secretsOf(model).includes(field)) refuse('unforeseen')
  const { rows } = await sql<{ value: string | null }>`select ${sql.ref(field)} as value from ${sql.table(model.name)} where sid = ${sid}`.execute(db)
  const value = rows[0]?.value
  return typeof value === 'string' ? tenant.keys.open({ tenant: tenant.name, model: model.name, field, sid }, value) : null
}

/** Says of each secret that this person may know of, whether it is set. */
export async function secretsShown(ctx: Context, model: Model, sid: string): Promise<Record<string, SecretShown>> {
  const codes = secretsOf(model).filter((code) => accessOf(ctx, model).mayKnowSet(code))
  if (codes.length === 0) return {}
  const set = sql.join(codes.map((code) => sql`${sql.ref(code)} is not null as ${sql.id(code)}`))
  const { rows } = await sql<Record<string, boolean>>`select ${set} from ${sql.table(model.name)} where sid = ${sid}`.execute(ctx.db)
  return Object.fromEntries(codes.map((code) => [code, { is_set: rows[0]?.[code] === true }]))
}
