import { useLocation, useNavigate } from 'react-router'

/** Goes back to the previous page, or to the given place if the page was the first in its tab, since an earlier page is not ours. */
export function useWayBack(otherwise: string): () => void {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return () => void (isFirst ? navigate(otherwise, { replace: true }) : navigate(-1))
}
