import { invalidateAgency } from '../../model/parties/party-actions.ts'
import { StopOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '../../model/kit/action.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allowsOn } from '../api/allows.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { displayName } from '../fields/names.ts'
import { OneRecord } from '../records/detail/one-record.tsx'
import { RecordPage } from '../records/detail/detail.tsx'
import { useWords } from '../words/language.ts'
import './people.css'

/** An agency: the record, with the end of its validity. */
export const AgencyScreen = () => (
  <OneRecord model="agency">
    {(schema, record) => <RecordPage schema={schema} record={record} acts={<EndValidity schema={schema} agency={record} />} />}
  </OneRecord>
)

function EndValidity({ schema, agency }: { schema: WireSchema; agency: Rec }) {
  const { t } = useWords()
  const [isAsking, setAsking] = useState(false)
  if (agency['valid'] === false || !allowsOn(schema, agency, invalidateAgency.name)) return null
  return (
    <>
      <Button danger icon={<StopOutlined />} onClick={() => setAsking(true)}>
        {t('agency.invalidate')}
      </Button>
      {isAsking && <Invalidate schema={schema} agency={agency} onClose={() => setAsking(false)} />}
    </>
  )
}

type InvalidateProps = { schema: WireSchema; agency: Rec; onClose: () => void }

/** Shows the records that depend on the agency before the decision. */
function Invalidate({ schema, agency, onClose }: InvalidateProps) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const name = displayName(agency, schema, lang)
  const { data } = useQuery({
    queryKey: ['agency', 'invalidate', agency.sid],
    queryFn: () => act(invalidateAgency, { sid: agency.sid }),
  })
  const invalidate = useWrite('agency', () => act(invalidateAgency, { sid: agency.sid, confirm: true }))
  const submit = async () => {
    const done = await invalidate.mutateAsync(undefined).then(
      () => true,
      () => false, // already shown
    )
    if (!done) return
    message.success(t('agency.invalidated', { name }))
    onClose()
  }
  return (
    <Modal
      open
      title={t('agency.invalidateTitle', { name })}
      okText={t('agency.invalidate')}
      okButtonProps={{ danger: true, disabled: !data, loading: invalidate.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {data ? <Affected answer={data} /> : <Skeleton active paragraph={{ rows: 3 }} title={false} />}
    </Modal>
  )
}

function Affected({ answer }: { answer: AnswerOf<typeof invalidateAgency> }) {
  const { t } = useWords()
  const { accounts, running, deadlines, cases } = answer
  return (
    <div className="affected">
      <p>{t('agency.affected', { accounts: accounts.length, cases: running, deadlines })}</p>
      {cases.record.length > 0 && (
        <ul aria-label={t('agency.running')}>
          {cases.record.map((one) => (
            <li key={String(one['sid'])}>
              <Link to={pageOf('case', `/${String(one['sid'])}`)}>{String(one['case_no'] ?? '')}</Link> {String(one['title'] ?? '')}
            </li>
          ))}
        </ul>
      )}
      {running > cases.record.length && <p className="quiet">{t('agency.more', { count: running - cases.record.length })}</p>}
      <p className="quiet">{t('agency.invalidateText')}</p>
    </div>
  )
}
