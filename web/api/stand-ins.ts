import { useQuery } from '@tanstack/react-query'
import { standingIn } from '../../model/organisation/absence-actions.ts'
import { act } from './api.ts'

/** The absent people for whom this person acts today. */
export const useStandIns = () =>
  useQuery({ queryKey: ['absence', 'standing_in'], queryFn: () => act(standingIn, {}), select: ({ people }) => people })
