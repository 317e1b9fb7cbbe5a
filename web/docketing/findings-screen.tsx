import { App, Button } from 'antd'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { Link, useSearchParams } from 'react-router'
import { runCheck } from '../../model/docketing/findings/finding-actions.ts'
import { act, useWrite } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { useFindingGroups, useLastCheck } from '../cases/finding-group.ts'
import { FindingGroups } from '../cases/finding-groups.tsx'
import { ModelList } from '../records/list/list.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { dayText } from '../fields/moments.ts'
import { useWords } from '../words/language.ts'

/** Findings of the completeness check, one line for each kind, office and type of right; an address with a filter lists the cases. */
export const FindingsScreen = () => <EntityPage entity="finding" content={Findings} />

function Findings({ schema }: { schema: WireSchema }) {
  const [query] = useSearchParams()
  return [...query.keys()].length > 0 ? <ModelList schema={schema} /> : <Groups mayRun={allows(schema, runCheck.name)} />
}

function Groups({ mayRun }: { mayRun: boolean }) {
  const { t, tag } = useWords()
  const { message } = App.useApp()
  const found = useFindingGroups()
  const run = useWrite('finding', () => act(runCheck, {}))
  const start = () =>
    run.mutateAsync(undefined).then(
      () => void message.success(t('home.started')),
      () => undefined, // a refusal has already been shown
    )
  const groups = found.data?.groups ?? []
  const count = groups.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className="page">
      <PageHead
        title={t('findings.title')}
        name={t('findings.title')}
        acts={
          <>
            {count > 0 && <Link to="/m/finding?f.status=OPEN">{t('findings.each', { count: count.toLocaleString(tag) })}</Link>}
            {mayRun && (
              <Button loading={run.isPending} onClick={() => void start()}>
                {t('home.run')}
              </Button>
            )}
          </>
        }
      />
      {found.error && <QueryFault fault={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (groups.length > 0 ? <FindingGroups groups={groups} /> : <NoFinding />)}
    </div>
  )
}

function NoFinding() {
  const { t, tag } = useWords()
  const last = useLastCheck()
  if (last.error) return <QueryFault fault={last.error} onRetry={() => void last.refetch()} />
  if (!last.data) return null
  const { day } = last.data
  return day === null ? (
    <Nothing text={t('home.neverChecked')} />
  ) : (
    <Nothing text={t('home.noFinding')} hint={t('home.checkedOn', { day: dayText(day, tag) })} />
  )
}
