import { Button, Segmented, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema, WireTransition } from '../../../model/kit/wire/wire.ts'
import { type Rec, useSchema, useSearch } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { quoted } from '../../api/iql.ts'
import { pageOf } from '../../api/page-of.ts'
import { dayText } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { viewFor } from '../../fields/views.ts'
import { withoutQualifier } from '../../fields/option-label.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { dialogOnRequest } from '../../ui/on-request.tsx'
import { useWords } from '../../words/language.ts'

const TransitionDialog = dialogOnRequest(async () => (await import('../../records/detail/transition-dialog.tsx')).TransitionDialog)

const MODEL = 'office_report'
const MAX_SHOWN = 100
const FL = ['sid', 'event_date', 'said', 'office_code', 'limit_months', 'doc_type', 'set_due', 'status', 'event_sid', 'near_event_sid', 'dismiss_reason', 'decided_by', 'decided_on', 'version'] // oxfmt-ignore

const VIEWS = ['toDecide', 'others', 'decided'] as const
type View = (typeof VIEWS)[number]
const viewOf = ({ status }: Rec): View => (status === 'PROPOSED' ? 'toDecide' : status === 'OTHER' ? 'others' : 'decided')

/** Events in the register of the office for a case; each becomes an official event only if a person accepts it. */
export function OfficeReports({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema(MODEL).data
  const [chosen, setChosen] = useState<View>()
  const [taken, setTaken] = useState<{ record: Rec; transition: WireTransition }>()
  const { data, isPending, error, refetch } = useSearch(
    MODEL,
    { fl: FL, iql: `case_sid = ${quoted(sid)} ORDER BY event_date DESC`, rows: MAX_SHOWN },
    { meta: { faults: 'own' } },
  )
  if (!schema || isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  const found = data?.record ?? []
  if (found.length === 0) return <Nothing text={t('office.none')} hint={t('office.noneHint')} />
  const byView = Map.groupBy(found, viewOf)
  const view = chosen ?? VIEWS.find((one) => byView.has(one)) ?? 'toDecide'
  return (
    <>
      <p className="quiet">{t('office.about')}</p>
      <div className="tab-bar">
        <Segmented<View>
          value={view}
          onChange={setChosen}
          options={VIEWS.map((value) => ({ value, label: `${t(`office.${value}`)} (${byView.get(value)?.length ?? 0})` }))}
        />
      </div>
      <Reports schema={schema} records={byView.get(view) ?? []} onTake={(record, transition) => setTaken({ record, transition })} />
      {(data?.total ?? 0) > MAX_SHOWN && <Link to={pageOf(MODEL, `?iql=${encodeURIComponent(`case_sid = ${quoted(sid)}`)}`)}>{t('office.all')}</Link>}
      {taken && <TransitionDialog schema={schema} {...taken} onClose={() => setTaken(undefined)} />}
    </>
  )
}

type ReportsProps = { schema: WireSchema; records: Rec[]; onTake: (record: Rec, transition: WireTransition) => void }

function Reports({ schema, records, onTake }: ReportsProps) {
  const { t, tag } = useWords()
  const fieldOf = (code: string) => schema.fields.find((one) => one.code === code)
  const steps = allows(schema, 'transition') ? (schema.states?.transitions ?? []) : []
  const kind = fieldOf('doc_type')
  const Kind = kind && viewFor(kind).Cell
  return (
    <PlainTable<Rec>
      dataSource={records}
      scroll={{ x: 900 }}
      locale={{ emptyText: t('office.nothing') }}
      columns={[
        { title: fieldOf('event_date')?.label, width: 110, render: (_, { event_date }) => dayText(String(event_date), tag) },
        { title: fieldOf('said')?.label, render: (_, record) => <Said record={record} /> },
        { title: kind?.label, width: 170, render: (_, record) => kind && Kind && <Kind field={kind} value={record['doc_type']} record={record} /> },
        { title: fieldOf('status')?.label, width: 190, render: (_, record) => <Standing schema={schema} record={record} /> },
        {
          title: t('office.decision'),
          width: 200,
          render: (_, record) => (
            <Space size="small" wrap>
              {steps
                .filter(({ from }) => from.includes(String(record['status'])))
                .map((step) => (
                  <Button key={step.code} size="small" onClick={() => onTake(record, step)}>
                    {withoutQualifier(step.label)}
                  </Button>
                ))}
            </Space>
          ),
        },
      ]}
    />
  )
}

function Said({ record }: { record: Rec }) {
  const { t } = useWords()
  const months = record['limit_months']
  return (
    <>
      <span lang="en" title={String(record['office_code'] ?? '')}>
        {String(record['said'] ?? '')}
      </span>
      {typeof months === 'number' && <div>{t('office.months', { count: months })}</div>}
    </>
  )
}

/** The state, with the event that is on record or like it, or the reason. */
function Standing({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, lang } = useWords()
  const { event_sid: event, near_event_sid: near, dismiss_reason: reason, decided_by: by } = record
  const to = (one: unknown) => isRef(one) && one.name && <Link to={pageOf('official_event', `/${one.sid}`)}>{one.name}</Link>
  return (
    <>
      <StateTag schema={schema} state={record['status']} />
      {to(event)}
      {isRef(near) && near.name && (
        <div className="quiet">
          {t('office.near')} {to(near)}
        </div>
      )}
      {typeof reason === 'string' && <div>{reason}</div>}
      {isRef(by) && <div className="quiet">{[by.name, String(record['decided_on'] ?? '')].join(lang === 'zh' ? '，' : ', ')}</div>}
    </>
  )
}
