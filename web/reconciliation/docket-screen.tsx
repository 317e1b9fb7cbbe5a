import { Alert, Descriptions, Skeleton } from 'antd'
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { type Rec, useSchema } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { OneRecord } from '../records/detail/one-record.tsx'
import { StateTag } from '../records/detail/state-tag.tsx'
import { Transitions } from '../records/detail/transitions.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { useWords } from '../words/language.ts'
import { Columns } from './columns.tsx'
import { Lines } from './lines.tsx'
import './reconciliation.css'

/** One list of an agency with the result of the comparison. */
export const DocketScreen = () => (
  <OneRecord model="docket_list">{(schema, record) => <Docket key={record.sid} schema={schema} record={record} />}</OneRecord>
)

function Docket({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t, lang, tag } = useWords()
  const agency = record['agency_sid']
  const name = String(record['file_name'] ?? '')
  useReading(record)
  return (
    <div className="page list worklist docket">
      <PageHead
        title={name}
        name={name}
        crumbs={[{ label: schema[lang], to: pageOf('docket_list') }]}
        beside={<StateTag schema={schema} state={record['status']} />}
        acts={<Transitions schema={schema} record={record} />}
      />
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 4 }}
        items={[
          { key: 'agency', label: t('docket.agency'), children: isRef(agency) ? agency.name : '—' },
          { key: 'kind', label: t('docket.kind'), children: <KindName model={String(record['kind'] ?? '')} /> },
          { key: 'day', label: t('docket.listedOn'), children: typeof record['listed_on'] === 'string' ? dayText(record['listed_on'], tag) : '—' },
          { key: 'rows', label: t('docket.rows'), children: Number(record['row_count'] ?? 0).toLocaleString(tag) },
        ]}
      />
      <Outcome record={record} />
    </div>
  )
}

function Outcome({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const lines = useSchema('docket_line').data
  const { status } = record
  if (status === 'READING')
    return (
      <section aria-busy className="group">
        <p className="quiet spaced">{t('docket.reading')}</p>
        <Skeleton active paragraph={{ rows: 6 }} />
      </section>
    )
  if (status === 'FAILED')
    return (
      <Alert
        type="error"
        showIcon
        title={t('docket.failed')}
        description={String((lang === 'en' && record['reason_en']) || record['reason'] || '')}
      />
    )
  return (
    <>
      <Columns record={record} />
      {lines && <Lines list={record} schema={lines} />}
    </>
  )
}

function KindName({ model }: { model: string }) {
  const { lang } = useWords()
  const schema = useSchema(model).data
  return <>{schema?.[lang] ?? model}</>
}

const READ_AGAIN_MS = 1500

/** Asks again while the list is compared. */
function useReading({ status }: Rec) {
  const client = useQueryClient()
  useEffect(() => {
    if (status !== 'READING') return
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['docket_list'] }), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client, status])
}
