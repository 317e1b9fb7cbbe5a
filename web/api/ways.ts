import { useQuery } from '@tanstack/react-query'
import { readWays } from '../../model/auth/session/sign-in-routes.ts'
import { ask } from './call.ts'

/** The ways of signing in that are set up here. */
export const useWays = () => useQuery({ queryKey: ['ways'], queryFn: () => ask(readWays, {}, { anonymous: true }), meta: { faults: 'own' } }).data

/** Browsers offer it on a secure page alone. */
export const canUsePasskeys = 'PublicKeyCredential' in window
