import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/action.ts'
import { wordIn } from '../../model/kit/fields.ts'
import type { SentTo } from '../../model/kit/route.ts'
import { changeSignInRules, readSignInRules } from '../../model/auth/sign-in-routes.ts'
import { SIGN_IN_GROUPS, SIGN_IN_RULES } from '../../model/auth/sign-in-rules.ts'
import { useWrite } from '../api/api.ts'
import { ask } from '../api/call.ts'
import { NotAllowed } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { useLeaveGuard } from '../records/form/leave-guard.ts'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'
import { Setting } from './setting.tsx'
import './appearance.css'

type Rules = AnswerOf<typeof readSignInRules>
type Changes = SentTo<typeof changeSignInRules>
const KEY = ['sign_in_rules']

/** What is asked of passwords, and the ways to sign in, for all accounts of the tenant. */
export function SignInSettings() {
  const { data, isError } = useQuery({ queryKey: KEY, queryFn: () => ask(readSignInRules, {}), retry: false, meta: { faults: 'own' } })
  if (isError) return <NotAllowed />
  return data ? <RulesForm rules={data} /> : <PageSkeleton />
}

function RulesForm({ rules }: { rules: Rules }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [changes, setChanges] = useState<Changes>({})
  const save = useWrite('tenant', (body: Changes) => ask(changeSignInRules, body), { faults: 'own' })
  const isChanged = Object.keys(changes).length > 0
  const guard = useLeaveGuard(isChanged)
  const submit = async () => {
    const answer = await save.mutateAsync(changes).catch(() => undefined) // shown below
    if (!answer) return
    client.setQueryData(KEY, answer)
    void client.invalidateQueries({ queryKey: ['password_rules'] })
    setChanges({})
    guard.allow()
    message.success(t('saved'))
  }
  return (
    <div className="page">
      <PageHead title={t('signIn.title')} name={t('signIn.title')} />
      <p className="quiet">{t('signIn.text')}</p>
      <form
        className="record-form look"
        aria-label={t('signIn.title')}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {save.error && <Refused error={save.error} />}
        <Groups values={{ ...rules, ...changes }} onChange={(code, value) => setChanges((now) => ({ ...now, [code]: value }))} />
        <footer className="form-foot">
          <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!isChanged}>
            {t('save')}
          </Button>
          {isChanged && <Button onClick={() => setChanges({})}>{t('cancel')}</Button>}
        </footer>
      </form>
    </div>
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
