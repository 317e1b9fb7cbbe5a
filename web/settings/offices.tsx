import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import type { AnswerOf } from '../../model/kit/action.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import type { SentTo } from '../../model/kit/wire/route.ts'
import {
  changeRegisterSettings,
  isRegisterOffice,
  readRegisterSettings,
  REGISTER_SETTINGS,
  type RegisterOffice,
  REGISTERS,
  testRegisterSettings,
} from '../../model/rights/patents/registers.ts'
import { useWrite } from '../api/api.ts'
import { ask } from '../api/call.ts'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'
import { Setting } from './setting.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

type Settings = AnswerOf<typeof readRegisterSettings>
type Changes = SentTo<typeof changeRegisterSettings>
type Of = { office: RegisterOffice }

const OFFICES = Object.keys(REGISTERS) as RegisterOffice[] // its own keys
const keyOf = (office: RegisterOffice) => ['register_settings', office]

/** The accounts at the registers of the offices; a secret is written, never read. */
export function OfficeSettings() {
  const [params] = useSearchParams()
  const asked = params.get('office')
  const office = isRegisterOffice(asked) ? asked : 'EP'
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(office),
    queryFn: () => ask(readRegisterSettings, {}, { path: { office } }),
    retry: false,
    meta: { faults: 'own' },
  })
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  return data ? <OfficeForm key={office} office={office} settings={data} /> : <PageSkeleton />
}

function OfficeForm({ office, settings }: Of & { settings: Settings }) {
  const { t } = useWords()
  const client = useQueryClient()
  const form = useSettingsForm<Changes, Settings>(
    (body) => ask(changeRegisterSettings, body, { path: { office } }),
    (answer) => void client.setQueryData(keyOf(office), answer),
  )
  const register = REGISTERS[office]
  const isSet = settings[register.secret].is_set && (!('user' in register) || Boolean(settings[register.user]))
  return (
    <SettingsForm
      title={t('registers.title')}
      text={t('registers.text')}
      form={form}
      more={isSet && <TestSignIn office={office} isChanged={form.isChanged} />}
    >
      <ChooseOffice office={office} />
      <Lines office={office} settings={settings} changes={form.changes} onChange={form.put} />
    </SettingsForm>
  )
}

/** The choice is in the address, so that the leave guard asks about unsaved changes. */
function ChooseOffice({ office }: Of) {
  const { t, lang } = useWords()
  const [, setParams] = useSearchParams()
  return (
    <Segmented<RegisterOffice>
      className="spaced"
      aria-label={t('registers.office')}
      value={office}
      onChange={(next) => setParams({ office: next })}
      options={OFFICES.map((value) => ({ value, label: wordIn(REGISTERS[value].name, lang) }))}
    />
  )
}

type LinesProps = Of & { settings: Settings; changes: Changes; onChange: (part: Changes) => void }

function Lines({ office, settings, changes, onChange }: LinesProps) {
  const { t, lang } = useWords()
  const register = REGISTERS[office]
  const values: Readonly<Record<string, unknown>> = { ...settings, ...changes }
  const secret = REGISTER_SETTINGS[register.secret]
  const help = 'help' in secret ? wordIn(secret.help, lang) : undefined
  const line = (code: 'consumer_key' | 'base_url' | 'per_minute', unset = '') => (
    <Setting
      key={code}
      id={`register-${code}`}
      field={REGISTER_SETTINGS[code]}
      value={values[code]}
      unset={unset}
      onChange={(value) => onChange({ [code]: value })}
    />
  )
  return (
    <fieldset className="group">
      <div className="look-lines">
        {'user' in register && line(register.user)}
        <div>
          <label htmlFor="register-secret">{labelOf(secret, lang)}</label>
          <Input.Password
            id="register-secret"
            autoComplete="new-password"
            maxLength={secret.max}
            value={changes[register.secret] ?? ''}
            placeholder={settings[register.secret].is_set ? t('mail.kept') : ''}
            {...(help && { 'aria-describedby': 'register-secret-help' })}
            onChange={(event) => onChange({ [register.secret]: event.target.value || undefined })}
          />
          {help && (
            <span id="register-secret-help" className="quiet">
              {help}
            </span>
          )}
        </div>
        {line('base_url', register.base_url)}
        {line('per_minute', String(register.per_minute))}
      </div>
    </fieldset>
  )
}

/** Uses the saved settings, so that a success proves those in use. */
function TestSignIn({ office, isChanged }: Of & { isChanged: boolean }) {
  const { t } = useWords()
  const test = useWrite('tenant', () => ask(testRegisterSettings, {}, { path: { office } }), { faults: 'own' })
  return (
    <section className="record-form look" aria-label={t('registers.test')}>
      {isChanged && <p className="quiet">{t('mail.saveFirst')}</p>}
      {test.error && <Refused error={test.error} />}
      {test.isSuccess && <Alert type="success" showIcon role="status" className="spaced" title={t('registers.accepted')} />}
      <Button loading={test.isPending} disabled={isChanged} onClick={() => test.mutate(undefined)}>
        {t('registers.test')}
      </Button>
    </section>
  )
}
