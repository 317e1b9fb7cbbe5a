import { useLocation, useNavigate } from 'react-router'

/** Back to where one came from, or to that place where the page was opened first in its tab: before it is nothing of ours. */
export function useWayBack(otherwise: string): () => void {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return () => void (isFirst ? navigate(otherwise, { replace: true }) : navigate(-1))
}
