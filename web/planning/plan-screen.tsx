import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { waysToSharePlan } from '../../model/planning/plan-actions.ts'
import { allows, allowsOn } from '../api/allows.ts'
import { type Rec, useRecord, useSave, useSchema, useSession } from '../api/api.ts'
import { ApiFault, linesOf } from '../api/fault.ts'
import { pageOf } from '../api/page-of.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { isRef, sidOf } from '../fields/names.ts'
import { useAudiences } from '../records/views/audience.tsx'
import { useEscape, useLeaveGuard } from '../records/form/leave-guard.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { PageFault, QueryFault } from '../ui/faults/query-fault.tsx'
import { useSettled } from '../ui/settled.ts'
import { useWords } from '../words/language.ts'
import { CaseTable } from './case-table.tsx'
import { type Draft, emptyPlan, factsOf, hasStart, MODEL, type Plan, planOf, useResult } from './plan.ts'
import { PlanActs } from './plan-acts.tsx'
import { ResultTabs } from './result-tabs.tsx'
import { StartForm } from './start-form.tsx'
import './planning.css'

/** A new plan, from a case or from a supposed first filing. */
export function NewPlan() {
  const [query] = useSearchParams()
  return <Planner key={query.get('case') ?? ''} first={emptyPlan(query.get('case'))} record={undefined} />
}

/** A stored plan. */
export function PlanScreen() {
  const { sid } = useParams()
  const { data: record, error, refetch } = useRecord(MODEL, sid, { meta: { faults: 'own' } })
  if (!record) return error ? <PageFault fault={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  return <Planner key={`${record.sid} ${record.version}`} first={planOf(record)} record={record} />
}

/** Plan fields that were emptied are sent as such. */
const CLEARED = { case_sid: null, case_kind: null, subtype: null, route: null, country: null, filing_date: null } as const

function useKeeping(draft: Draft, record: Rec | undefined, onKept: () => void) {
  const navigate = useNavigate()
  const { t } = useWords()
  const [faults, setFaults] = useState<string[]>([])
  const save = useSave(MODEL, { faults: 'own' })
  const keep = async (asNew: boolean) => {
    setFaults([])
    try {
      const known = record && !asNew ? { sid: record.sid, version: record.version } : {}
      const kept = (await save.mutateAsync({ ...CLEARED, ...draft, ...known })) as Rec
      onKept()
      if (!record || asNew) void navigate(pageOf(MODEL, `/${kept.sid}`))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setFaults(linesOf(fault, t('colon')))
    }
  }
  return { keep, faults, isSaving: save.isPending }
}

function Planner({ first, record }: { first: Draft; record: Rec | undefined }) {
  const { t } = useWords()
  const schema = useSchema(MODEL).data
  const [draft, setDraft] = useState(first)
  const isDirty = draft !== first
  const { allow } = useLeaveGuard(isDirty)
  const navigate = useNavigate()
  useEscape(() => void navigate(pageOf(MODEL)))
  const plan = useSettled(draft, 250)
  const { data, error, isFetching, isPlaceholderData, refetch } = useResult(factsOf(plan))
  const { keep, faults, isSaving } = useKeeping(draft, record, allow)
  const me = useSession()?.user_sid
  const ways = useAudiences(waysToSharePlan, record !== undefined)
  if (!schema) return <PageSkeleton />
  // A person who may share with everybody may save the plans of all.
  const isKept = record !== undefined && (sidOf(record['created_by']) === me || ways.includes('SYSTEM'))
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const isDone = Boolean(record?.['carried_out_at'])
  const mayKeep = record ? isKept && allowsOn(schema, record, 'update') && !isDone : allows(schema, 'create')
  const name = record ? String(record['name']) : t('plan.new')
  const stored = isRef(record?.['case_sid']) && record['case_sid'].sid === draft.case_sid ? record['case_sid'].name : undefined
  const caseName = stored ?? (isPlaceholderData ? undefined : (data?.cases[0]?.case_no ?? undefined))
  return (
    <div className="page">
      <PageHead
        title={name}
        name={name}
        crumbs={[{ label: t('plan.title'), to: pageOf(MODEL) }]}
        beside={isDirty && <span className="quiet">{t('plan.unsaved')}</span>}
        acts={
          <>
            {record && <PlanActs record={record} schema={schema} isKept={isKept} isDirty={isDirty} legs={draft.legs?.length ?? 0} />}
            {record && allows(schema, 'create') && <Button onClick={() => void keep(true)}>{t('plan.copy')}</Button>}
            {mayKeep && (
              <Button type="primary" loading={isSaving} disabled={record !== undefined && !isDirty} onClick={() => void keep(false)}>
                {t('plan.save')}
              </Button>
            )}
          </>
        }
      />
      {record && isDone && <Made record={record} />}
      <FaultLines lines={faults} />
      <StartForm draft={draft} kind={data?.kind} caseNo={caseName} onChange={change} />
      {!hasStart(draft) && <Nothing text={t('plan.chooseStart')} />}
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {data && !error && hasStart(draft) && (
        <div aria-busy={isFetching}>
          <h2>{t('plan.cases')}</h2>
          {data.cases.length === 1 && <p className="quiet">{t('plan.empty')}</p>}
          <CaseTable plan={draft as Plan} result={data} onLegs={isDone ? undefined : (legs) => change({ legs })} />
          <ResultTabs result={data} />
        </div>
      )}
    </div>
  )
}

function Made({ record }: { record: Rec }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const cases = Array.isArray(record['made_sids']) ? record['made_sids'].length : 0
  return (
    <Alert
      type="success"
      showIcon
      className="spaced"
      title={t('plan.made', { count: cases, day: timeText(String(record['carried_out_at']), tag, zone) })}
    />
  )
}
