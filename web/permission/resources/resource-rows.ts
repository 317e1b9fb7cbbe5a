import { useQuery } from '@tanstack/react-query'
import { searchResources } from '../../../model/auth/roles/rbac-resource-actions.ts'
import { rbac_resource } from '../../../model/auth/roles/rbac_resource.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { belowOf, childrenOf } from '../../../model/kit/tree.ts'
import { treeActionsOf } from '../../../model/kit/tree-actions.ts'
import { act, type Rec, useWrite } from '../../api/api.ts'
import { isRef } from '../../fields/names.ts'

export type ResourceRow = {
  sid: string
  name: string
  name_en: string | null
  code: string
  type: string
  parent: string | null
  roles: string[]
  valid: boolean
  isBuiltIn: boolean
  isBindable: boolean
}

const { sort, move } = treeActionsOf(rbac_resource)
const FIELDS = ['name', 'name_en', 'code', 'type', 'parent_sid', 'role_sids', 'valid', 'is_system', 'bindable']
const MAX_RESOURCES = 5000

export const useResources = () =>
  useQuery({
    queryKey: ['rbac_resource', 'rows'],
    queryFn: () => act(searchResources, { fl: FIELDS, iql: 'ORDER BY sort_by', rows: MAX_RESOURCES, total: 'none' }),
    select: ({ record }) => record.map(rowOf),
    meta: { faults: 'own' },
  })

export const useSortResources = () =>
  useWrite('rbac_resource', (order: { sids: string[] } | { sid: string; move: 'up' | 'down' }) => act(sort, order))
export const useMoveResource = () => useWrite('rbac_resource', (sent: { sids: string[]; parent_sid: string | null }) => act(move, sent))

const rowOf = ({ sid, name, name_en, code, type, parent_sid, role_sids, valid, is_system, bindable }: Rec): ResourceRow => ({
  sid,
  name: String(name),
  name_en: typeof name_en === 'string' && name_en ? name_en : null,
  code: String(code),
  type: String(type),
  parent: isRef(parent_sid) ? parent_sid.sid : null,
  roles: Array.isArray(role_sids) ? role_sids.flatMap((one) => (isRef(one) ? [one.name] : [])) : [],
  valid: valid !== false,
  isBuiltIn: is_system === true,
  isBindable: bindable !== false,
})

export const rowName = ({ name, name_en }: Pick<ResourceRow, 'name' | 'name_en'>, lang: Lang) => (lang === 'en' && name_en) || name

export const siblingsOf = (rows: readonly ResourceRow[], { parent }: ResourceRow) => rows.filter((row) => row.parent === parent)

/** The possible parents of this resource: all except itself and its descendants. */
export function parentsFor(rows: readonly ResourceRow[], moved: ResourceRow): ResourceRow[] {
  const below = new Set([moved.sid, ...belowOf(moved.sid, childrenOf(rows))])
  return rows.filter(({ sid }) => !below.has(sid))
}
