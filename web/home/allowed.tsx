import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WireSchema } from '../../model/kit/wire.ts'
import { modelPath } from '../api.ts'
import { bearing, call } from '../call.ts'
import { PageSkeleton } from '../records/list.tsx'
import type { Widget } from './arrangement.ts'
import { NEEDS, WIDGETS } from './arrangement.ts'

const MODELS = [...new Set(Object.values(NEEDS))].filter((model) => model !== null)

/** The widgets whose records this person may see; the schemas say so, and are kept for the screens behind. */
export function AllowedWidgets({ children }: { children: (allowed: ReadonlySet<Widget>) => ReactNode }) {
  const answers = useQueries({
    queries: MODELS.map((model) => ({
      queryKey: ['schema', model, bearing.language],
      queryFn: () => call<WireSchema>(modelPath(model, 'do/schema')),
      staleTime: 300_000,
      retry: false,
      meta: { faults: 'own' },
    })),
  })
  if (answers.some(({ isPending }) => isPending)) return <PageSkeleton />
  const seen = new Set(answers.flatMap(({ data }) => (data?.actions.some(({ verb, allowed }) => verb === 'search' && allowed) ? [data.model] : [])))
  return children(
    new Set(
      WIDGETS.filter((widget) => {
        const model = NEEDS[widget]
        return model === null || seen.has(model)
      }),
    ),
  )
}
