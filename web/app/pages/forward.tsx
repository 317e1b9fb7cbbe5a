import { Navigate, useLocation, useParams } from 'react-router'

/** The entry: a signed-in person starts at home. */
export const Entry = () => <Navigate to="/home" replace />

/** /redirect/a/b?c redirects to /a/b?c, within this client only. */
export function Forward() {
  const { '*': path = '' } = useParams()
  const { search, hash } = useLocation()
  return <Navigate to={`/${path.replace(/^\/+/, '')}${search}${hash}`} replace />
}
