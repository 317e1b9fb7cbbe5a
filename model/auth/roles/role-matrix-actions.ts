import { XLSX } from '../../documents/media-types.ts'
import { links, text } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'
import { defineRoute } from '../../kit/wire/route.ts'

/** Words in the caller's language. */
export type MatrixRole = { sid: string; name: string; platform: string }
/** A cell has one line for each fact; without lines the role has no permission there. */
export type MatrixRow = { key: string; label: string; group: string; cells: string[][] }
export type MatrixPart = { code: 'data' | 'menus' | 'role'; title: string; rows: MatrixRow[] }

const list = (title: string, required: readonly string[]) => ({ type: 'array', items: { type: 'object', title, required } }) as const

/** Permission for the contents of the matrix. */
const SEEN = { role_grant: 'search', rbac_menu: 'search' } as const

export const readMatrix = defineAction({
  model: 'role',
  name: 'matrix',
  zh: '权限矩阵：各角色对各对象的权限、菜单与设置；不指定则为全部启用的角色',
  en: 'Permission matrix: what each role may do with each entity, its menus and settings; without roles, of all active ones',
  body: { role_sids: links('角色', 'Roles', { to: 'role', max: 50 }) },
  answer: {
    roles: facts<MatrixRole[]>('角色', 'Roles', list('role', ['sid', 'name', 'platform'])),
    parts: facts<MatrixPart[]>('部分', 'Parts', list('part', ['code', 'title', 'rows'])),
  },
  permission: 'search',
  also: SEEN,
})

export const matrixFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/role/do/matrix_file',
  tag: 'role',
  zh: '权限矩阵的 Excel 文件',
  en: 'The permission matrix as an Excel file',
  query: { roles: text('角色，以逗号分隔', 'Roles, separated by commas', { max: 3000 }) },
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'export',
  of: 'role',
  also: { ...SEEN, role_grant: 'export' },
})
