import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/action.ts'
import { labelOf } from '../../model/kit/fields.ts'
import type { SentTo } from '../../model/kit/wire/route.ts'
import { changeMailSettings, MAIL_SETTINGS, readMailSettings, sendTestMail } from '../../model/mail/mail-settings.ts'
import { useWrite } from '../api/api.ts'
import { ask } from '../api/call.ts'
import { confirming } from '../api/confirm.ts'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'
import { Setting } from './setting.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

type Settings = AnswerOf<typeof readMailSettings>
type Changes = SentTo<typeof changeMailSettings>
const KEY = ['mail_settings']
const { password: PASSWORD, ...PLAIN } = MAIL_SETTINGS

/** The mailbox from which the tenant sends; its password is written, never read. */
export function MailSettingsScreen() {
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => ask(readMailSettings, {}), retry: false, meta: { faults: 'own' } })
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  return data ? <MailForm settings={data} /> : <PageSkeleton />
}

function MailForm({ settings }: { settings: Settings }) {
  const { t } = useWords()
  const client = useQueryClient()
  const form = useSettingsForm<Changes, Settings>(
    (body) => confirming((confirm) => ask(changeMailSettings, { ...body, confirm })),
    (answer) => {
      client.setQueryData(KEY, answer)
      void client.invalidateQueries({ queryKey: ['ways'] })
    },
  )
  return (
    <SettingsForm title={t('mail.title')} text={t('mail.text')} form={form} more={settings.host && <TestMail isChanged={form.isChanged} />}>
      <Lines settings={settings} changes={form.changes} onChange={form.put} />
    </SettingsForm>
  )
}

type LinesProps = { settings: Settings; changes: Changes; onChange: (part: Changes) => void }

function Lines({ settings, changes, onChange }: LinesProps) {
  const { t, lang } = useWords()
  const values: Readonly<Record<string, unknown>> = { ...settings, ...changes }
  return (
    <fieldset className="group">
      <div className="look-lines">
        {Object.entries(PLAIN).map(([code, field]) => (
          <Setting key={code} id={`mail-${code}`} field={field} value={values[code]} onChange={(value) => onChange({ [code]: value })} />
        ))}
        <div>
          <label htmlFor="mail-password">{labelOf(PASSWORD, lang)}</label>
          <Input.Password
            id="mail-password"
            autoComplete="new-password"
            maxLength={PASSWORD.max}
            value={changes.password ?? ''}
            placeholder={settings.password.is_set ? t('mail.kept') : ''}
            onChange={(event) => onChange({ password: event.target.value || undefined })}
          />
        </div>
      </div>
    </fieldset>
  )
}

/** Uses the saved settings, so that a success proves those in use. */
function TestMail({ isChanged }: { isChanged: boolean }) {
  const { t } = useWords()
  const [to, setTo] = useState('')
  const send = useWrite('tenant', (address: string) => ask(sendTestMail, { to: address }), { faults: 'own' })
  return (
    <form
      className="record-form look"
      aria-label={t('mail.test')}
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate(to.trim())
      }}
    >
      <div className="look-lines">
        <div>
          <label htmlFor="mail-to">{t('mail.testTo')}</label>
          <Input id="mail-to" type="email" value={to} maxLength={254} onChange={(event) => setTo(event.target.value)} />
        </div>
      </div>
      {isChanged && <p className="quiet">{t('mail.saveFirst')}</p>}
      {send.error && <Refused error={send.error} />}
      {send.isSuccess && <Alert type="success" showIcon role="status" className="spaced" title={t('mail.testSent')} />}
      <Button htmlType="submit" loading={send.isPending} disabled={isChanged || to.trim() === ''}>
        {t('mail.test')}
      </Button>
    </form>
  )
}
