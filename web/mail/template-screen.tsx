import { Form } from 'antd'
import { useState } from 'react'
import type { Lang } from '../../model/kit/fields.ts'
import { CasePicker } from '../cases/case-picker.tsx'
import { MailLanguage, Missing, useFilled } from '../cases/mail/filled-mail.tsx'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { useWords } from '../words/language.ts'
import '../cases/mail/filled-mail.css'

/** A template of mails, and how it reads for a real case. */
export function MailTemplateScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="mail_template">
      {(schema, record) => (
        <RecordPage
          key={record.sid}
          schema={schema}
          record={record}
          tabs={[{ key: 'preview', label: t('mailTemplate.preview'), children: <Preview sid={record.sid} /> }]}
        />
      )}
    </OneRecord>
  )
}

function Preview({ sid }: { sid: string }) {
  const { t, lang } = useWords()
  const [caseSid, setCase] = useState<string>()
  const [language, setLanguage] = useState<Lang>(lang)
  const { data } = useFilled(caseSid, sid, language)
  return (
    <>
      <Form layout="vertical">
        <Form.Item label={t('mailTemplate.case')} htmlFor="mail-template-case" extra={t('mailTemplate.hint')}>
          <div className="mail-template-line">
            <CasePicker id="mail-template-case" {...(caseSid && { value: caseSid })} onChange={setCase} />
            <MailLanguage value={language} onChange={setLanguage} />
          </div>
        </Form.Item>
      </Form>
      {data && (
        <>
          <Missing names={data.missing} />
          <article className="mail-preview" aria-label={t('mailTemplate.preview')}>
            <h3>{data.subject}</h3>
            <p>{data.body}</p>
          </article>
        </>
      )}
    </>
  )
}
