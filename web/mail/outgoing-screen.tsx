import { DeleteOutlined, RedoOutlined } from '@ant-design/icons'
import { Alert, App, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { discardMail, retryMail } from '../../model/mail/sending-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { useWords } from '../words/language.ts'

const MODEL = 'outgoing_mail'

/** A mail of the outbox; one that failed is sent again or given up by hand. */
export const OutgoingMailScreen = () => (
  <OneRecord model={MODEL}>
    {(schema, record) => <RecordPage schema={schema} record={record} above={<Why mail={record} />} acts={<Acts schema={schema} mail={record} />} />}
  </OneRecord>
)

function Why({ mail }: { mail: Rec }) {
  const { lang } = useWords()
  const reason = String((lang === 'en' ? mail['reason_en'] : mail['reason']) ?? '')
  if (!reason || mail['state'] === 'DISCARDED') return null
  return <Alert type={['DEAD', 'RETURNED'].includes(String(mail['state'])) ? 'error' : 'warning'} showIcon className="spaced" title={reason} />
}

function Acts({ schema, mail }: { schema: WireSchema; mail: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const retry = useWrite(MODEL, () => act(retryMail, { sid: mail.sid }))
  const again = async () => {
    const done = await retry.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (done) message.success(t('sendMail.queued'))
  }
  const state = String(mail['state'] ?? '')
  const isWaiting = state === 'QUEUED' && Boolean(mail['reason']) // it failed, and will be tried again
  return (
    <>
      {(['DEAD', 'RETURNED', 'DISCARDED'].includes(state) || isWaiting) && allowsOn(schema, mail, retryMail.name) && (
        <Button icon={<RedoOutlined />} loading={retry.isPending} onClick={() => void again()}>
          {t('sendMail.retry')}
        </Button>
      )}
      {['DEAD', 'QUEUED'].includes(state) && allowsOn(schema, mail, discardMail.name) && (
        <Button icon={<DeleteOutlined />} onClick={() => setOpen(true)}>
          {t('sendMail.discard')}
        </Button>
      )}
      {isOpen && <Discard sid={mail.sid} onClose={() => setOpen(false)} />}
    </>
  )
}

function Discard({ sid, onClose }: { sid: string; onClose: () => void }) {
  const { t } = useWords()
  const [reason, setReason] = useState('')
  const discard = useWrite(MODEL, () => act(discardMail, { sid, reason: reason.trim() }))
  const go = () => discard.mutateAsync(undefined).then(onClose, () => undefined) // a refusal has already been shown
  return (
    <Modal
      open
      title={t('sendMail.discard')}
      okText={t('sendMail.discard')}
      okButtonProps={{ danger: true, disabled: !reason.trim(), loading: discard.isPending }}
      onOk={() => void go()}
      onCancel={onClose}
    >
      <label htmlFor="discard-reason">{t('sendMail.discardReason')}</label>
      <Input id="discard-reason" value={reason} maxLength={255} onChange={(event) => setReason(event.target.value)} />
    </Modal>
  )
}
