import { Navigate, useLocation } from 'react-router'
import { useMenus, useSchema } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { pathOf, wayTo } from '../../ui/menus/menus.ts'

/** An unknown address: shows the list of the model if a menu of this person has it; else redirects to /404. */
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
