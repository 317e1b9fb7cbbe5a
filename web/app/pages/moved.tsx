import { Navigate, useLocation } from 'react-router'
import { pageOf } from '../../api/page-of.ts'

/** Redirects a model's generic address to its own screens, with its query. */
export function Moved() {
  const { pathname, search, state } = useLocation()
  const [, , model = '', ...rest] = pathname.split('/')
  return <Navigate to={pageOf(model, rest.map((part) => `/${part}`).join('') + search)} state={state} replace />
}
