import { Navigate, useLocation, useParams } from 'react-router'
import { useRecord } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'

/** Redirects a case address without a kind to the page of its kind. */
export function CasePage() {
  const { sid = '' } = useParams()
  const { search, state } = useLocation()
  const { data, isError } = useRecord('case', sid)
  if (isError) return <Navigate to={pageOf('case')} replace />
  return data ? <Navigate to={pageOf(String(data['kind']), `/${sid}${search}`)} state={state} replace /> : <PageSkeleton />
}
