import { lazy } from 'react'
import { CaseScreen } from '../../cases/case-screen.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { useWords } from '../../words/language.ts'

const Outcome = lazy(async () => ({ default: (await import('./outcome.tsx')).Outcome }))

/** A disclosure with what is similar to it, and what came of it. */
export function ProposalScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="proposal">
      {(schema, record) => (
        <CaseScreen
          key={record.sid}
          schema={schema}
          record={record}
          first={[{ key: 'outcome', label: t('outcome.tab'), model: 'proposal', children: <Outcome schema={schema} record={record} /> }]}
        />
      )}
    </OneRecord>
  )
}
