import { useQuery } from '@tanstack/react-query'
import { readLimits } from '../../model/settings/limit-routes.ts'
import { ask } from './call.ts'

export const LIMITS_KEY = ['limits']

export const useLimitsQuery = () => useQuery({ queryKey: LIMITS_KEY, queryFn: () => ask(readLimits, {}), retry: false, meta: { faults: 'own' } })

/** The limits of the tenant, said before a file is chosen or rows are exported. */
export const useLimits = () => useLimitsQuery().data
