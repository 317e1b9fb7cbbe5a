import { Suspense, lazy } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../../api/api.ts'
import { speakAlso } from '../../words/language.ts'

const MustChangePassword = lazy(async () => ({ default: (await import('./must-change.tsx')).MustChangePassword }))

const MustSetSecondFactor = lazy(async () => {
  const [{ MustSetSecondFactor: shown }] = await Promise.all([import('./must-set-second-factor.tsx'), speakAlso('inside')])
  return { default: shown }
})

/** Without a session, redirects to login, and from there back to this page. */
export function Guard() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (!session) {
    const path = `${pathname}${search}${hash}`
    return <Navigate to={path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`} replace />
  }
  if (session.must_change_password || session.must_set_second_factor)
    return <Suspense fallback={null}>{session.must_change_password ? <MustChangePassword /> : <MustSetSecondFactor />}</Suspense>
  return <Outlet />
}
