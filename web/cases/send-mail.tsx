import { SendOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, AutoComplete, Button, Input, Modal, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { SentBody } from '../../model/kit/action.ts'
import type { Lang } from '../../model/kit/fields.ts'
import { type CaseAddress, fillMail, sendCaseMail } from '../../model/mail/sending-actions.ts'
import { allows } from '../api/allows.ts'
import { act, useSchema, useSearch, useWrite } from '../api/api.ts'
import { ApiFault, faultLines } from '../api/fault.ts'
import { FaultLines } from '../ui/fault-lines.tsx'
import { useWords } from '../words/language.ts'

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
      {isOpen && <Dialog sid={sid} onClose={() => setOpen(false)} />}
    </>
  )
}

type Mail = { to: string; subject: string; body: string }

function Dialog({ sid, onClose }: { sid: string; onClose: () => void }) {
  const { t, lang } = useWords()
  const [template, setTemplate] = useState<string>()
  const [language, setLanguage] = useState<Lang>(lang)
  const [written, setWritten] = useState<Partial<Mail>>({})
  const { data: filled } = useFilled(sid, template, language)
  const mail: Mail = { to: written.to ?? '', subject: written.subject ?? filled?.subject ?? '', body: written.body ?? filled?.body ?? '' }
  const { faults, isSending, send } = useSending({ sid, template, mail, onClose })
  // What was written for one template is not kept for another; the recipient is.
  const anew = () => setWritten({ ...(written.to && { to: written.to }) })
  return (
    <Modal
      open
      width={720}
      title={t('sendMail.title')}
      okText={t('sendMail.send')}
      okButtonProps={{ disabled: Object.values(mail).some((value) => !value.trim()), loading: isSending }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <FaultLines lines={faults} />
      <Templates
        template={template}
        language={language}
        onTemplate={(next) => (setTemplate(next), anew())}
        onLanguage={(next) => (setLanguage(next), anew())}
      />
      {filled && filled.missing.length > 0 && (
        <Alert type="warning" showIcon className="spaced" title={t('sendMail.missing', { names: filled.missing.join(', ') })} />
      )}
      <Lines mail={mail} addresses={filled?.addresses ?? []} onChange={(part) => setWritten({ ...written, ...part })} />
    </Modal>
  )
}

function useSending({ sid, template, mail, onClose }: { sid: string; template: string | undefined; mail: Mail; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [faults, setFaults] = useState<readonly string[]>([])
  const write = useWrite('outgoing_mail', (body: SentBody<typeof sendCaseMail>) => act(sendCaseMail, body), { faults: 'form' })
  const send = async () => {
    const { to, subject, body } = mail
    try {
      await write.mutateAsync({ case_sid: sid, ...(template && { template_sid: template }), to_address: to.trim(), subject, body })
      message.success(t('sendMail.queued'))
      onClose()
    } catch (fault) {
      setFaults(fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')])
    }
  }
  return { faults, isSending: write.isPending, send }
}

type LinesProps = { mail: Mail; addresses: readonly CaseAddress[]; onChange: (part: Partial<Mail>) => void }

function Lines({ mail, addresses, onChange }: LinesProps) {
  const { t } = useWords()
  const options = addresses.map(({ name, address, as }) => ({ value: address, label: `${name} <${address}> · ${t(`sendMail.${as}`)}` }))
  return (
    <>
      <label htmlFor="send-mail-to">{t('sendMail.to')}</label>
      <AutoComplete
        id="send-mail-to"
        className="spaced"
        style={{ width: '100%' }}
        value={mail.to}
        onChange={(to: string) => onChange({ to })}
        options={options}
      />
      <label htmlFor="send-mail-subject">{t('sendMail.subject')}</label>
      <Input
        id="send-mail-subject"
        className="spaced"
        value={mail.subject}
        maxLength={300}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <label htmlFor="send-mail-body">{t('sendMail.body')}</label>
      <Input.TextArea
        id="send-mail-body"
        value={mail.body}
        rows={12}
        maxLength={20_000}
        onChange={(event) => onChange({ body: event.target.value })}
      />
    </>
  )
}

const useFilled = (case_sid: string, template: string | undefined, language: Lang) =>
  useQuery({
    queryKey: ['fill mail', template, case_sid, language],
    queryFn: () => act(fillMail, { sid: template ?? '', case_sid, language }),
    enabled: template !== undefined,
  })

type TemplatesProps = {
  template: string | undefined
  language: Lang
  onTemplate: (sid: string | undefined) => void
  onLanguage: (language: Lang) => void
}

function Templates({ template, language, onTemplate, onLanguage }: TemplatesProps) {
  const { t, lang } = useWords()
  const { data } = useSearch('mail_template', { fl: ['sid', 'name', 'name_en'], iql: 'valid = TRUE ORDER BY code', rows: 100 })
  return (
    <div className="spaced">
      <label htmlFor="send-mail-template">{t('sendMail.template')}</label>{' '}
      <Select
        id="send-mail-template"
        allowClear
        style={{ minWidth: 260 }}
        value={template ?? null}
        placeholder={t('sendMail.noTemplate')}
        onChange={(sid: string | null | undefined) => onTemplate(sid ?? undefined)}
        options={(data?.record ?? []).map((row) => ({ value: row.sid, label: String((lang === 'en' && row['name_en']) || row['name'] || '') }))}
      />{' '}
      <Segmented<Lang>
        value={language}
        onChange={onLanguage}
        options={[
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ]}
      />
    </div>
  )
}
