import { Navigate, useLocation } from 'react-router'
import { useMenus, useSchema } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { pathOf, wayTo } from '../../ui/menus.ts'

/** An address that no screen has: where a menu of this person leads to it, the list of the model of that name; else nowhere. */
export function MenuRoute() {
  const { pathname, search } = useLocation()
  const { data: menus, isPending } = useMenus()
  const menu = wayTo(menus ?? [], pathname).at(-1)
  const model = menu?.path && pathOf(menu.path) === pathname ? menu.code.replaceAll('-', '_') : undefined
  const schema = useSchema(model)
  if (pathname.startsWith('/_app_/')) return null
  if (isPending || (model && schema.isPending)) return null
  if (model && schema.data) return <Navigate to={pageOf(model, search)} replace />
  return <Navigate to="/404" replace />
}
