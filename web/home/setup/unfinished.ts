import { useQuery } from '@tanstack/react-query'
import { readSetup } from '../../../model/settings/configuration/setup-routes.ts'
import { ask } from '../../api/call.ts'

/** Whether a new tenant is still being set up; asked for again whenever the home page opens. */
export const useSetup = (isAsked: boolean) =>
  useQuery({ queryKey: ['setup'], queryFn: () => ask(readSetup, {}), enabled: isAsked, refetchOnMount: 'always', meta: { faults: 'own' } }).data
    ?.steps
