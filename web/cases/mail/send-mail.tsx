import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { sendCaseMail } from '../../../model/mail/sending-actions.ts'
import { allows } from '../../api/allows.ts'
import { useSchema } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { dialogOnRequest } from '../../ui/on-request.tsx'

const SendMailDialog = dialogOnRequest(async () => (await import('./send-mail-dialog.tsx')).SendMailDialog)

/** Offered to those who may send mails about cases. */
export function SendMail({ sid }: { sid: string }) {
  const { t } = useWords()
  const { data: schema } = useSchema('outgoing_mail')
  const [isOpen, setOpen] = useState(false)
  if (!schema || !allows(schema, sendCaseMail.name)) return null
  return (
    <>
      <Button icon={<SendOutlined />} onClick={() => setOpen(true)}>
        {t('sendMail.open')}
      </Button>
      {isOpen && <SendMailDialog sid={sid} onClose={() => setOpen(false)} />}
    </>
  )
}
