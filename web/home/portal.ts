// The portal of this person, as the server resolves it.
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../model/kit/action.ts'
import { readPortal } from '../../model/portal/portal-routes.ts'
import { ask } from '../api/call.ts'

export type Portal = AnswerOf<typeof readPortal>
/** The contents of a page; `allowed` limits the components that are drawn. */
export type Drawable = { kind: Portal['kind']; components: Portal['components']; allowed: ReadonlySet<string> }
export type PortalQuery = { page?: string; preview?: string; role?: string; mobile?: boolean }

/** The width below which a mobile portal takes the place of the ordinary one. */
const MOBILE = '(max-width: 640px)'

export const usePortal = (query: PortalQuery = {}) => {
  const mobile = query.mobile ?? matchMedia(MOBILE).matches
  return useQuery({
    queryKey: ['portal_template', 'config', { ...query, mobile }],
    queryFn: () => ask(readPortal, {}, { query: { ...query, mobile: String(mobile) } }),
    staleTime: 300_000,
    meta: { faults: 'own' },
  })
}
