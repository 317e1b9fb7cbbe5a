import { runCheck } from '../../model/docketing/finding-actions.ts'
import type { ReactNode } from 'react'
import type { WireSchema } from '../../model/kit/wire.ts'
import { useSchemas, useSession } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { useKinds } from '../cases/kinds.ts'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import type { Widget } from './arrangement.ts'
import { NEEDS, WIDGETS } from './arrangement.ts'
import type { HomeKind } from './usual.ts'
import { homeKindOf, offered } from './usual.ts'
import { Waiting } from './widgets/waiting.tsx'

const MODELS = [...new Set([...Object.values(NEEDS), 'role', 'finding', 'case', 'fee', 'deadline'])].filter((model) => model !== null)

const hasInternalDates = ({ fields }: WireSchema) => fields.some(({ code }) => code === 'internal_due')

type AllowedWidgetsProps = { children: (kind: HomeKind, allowed: ReadonlySet<Widget>) => ReactNode }

/** The tasks of this person, and the widgets whose records they may see; from the schemas, which are cached for other screens. */
export function AllowedWidgets({ children }: AllowedWidgetsProps) {
  const kinds = useKinds()
  const platform = useSession()?.platform === 2 ? 2 : 1
  const answers = useSchemas(MODELS)
  if (!kinds || answers.some(({ isPending }) => isPending)) return <PageSkeleton />
  // No response at all is not a question of permissions.
  const [first] = answers
  if (first && answers.every(({ isError }) => isError))
    return <Waiting query={{ isError: true, refetch: () => answers.forEach(({ refetch }) => void refetch()) }} />
  const seen = new Set(answers.flatMap(({ data }) => (data?.actions.some(({ verb, allowed }) => verb === 'search' && allowed) ? [data.model] : [])))
  const sees = new Set(
    WIDGETS.filter((widget) => {
      const model = NEEDS[widget]
      return model === null || seen.has(model)
    }),
  )
  const may = (model: string, verb: string) => answers.some(({ data }) => data?.model === model && allows(data, verb))
  const kind = homeKindOf(platform, {
    keepsRoles: may('role', 'update'),
    runsChecks: may('finding', runCheck.name),
    opensCases: kinds.some((kind) => allows(kind, 'import')), // everybody may create a disclosure of their own
    decidesFees: may('fee', 'transition'),
    seesDeadlines: may('deadline', 'search') && answers.some(({ data }) => data?.model === 'deadline' && hasInternalDates(data)),
  })
  return children(kind, new Set([...sees].filter((widget) => offered(kind, widget))))
}
