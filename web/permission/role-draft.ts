import { type GivenGrant, type RolePermissions, readPermissions, savePermissions } from '../../model/auth/roles/role-actions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/action.ts'
import { act, useWrite } from '../api/api.ts'
import { bearing } from '../api/call.ts'
import { menusOwn } from './menu-keys.ts'

export type Permissions = AnswerOf<typeof readPermissions>
export type Changed = AnswerOf<typeof savePermissions>

/** The edited permissions of a role: all changes are saved together, none before. */
export function useRoleDraft(sid: string) {
  const key = ['role', 'permissions', sid, bearing.language]
  const found = useQuery({ queryKey: key, queryFn: () => act(readPermissions, { sid }), staleTime: Infinity, meta: { faults: 'own' } })
  const [edits, setEdits] = useState<Partial<RolePermissions>>({})
  const { data } = found
  const now: RolePermissions | undefined = data && { ...savedOf(data), ...edits }
  const isDirty = data !== undefined && now !== undefined && textOf(now) !== textOf(savedOf(data))
  const send = (preview: boolean) => act(savePermissions, { sid, stamp: data?.stamp ?? '', ...now, preview })
  const preview = useMutation({ mutationFn: () => send(true), meta: { faults: 'own' } })
  const save = useWrite('role', () => send(false), { faults: 'own' })
  const put = (part: Partial<RolePermissions>) => setEdits((known) => ({ ...known, ...part }))
  const putGrant = (entity: string, change: Partial<GivenGrant>) => {
    if (!now) return
    const known = grantOf(now, entity) ?? { ...NOTHING, entity }
    const others = now.grants.filter((one) => one.entity !== entity)
    const next = { ...known, ...change }
    // A grant without verbs is removed.
    put({ grants: next.verbs.length > 0 ? [...others, next] : others })
  }
  const reset = () => {
    setEdits({})
    preview.reset()
    save.reset()
  }
  return { found, now, isDirty, put, putGrant, preview, save, reset }
}

const NOTHING: Omit<GivenGrant, 'entity'> = {
  verbs: [],
  denies: false,
  data_scope: 'SELF',
  query: null,
  change_scope: null,
  delete_scope: null,
  within_company: null,
  export_max: null,
  hidden_fields: [],
  read_only_fields: [],
}

export type RoleDraft = ReturnType<typeof useRoleDraft>
/** While it is shown, the permissions have been read. */
export type Editing = { stored: Permissions; now: RolePermissions; put: RoleDraft['put']; putGrant: RoleDraft['putGrant'] }

export const grantOf = ({ grants }: Pick<RolePermissions, 'grants'>, entity: string) => grants.find((one) => one.entity === entity)

const savedOf = ({ grants, menus, mask_id_no, mask_mobile }: Permissions): RolePermissions => ({
  grants,
  menu_sids: menusOwn(menus),
  mask_id_no,
  mask_mobile,
})

/** The order in which things were chosen makes no difference. */
const textOf = ({ grants, menu_sids, ...masks }: RolePermissions) =>
  JSON.stringify([
    grants
      .map((grant) => ({
        ...grant,
        verbs: grant.verbs.toSorted(),
        hidden_fields: grant.hidden_fields.toSorted(),
        read_only_fields: grant.read_only_fields.toSorted(),
      }))
      .sort((a, b) => (a.entity < b.entity ? -1 : 1)),
    menu_sids.toSorted(),
    masks,
  ])
