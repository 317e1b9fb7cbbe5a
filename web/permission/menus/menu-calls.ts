import { useQuery } from '@tanstack/react-query'
import { listPages, searchMenus } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { rbac_menu } from '../../../model/auth/roles/rbac_menu.ts'
import { treeActionsOf } from '../../../model/kit/tree-actions.ts'
import { act, type Rec, useWrite } from '../../api/api.ts'
import { isRef } from '../../fields/names.ts'
import type { MenuRow } from './menu-rows.ts'

export type End = '1' | '2'

const { sort, move } = treeActionsOf(rbac_menu)
const FIELDS = ['name', 'name_en', 'code', 'path', 'icon', 'open_type', 'parent_sid', 'valid', 'is_system']

export const useMenuRows = (end: End) =>
  useQuery({
    queryKey: ['rbac_menu', 'rows', end],
    queryFn: () => act(searchMenus, { fl: FIELDS, iql: `platform = '${end}' ORDER BY sort_by`, rows: 1000 }),
    select: ({ record }) => record.map(rowOf),
    meta: { faults: 'own' },
  })

export const usePages = (end: End) =>
  useQuery({ queryKey: ['rbac_menu', 'pages', end], queryFn: () => act(listPages, { platform: end }), staleTime: Infinity, meta: { faults: 'own' } })
    .data ?? []

export const useSort = () => useWrite('rbac_menu', (order: { sids: string[] } | { sid: string; move: 'up' | 'down' }) => act(sort, order))
export const useMove = () => useWrite('rbac_menu', (sent: { sids: string[]; parent_sid: string | null }) => act(move, sent))

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : null)

const rowOf = ({ sid, name, name_en, code, path, icon, open_type, parent_sid, valid, is_system }: Rec): MenuRow => ({
  sid,
  name: String(name),
  name_en: textOf(name_en),
  code: textOf(code),
  path: textOf(path),
  icon: textOf(icon),
  open_type: textOf(open_type),
  parent: isRef(parent_sid) ? parent_sid.sid : null,
  valid: valid !== false,
  isBuiltIn: is_system === true,
})
