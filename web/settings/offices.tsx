import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import type { AnswerOf } from '../../model/kit/action.ts'
import { labelOf } from '../../model/kit/fields.ts'
import type { SentTo } from '../../model/kit/route.ts'
import { changeEpoSettings, EPO_SETTINGS, readEpoSettings, testEpoSettings } from '../../model/rights/patents/epo-register.ts'
import { useWrite } from '../api/api.ts'
import { ask } from '../api/call.ts'
import { PageFault } from '../ui/query-fault.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'
import { Setting } from './setting.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

type Settings = AnswerOf<typeof readEpoSettings>
type Changes = SentTo<typeof changeEpoSettings>
const KEY = ['epo_settings']
const { consumer_secret: SECRET, consumer_key: CONSUMER_KEY, ...OTHERS } = EPO_SETTINGS

/** The account at the register of the EPO; its secret is written, never read. */
export function OfficeSettings() {
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => ask(readEpoSettings, {}), retry: false, meta: { faults: 'own' } })
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  return data ? <OfficeForm settings={data} /> : <PageSkeleton />
}

function OfficeForm({ settings }: { settings: Settings }) {
  const { t } = useWords()
  const client = useQueryClient()
  const form = useSettingsForm<Changes, Settings>(
    (body) => ask(changeEpoSettings, body),
    (answer) => void client.setQueryData(KEY, answer),
  )
  const isSet = Boolean(settings.consumer_key) && settings.consumer_secret.is_set
  return (
    <SettingsForm title={t('epo.title')} text={t('epo.text')} form={form} more={isSet && <TestSignIn isChanged={form.isChanged} />}>
      <Lines settings={settings} changes={form.changes} onChange={form.put} />
    </SettingsForm>
  )
}

type LinesProps = { settings: Settings; changes: Changes; onChange: (part: Changes) => void }

function Lines({ settings, changes, onChange }: LinesProps) {
  const { t, lang } = useWords()
  const values: Readonly<Record<string, unknown>> = { ...settings, ...changes }
  const line = (code: string, field: (typeof EPO_SETTINGS)[keyof typeof EPO_SETTINGS]) => (
    <Setting key={code} id={`epo-${code}`} field={field} value={values[code]} onChange={(value) => onChange({ [code]: value })} />
  )
  return (
    <fieldset className="group">
      <div className="look-lines">
        {line('consumer_key', CONSUMER_KEY)}
        <div>
          <label htmlFor="epo-secret">{labelOf(SECRET, lang)}</label>
          <Input.Password
            id="epo-secret"
            autoComplete="new-password"
            maxLength={SECRET.max}
            value={changes.consumer_secret ?? ''}
            placeholder={settings.consumer_secret.is_set ? t('mail.kept') : ''}
            onChange={(event) => onChange({ consumer_secret: event.target.value || undefined })}
          />
        </div>
        {Object.entries(OTHERS).map(([code, field]) => line(code, field))}
      </div>
    </fieldset>
  )
}

/** By the saved settings, so that what works is what is in use. */
function TestSignIn({ isChanged }: { isChanged: boolean }) {
  const { t } = useWords()
  const test = useWrite('tenant', () => ask(testEpoSettings, {}), { faults: 'own' })
  return (
    <section className="record-form look" aria-label={t('epo.test')}>
      {isChanged && <p className="quiet">{t('mail.saveFirst')}</p>}
      {test.error && <Refused error={test.error} />}
      {test.isSuccess && <Alert type="success" showIcon role="status" className="spaced" title={t('epo.accepted')} />}
      <Button loading={test.isPending} disabled={isChanged} onClick={() => test.mutate(undefined)}>
        {t('epo.test')}
      </Button>
    </section>
  )
}
