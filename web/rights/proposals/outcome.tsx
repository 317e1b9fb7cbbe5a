import { useQuery } from '@tanstack/react-query'
import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirmShare, createCases, lookAlikes } from '../../../model/rights/proposals/actions.ts'
import type { SentBody } from '../../../model/kit/action.ts'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { act, type Rec, useSchema, useWrite } from '../../api/api.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { useKinds } from '../../cases/kinds.ts'
import { isRef } from '../../fields/names.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { FaultLines } from '../../ui/fault-lines.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { ConfirmShare } from './confirm-share.tsx'
import './ideas.css'

type OfOne = { schema: WireSchema; record: Rec }

/** The share of the reader to confirm, the cases that came of the disclosure, the creation of more, and what is similar. */
export function Outcome({ schema, record }: OfOne) {
  const { t } = useWords()
  const mayCreate = allows(schema, createCases.name) && (record['status'] === 'APPROVED' || record['status'] === 'CASE_CREATED')
  return (
    <>
      {allowsOn(schema, record, confirmShare.name) && <ConfirmShare record={record} />}
      <h3>{t('outcome.cases')}</h3>
      <Cases record={record} />
      {mayCreate && <NewCases record={record} />}
      <h3>{t('outcome.alike')}</h3>
      <Alikes record={record} />
    </>
  )
}

function Cases({ record }: { record: Rec }) {
  const { t } = useWords()
  const cases = Array.isArray(record['result_case_sids']) ? record['result_case_sids'].filter(isRef) : []
  if (cases.length === 0) return <p className="quiet">{t('outcome.noCases')}</p>
  return (
    <ul>
      {cases.map(({ sid, name }) => (
        <li key={sid}>
          <Link to={pageOf('case', `/${sid}`)}>{name || t('relations.unseen')}</Link>
        </li>
      ))}
    </ul>
  )
}

type Wanted = SentBody<typeof createCases>['cases'][number]
const START: Wanted = { kind: 'patent', subtype: 'INVENTION', country: 'CN' }

/** The cases to create: right, type and country of each. */
function NewCases({ record }: { record: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [cases, setCases] = useState<readonly Wanted[]>([START])
  const [lines, setLines] = useState<string[]>([])
  const create = useWrite('proposal', () => act(createCases, { sids: [record.sid], cases: [...cases] }))
  const put = (at: number, changes: Partial<Wanted>) => setCases(cases.map((one, here) => (here === at ? { ...one, ...changes } : one)))
  const submit = async () => {
    setLines([])
    try {
      const { cases: made } = await create.mutateAsync(undefined)
      message.success(t('outcome.created', { count: made.length }))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setLines(fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message])
    }
  }
  return (
    <section className="create-cases" aria-label={t('outcome.create')}>
      <FaultLines lines={lines} />
      {cases.map((one, at) => (
        <OneCase key={at} wanted={one} onChange={(changes) => put(at, changes)} onKind={(other) => setCases(cases.map((known, here) => (here === at ? other : known)))} />
      ))}
      <Button onClick={() => setCases([...cases, START])}>{t('outcome.more')}</Button>{' '}
      {cases.length > 1 && <Button onClick={() => setCases(cases.slice(0, -1))}>{t('outcome.less')}</Button>}{' '}
      <Button type="primary" loading={create.isPending} onClick={() => void submit()}>
        {t('outcome.create')}
      </Button>
    </section>
  )
} // oxfmt-ignore

type OneCaseProps = { wanted: Wanted; onChange: (changes: Partial<Wanted>) => void; onKind: (other: Wanted) => void }

function OneCase({ wanted, onChange, onKind }: OneCaseProps) {
  const { t, lang } = useWords()
  const kinds = (useKinds() ?? []).filter((one) => one.model !== 'proposal' && allows(one, 'create'))
  const schema = useSchema(wanted.kind).data
  const choices = (role: 'subtype' | 'country') =>
    (schema?.fields.find(({ code }) => code === schema.case?.roles[role])?.options ?? []).map(({ code, label }) => ({ value: code, label }))
  return (
    <div className="one-case">
      <Select aria-label={t('outcome.kind')} value={wanted.kind} onChange={(kind) => onKind({ kind })} options={kinds.map((one) => ({ value: one.model, label: one[lang] }))} popupMatchSelectWidth={false} />
      {(['subtype', 'country'] as const).map((role) => choices(role).length > 0 && (
        <Select key={role} aria-label={t(`outcome.${role}`)} placeholder={t(`outcome.${role}`)} value={wanted[role] ?? null} onChange={(value) => onChange({ [role]: value })} options={choices(role)} showSearch={{ optionFilterProp: 'label' }} style={{ minWidth: 180 }} />
      ))}
    </div>
  )
} // oxfmt-ignore

function Alikes({ record }: { record: Rec }) {
  const { t } = useWords()
  const { data } = useQuery({ queryKey: ['proposal', 'alike', record.sid, record['title']], queryFn: () => act(lookAlikes, { sid: record.sid }), meta: { faults: 'own' } })
  return (
    <PlainTable
      dataSource={data?.record ?? []}
      rowKey="case_sid"
      loading={!data}
      columns={[
        { title: t('outcome.likeness'), width: 100, render: (_, row) => `${Math.round(Number(row.likeness) * 100)} %` },
        { title: t('outcome.case'), render: (_, row) => <Link to={pageOf(row.kind, `/${row.case_sid}`)}>{`${row.case_no} ${row.title}`}</Link> },
        { title: t('outcome.shared'), render: (_, row) => row.shared.join(', ') },
      ]}
      locale={{ emptyText: <Nothing text={t('outcome.noAlike')} /> }}
    />
  )
} // oxfmt-ignore
