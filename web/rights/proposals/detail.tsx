import { Alert } from 'antd'
import { confirmShare } from '../../../model/rights/proposals/actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allowsOn } from '../../api/allows.ts'
import type { Rec } from '../../api/api.ts'
import { CaseScreen } from '../../cases/case-screen.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { useWords } from '../../words/language.ts'
import { ConfirmShare } from './confirm-share.tsx'
import { opinionOn } from './opinion-on.ts'
import { partOnRequest } from '../../ui/on-request.tsx'
import './ideas.css'

const Outcome = partOnRequest(async () => (await import('./outcome.tsx')).Outcome)

/** A disclosure with similar ones, and its outcome. */
export function ProposalScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="proposal">
      {(schema, record) => (
        <CaseScreen
          key={record.sid}
          schema={schema}
          record={record}
          notice={<Notice schema={schema} record={record} />}
          first={[{ key: 'outcome', label: t('outcome.tab'), model: 'proposal', children: <Outcome schema={schema} record={record} /> }]}
        />
      )}
    </OneRecord>
  )
}

/** Notices for the inventors: the reason of a return, and the own share to confirm. */
function Notice({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const why = opinionOn(record)
  const isRejected = record['status'] === 'REJECTED'
  return (
    <>
      {why && <Alert type="warning" showIcon className="idea-back" title={t(isRejected ? 'ideas.rejected' : 'ideas.returned', { why })} />}
      {allowsOn(schema, record, confirmShare.name) && <ConfirmShare record={record} />}
    </>
  )
}
