import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { missingFrom } from '../../model/auth/password-rule.ts'
import { checkReset, resetForgotten } from '../../model/auth/recovery-routes.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import { urlOf } from '../../model/kit/route.ts'
import { ask, call } from '../api/call.ts'
import { ApiFault, linesOf } from '../api/fault.ts'
import { useWords } from '../words/language.ts'
import { PasswordRules, usePasswordRules } from './password-rules.tsx'

/** A mailed link leads here. Its token stands behind the #, which no server and no log is sent. */
export function ResetPassword() {
  const { t } = useWords()
  const [token] = useState(() => location.hash.slice(1))
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    document.title = t('reset.title')
    // The token does not stay in the history of the browser.
    history.replaceState(history.state, '', location.pathname)
  }, [t])
  const link = useQuery({
    queryKey: ['reset', token],
    queryFn: () => call<AnswerOf<typeof checkReset>>(urlOf(checkReset, {}, { token }), undefined, { anonymous: true }),
    enabled: token !== '' && !isDone,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    meta: { faults: 'own' },
  })
  const isOver = token === '' || link.isError
  return (
    <main className="notice left">
      <h1>{t('reset.title')}</h1>
      {isDone ? (
        <Alert type="success" title={t('reset.done')} showIcon role="status" className="spaced" />
      ) : isOver ? (
        <Alert
          type="error"
          title={(link.error instanceof ApiFault && link.error.message) || t('reset.over')}
          showIcon
          role="alert"
          className="spaced"
        />
      ) : link.data ? (
        <NewPassword token={token} account={link.data.account} onDone={() => setDone(true)} />
      ) : (
        <Spin />
      )}
      <p className="notice-acts">
        <Link to="/login">{t('forgot.back')}</Link> {isOver && !isDone && <Link to="/forgot-password">{t('forgot.title')}</Link>}
      </p>
    </main>
  )
}

type Entered = { new_password: string; again: string }

function NewPassword({ token, account, onDone }: { token: string; account: string; onDone: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<Entered>()
  const rules = usePasswordRules()
  const wanted = Form.useWatch('new_password', form) ?? ''
  const missing = rules ? missingFrom(wanted, rules, [account]) : []
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async ({ new_password, again }: Entered) => {
    setBusy(true)
    setRefusal('')
    try {
      await ask(resetForgotten, { token, new_password, confirm_password: again }, { anonymous: true })
      onDone()
    } catch (fault) {
      setRefusal((fault instanceof ApiFault && linesOf(fault, t('colon')).join(t('semicolon'))) || t('fault.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <p className="quiet">{t('reset.text', { account })}</p>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <Form.Item
        name="new_password"
        label={t('password.new')}
        rules={[{ validator: async () => refuseIf(!wanted || missing.length > 0, t('password.weak')) }]}
      >
        <Input.Password autoComplete="new-password" aria-describedby="password-rules" />
      </Form.Item>
      {rules && <PasswordRules rules={rules} missing={wanted === '' ? undefined : missing} />}
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={['new_password']}
        rules={[{ validator: async (_, again: string) => refuseIf(again !== wanted, t('password.differ')) }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('reset.submit')}
      </Button>
    </Form>
  )
}

function refuseIf(isWrong: boolean, words: string) {
  if (isWrong) throw new Error(words)
}
