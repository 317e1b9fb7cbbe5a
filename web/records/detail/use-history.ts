import { useQuery } from '@tanstack/react-query'
import { doVerb } from '../../api/api.ts'

/** The changes of one record, the latest first, limited to readable ones. */
export const useHistory = (model: string, sid: string) =>
  useQuery({
    queryKey: [model, 'history', sid],
    queryFn: async () => (await doVerb(model, 'history', { sid })).record,
    meta: { faults: 'own' },
  })
