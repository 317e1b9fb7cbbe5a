import { Navigate, useLocation } from 'react-router'
import { pageOf } from '../../api/page-of.ts'

/** From a model's generic address to its own screens, with everything that came along. */
export function Moved() {
  const { pathname, search, state } = useLocation()
  const [, , model = '', ...rest] = pathname.split('/')
  return <Navigate to={pageOf(model, rest.map((part) => `/${part}`).join('') + search)} state={state} replace />
}
