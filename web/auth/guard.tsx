import { Suspense, lazy } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../api/api.ts'

const MustChangePassword = lazy(async () => ({ default: (await import('./must-change.tsx')).MustChangePassword }))

/** Without a session, redirects to login, and from there back to this page. */
export function Guard() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (!session) {
    const path = `${pathname}${search}${hash}`
    return <Navigate to={path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`} replace />
  }
  if (session.must_change_password) {
    return (
      <Suspense fallback={null}>
        <MustChangePassword />
      </Suspense>
    )
  }
  return <Outlet />
}
