import { useParams } from 'react-router'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { CaseScreen } from './case-screen.tsx'
import { WaitingValues } from './dates/waiting-values.tsx'

/** A record of any model; a case of a right without its own screen has the page of every case. */
export function AnyRecord() {
  const { model = '' } = useParams()
  return (
    <OneRecord model={model}>
      {(schema, record) =>
        schema.case ? (
          <CaseScreen key={record.sid} schema={schema} record={record} />
        ) : (
          <WaitingValues model={schema.model}>
            <RecordPage schema={schema} record={record} />
          </WaitingValues>
        )
      }
    </OneRecord>
  )
}
