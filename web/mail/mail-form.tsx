import { Alert, App, Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { SentBody } from '../../model/kit/action.ts'
import { dismissMail, fileMail } from '../../model/mail/archive-actions.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { ApiFault, faultLines } from '../api/fault.ts'
import { CasePicker } from '../cases/case-picker.tsx'
import { isRef } from '../fields/names.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { useWords } from '../words/language.ts'
import { useMail } from './mail-text.tsx'

/** Files a mail to a case; a text from its subject may be kept as a rule for the sender's next mails. */
export function MailForm({ row, onDone }: { row: Rec; onDone: () => void }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const [caseSid, setCase] = useState<string>()
  const [isRule, setRule] = useState(false)
  const [ruleText, setRuleText] = useState<string>()
  const [faults, setFaults] = useState<readonly string[]>([])
  const proposed = useMail(row.sid).data?.subject_text ?? ''
  const text = ruleText ?? proposed
  const file = useWrite('archived_mail', (body: SentBody<typeof fileMail>) => act(fileMail, body), { faults: 'form' })
  const dismiss = useWrite('archived_mail', () => act(dismissMail, { sid: row.sid }), { faults: 'form' })
  const finish = async (work: () => Promise<unknown>, said: 'archivedMail.done' | 'archivedMail.dismissed') => {
    try {
      await work()
      message.success(t(said))
      onDone()
    } catch (fault) {
      setFaults(fault instanceof ApiFault ? (fault.errors.length > 0 ? faultLines(fault.errors, t('colon')) : [fault.message]) : [t('fault.failed')])
    }
  }
  const send = (case_sid: string) =>
    void finish(() => file.mutateAsync({ sid: row.sid, case_sid, ...(isRule && text.trim() && { subject_text: text.trim() }) }), 'archivedMail.done')
  const reason = String((lang === 'en' ? row['reason_en'] : row['reason']) ?? '')
  const isBusy = file.isPending || dismiss.isPending
  return (
    <section className="mail-form" aria-label={t('archivedMail.file')}>
      <FaultLines lines={faults} />
      {reason && <Alert type="warning" showIcon title={reason} />}
      <Possible row={row} chosen={caseSid} onChoose={setCase} />
      <div>
        <label htmlFor="mail-case">{t('archivedMail.case')}</label>
        <CasePicker id="mail-case" {...(caseSid && { value: caseSid })} onChange={setCase} />
      </div>
      <Checkbox checked={isRule} onChange={(event) => setRule(event.target.checked)}>
        {t('archivedMail.rule', { sender: String(row['from_address'] ?? '') })}
      </Checkbox>
      {isRule && <Input value={text} maxLength={100} aria-label={t('archivedMail.ruleText')} onChange={(event) => setRuleText(event.target.value)} />}
      <div className="queue-acts">
        <Button type="primary" disabled={!caseSid || isBusy} loading={file.isPending} onClick={() => caseSid && send(caseSid)}>
          {t('archivedMail.file')}
        </Button>
        <Button
          disabled={isBusy}
          loading={dismiss.isPending}
          onClick={() => void finish(() => dismiss.mutateAsync(undefined), 'archivedMail.dismissed')}
        >
          {t('archivedMail.dismiss')}
        </Button>
      </div>
    </section>
  )
}

type PossibleProps = { row: Rec; chosen: string | undefined; onChoose: (sid: string) => void }

/** The cases that the mail names; one click chooses one. */
function Possible({ row, chosen, onChoose }: PossibleProps) {
  const { t } = useWords()
  const cases = Array.isArray(row['candidates']) ? row['candidates'].filter(isRef) : []
  if (cases.length === 0) return null
  return (
    <div>
      <span className="quiet">{t('archivedMail.possible')}</span>
      <div className="mail-possible">
        {cases.map(({ sid, name }) => (
          <Button key={sid} size="small" {...(sid === chosen && { type: 'primary' as const })} onClick={() => onChoose(sid)}>
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}
