// The access of a role to a field of an entity. Pure functions.
import type { Grantable, GivenGrant } from '../../model/auth/roles/role-actions.ts'

export type FieldAccess = 'hidden' | 'read' | 'write'
type Field = Grantable['fields'][number]
type Fields = Pick<GivenGrant, 'hidden_fields' | 'read_only_fields'>
type Grant = (Fields & Pick<GivenGrant, 'verbs'>) | undefined

const WRITING = ['*', 'create', 'update', 'import', 'transition']

const mayWrite = (grant: Grant, { changeable }: Field) => changeable && (grant?.verbs.some((verb) => WRITING.includes(verb)) ?? false)

/** The access levels to choose from; `write` needs a field that is not computed, and a verb that writes. */
export const accessesOf = (grant: Grant, field: Field): FieldAccess[] => (mayWrite(grant, field) ? ['hidden', 'read', 'write'] : ['hidden', 'read'])

export function accessIn(grant: Grant, field: Field): FieldAccess {
  if (grant?.hidden_fields.includes(field.code)) return 'hidden'
  return grant?.read_only_fields.includes(field.code) || !mayWrite(grant, field) ? 'read' : 'write'
}

/** A field that cannot be changed in any case need not be listed as read-only. */
export function withAccess(grant: Grant, field: Field, access: FieldAccess): Fields {
  const { hidden_fields: hidden = [], read_only_fields: read = [] } = grant ?? {}
  const isListed = access === 'read' && (mayWrite(grant, field) || read.includes(field.code))
  return { hidden_fields: put(hidden, field.code, access === 'hidden'), read_only_fields: put(read, field.code, isListed) }
}

const put = (codes: readonly string[], code: string, isIn: boolean) => [...codes.filter((one) => one !== code), ...(isIn ? [code] : [])]
