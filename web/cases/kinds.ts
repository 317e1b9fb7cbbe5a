import { useQueries } from '@tanstack/react-query'
import type { WireSchema } from '../../model/kit/wire.ts'
import { readSchema, useSchema } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { bearing } from '../api/call.ts'

/** The schemas of the kinds of case that this person may see; undefined while they load. */
export function useKinds(): WireSchema[] | undefined {
  const head = useSchema('case')
  const names = head.data?.fields.find(({ code }) => code === 'kind')?.options?.map(({ code }) => code) ?? []
  const answers = useQueries({
    queries: names.map((model) => ({
      queryKey: ['schema', model, bearing.language],
      queryFn: () => readSchema(model),
      staleTime: 300_000,
      retry: false,
      meta: { faults: 'own' },
    })),
  })
  if (head.isPending || answers.some(({ isPending }) => isPending)) return undefined
  return answers.flatMap(({ data }) => (data && allows(data, 'search') ? [data] : []))
}
