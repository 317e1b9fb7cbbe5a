import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../api/api.ts'
import { useLeaveGuard } from '../records/form/leave-guard.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'
import './appearance.css'

/** Settings of the tenant: the changes on the screen, and their saving. `onSaved` receives the answer. */
export function useSettingsForm<Changes extends object, Answer>(send: (changes: Changes) => Promise<Answer>, onSaved: (answer: Answer) => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [changes, setChanges] = useState<Partial<Changes>>({})
  const save = useWrite('tenant', (body: Changes) => send(body), { faults: 'own' })
  const isChanged = Object.keys(changes).length > 0
  const guard = useLeaveGuard(isChanged, { ofTab: true })
  const submit = async () => {
    const answer = await save.mutateAsync(changes as Changes).catch(() => undefined) // every setting may be left out
    if (answer === undefined) return
    onSaved(answer)
    setChanges({})
    guard.allow()
    message.success(t('saved'))
  }
  const put = (part: Partial<Changes>) => setChanges((now) => ({ ...now, ...part }))
  return { changes, put, isChanged, submit, cancel: () => setChanges({}), error: save.error, isPending: save.isPending }
}

type SettingsFormProps = {
  title: string
  text: string
  form: Pick<ReturnType<typeof useSettingsForm>, 'isChanged' | 'submit' | 'cancel' | 'error' | 'isPending'>
  children: ReactNode
  /** Forms of their own below it. */
  more?: ReactNode
}

/** The page of such settings, with the refusal of the server above them. */
export function SettingsForm({ title, text, form, children, more }: SettingsFormProps) {
  const { t } = useWords()
  return (
    <div className="page">
      <PageHead title={title} name={title} />
      <p className="quiet">{text}</p>
      <form
        className="record-form look"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        {form.error && <Refused error={form.error} />}
        {children}
        <footer className="form-foot">
          <Button type="primary" htmlType="submit" loading={form.isPending} disabled={!form.isChanged}>
            {t('save')}
          </Button>
          {form.isChanged && <Button onClick={form.cancel}>{t('cancel')}</Button>}
        </footer>
      </form>
      {more}
    </div>
  )
}
