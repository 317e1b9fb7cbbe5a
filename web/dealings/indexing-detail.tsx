import { CaseScreen } from '../cases/case-screen.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { partOnRequest } from '../ui/on-request.tsx'
import { useWords } from '../words/language.ts'

const Compared = partOnRequest(async () => (await import('./indexing-compared.tsx')).Compared)

/** An indexing task with the answers for each publication, and the decisions on differing ones. */
export function IndexingScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="indexing_task">
      {(schema, record) => (
        <CaseScreen
          key={record.sid}
          schema={schema}
          record={record}
          first={[{ key: 'compared', label: t('indexing.compared'), model: 'indexing_item', children: <Compared task={record} /> }]}
        />
      )}
    </OneRecord>
  )
}
