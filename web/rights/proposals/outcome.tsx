import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { createCases, lookAlikes } from '../../../model/rights/proposals/actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { isRef } from '../../fields/names.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { NewCases } from './new-cases.tsx'
import './ideas.css'

type OfOne = { schema: WireSchema; record: Rec }

/** The cases created from the disclosure, the creation of more, and similar disclosures. */
export function Outcome({ schema, record }: OfOne) {
  const { t } = useWords()
  const mayCreate = allows(schema, createCases.name) && (record['status'] === 'APPROVED' || record['status'] === 'CASE_CREATED')
  return (
    <>
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
