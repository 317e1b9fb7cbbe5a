import { CaseScreen } from '../../cases/case-screen.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { useWords } from '../../words/language.ts'
import { partOnRequest } from '../../ui/on-request.tsx'

const Points = partOnRequest(async () => (await import('./points.tsx')).Points)
const Openings = partOnRequest(async () => (await import('./openings.tsx')).Openings)

/** A trade secret with its points, and who opened them. */
export function TradeSecretScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="trade_secret">
      {(schema, record) => (
        <CaseScreen
          key={record.sid}
          schema={schema}
          record={record}
          first={[
            { key: 'points', label: t('secret.points'), model: 'secret_point', children: <Points sid={record.sid} /> },
            { key: 'openings', label: t('secret.openings'), model: 'secret_access', children: <Openings sid={record.sid} /> },
          ]}
        />
      )}
    </OneRecord>
  )
}
