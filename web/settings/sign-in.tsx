import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AnswerOf } from '../../model/kit/action.ts'
import { wordIn } from '../../model/kit/fields.ts'
import type { SentTo } from '../../model/kit/wire/route.ts'
import { changeSignInRules, readSignInRules } from '../../model/auth/session/sign-in-routes.ts'
import { SIGN_IN_GROUPS, SIGN_IN_RULES } from '../../model/auth/session/sign-in-rules.ts'
import { ask } from '../api/call.ts'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { Setting } from './setting.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

type Rules = AnswerOf<typeof readSignInRules>
type Changes = SentTo<typeof changeSignInRules>
const KEY = ['sign_in_rules']

/** Password rules and ways to sign in, for all accounts of the tenant. */
export function SignInSettings() {
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => ask(readSignInRules, {}), retry: false, meta: { faults: 'own' } })
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  return data ? <RulesForm rules={data} /> : <PageSkeleton />
}

function RulesForm({ rules }: { rules: Rules }) {
  const { t } = useWords()
  const client = useQueryClient()
  const form = useSettingsForm<Changes, Rules>(
    (body) => ask(changeSignInRules, body),
    (answer) => {
      client.setQueryData(KEY, answer)
      void client.invalidateQueries({ queryKey: ['password_rules'] })
    },
  )
  return (
    <SettingsForm title={t('signIn.title')} text={t('signIn.text')} form={form} more={<Providers />}>
      <Groups values={{ ...rules, ...form.changes }} onChange={(code, value) => form.put({ [code]: value })} />
    </SettingsForm>
  )
}

/** Records with lists and forms of their own. */
function Providers() {
  const { t } = useWords()
  return (
    <p>
      <Link to="/m/identity_provider">{t('signIn.providers')}</Link> · <Link to="/m/identity_link">{t('signIn.links')}</Link>
    </p>
  )
}

type GroupsProps = { values: Readonly<Record<string, unknown>>; onChange: (code: string, value: unknown) => void }

function Groups({ values, onChange }: GroupsProps) {
  const { lang } = useWords()
  return Object.entries(SIGN_IN_GROUPS).map(([group, words]) => (
    <fieldset key={group} className="group">
      <legend>{wordIn(words, lang)}</legend>
      <div className="look-lines">
        {Object.entries(SIGN_IN_RULES).map(
          ([code, field]) =>
            field.group === group && (
              <Setting key={code} id={`rule-${code}`} field={field} value={values[code]} onChange={(value) => onChange(code, value)} />
            ),
        )}
      </div>
    </fieldset>
  ))
}
