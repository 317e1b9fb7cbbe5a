import { RedoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { WireSchema } from '../../model/kit/wire.ts'
import { retryMail } from '../../model/mail/sending-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'outgoing_mail'

/** A mail of the outbox; one that failed is sent again by hand. */
export const OutgoingMailScreen = () => (
  <OneRecord model={MODEL}>
    {(schema, record) => <RecordPage schema={schema} record={record} acts={<Retry schema={schema} mail={record} />} />}
  </OneRecord>
)

function Retry({ schema, mail }: { schema: WireSchema; mail: Rec }) {
  const { t } = useWords()
  const retry = useWrite(MODEL, () => act(retryMail, { sid: mail.sid }))
  if (mail['state'] !== 'DEAD' || !allowsOn(schema, mail, retryMail.name)) return null
  return (
    <Button icon={<RedoOutlined />} loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
      {t('sendMail.retry')}
    </Button>
  )
}
