import { Alert, App, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { SentBody } from '../../../model/kit/action.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { type CaseAddress, sendCaseMail } from '../../../model/mail/sending-actions.ts'
import { act, useSearch, useWrite } from '../../api/api.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { useWays } from '../../api/ways.ts'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { MailLanguage, Missing, useFilled } from './filled-mail.tsx'
import { MailFiles } from './mail-files.tsx'
import './filled-mail.css'

type Mail = { to: string[]; cc: string[]; subject: string; body: string; documents: string[] }

/** Writes a mail about the case, with or without a template, and sends it. */
export function SendMailDialog({ sid, onClose }: { sid: string; onClose: () => void }) {
  const { t, lang } = useWords()
  const [template, setTemplate] = useState<string>()
  const [language, setLanguage] = useState<Lang>(lang)
  const [written, setWritten] = useState<Partial<Mail>>({})
  const { data: filled } = useFilled(sid, template, language)
  const { to = [], cc = [], documents = [], subject = filled?.subject ?? '', body = filled?.body ?? '' } = written
  const mail: Mail = { to, cc, subject, body, documents }
  const { faults, isSending, send } = useSending({ sid, template, mail, onClose })
  // A forgotten password is mailed from the same mailbox.
  const isUnset = useWays()?.forgotten_password === false
  // A text that was written for one template is not kept for another; the recipients and files are.
  const anew = () => setWritten({ to, cc, documents })
  return (
    <Modal
      open
      width={720}
      title={t('sendMail.title')}
      okText={t('sendMail.send')}
      okButtonProps={{ disabled: isUnset || to.length === 0 || !subject.trim() || !body.trim(), loading: isSending }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <FaultLines lines={faults} />
      {isUnset && <Alert type="warning" showIcon className="spaced" title={t('sendMail.unset')} />}
      <Form layout="vertical" className="dialog-form">
        <Templates
          template={template}
          language={language}
          onTemplate={(next) => (setTemplate(next), anew())}
          onLanguage={(next) => (setLanguage(next), anew())}
        />
        {filled && <Missing names={filled.missing} />}
        <Lines sid={sid} mail={mail} addresses={filled?.addresses ?? []} onChange={(part) => setWritten({ ...written, ...part })} />
      </Form>
    </Modal>
  )
}

function useSending({ sid, template, mail, onClose }: { sid: string; template: string | undefined; mail: Mail; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [faults, setFaults] = useState<readonly string[]>([])
  const write = useWrite('outgoing_mail', (body: SentBody<typeof sendCaseMail>) => act(sendCaseMail, body), { faults: 'form' })
  const send = async () => {
    const { to, cc, subject, body, documents } = mail
    const about = { case_sid: sid, ...(template && { template_sid: template }) }
    try {
      await write.mutateAsync({ ...about, to_addresses: to, cc_addresses: cc, document_sids: documents, subject, body })
      message.success(t('sendMail.queued'))
      onClose()
    } catch (fault) {
      setFaults(fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')])
    }
  }
  return { faults, isSending: write.isPending, send }
}

type LinesProps = { sid: string; mail: Mail; addresses: readonly CaseAddress[]; onChange: (part: Partial<Mail>) => void }

function Lines({ sid, mail, addresses, onChange }: LinesProps) {
  const { t } = useWords()
  const options = addresses.map(({ name, address, as }) => ({ value: address, label: `${name} <${address}> · ${t(`sendMail.${as}`)}` }))
  return (
    <>
      {(['to', 'cc'] as const).map((line) => (
        <Form.Item key={line} label={t(`sendMail.${line}`)} htmlFor={`send-mail-${line}`}>
          <Select<string[]>
            defaultActiveFirstOption={false}
            id={`send-mail-${line}`}
            mode="tags"
            tokenSeparators={[';', ',', ' ', '；', '，']}
            value={mail[line]}
            onChange={(value: string[]) => onChange({ [line]: value })}
            options={options}
            notFoundContent={t('sendMail.addressHint')}
          />
        </Form.Item>
      ))}
      <Form.Item label={t('sendMail.subject')} htmlFor="send-mail-subject">
        <Input id="send-mail-subject" value={mail.subject} maxLength={300} onChange={(event) => onChange({ subject: event.target.value })} />
      </Form.Item>
      <Form.Item label={t('sendMail.body')} htmlFor="send-mail-body">
        <Input.TextArea
          id="send-mail-body"
          value={mail.body}
          rows={10}
          maxLength={20_000}
          onChange={(event) => onChange({ body: event.target.value })}
        />
      </Form.Item>
      <MailFiles sid={sid} chosen={mail.documents} onChange={(documents) => onChange({ documents })} />
    </>
  )
}

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
    <Form.Item label={t('sendMail.template')} htmlFor="send-mail-template">
      <div className="mail-template-line">
        <Select
          id="send-mail-template"
          allowClear
          value={template ?? null}
          placeholder={t('sendMail.noTemplate')}
          onChange={(sid: string | null | undefined) => onTemplate(sid ?? undefined)}
          options={(data?.record ?? []).map((row) => ({ value: row.sid, label: String((lang === 'en' && row['name_en']) || row['name'] || '') }))}
        />
        <MailLanguage value={language} onChange={onLanguage} />
      </div>
    </Form.Item>
  )
}
