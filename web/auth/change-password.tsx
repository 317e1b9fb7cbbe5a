import type { FormInstance } from 'antd'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { missingFrom } from '../../model/auth/password-rule.ts'
import { changePassword } from '../../model/auth/session-routes.ts'
import { ask } from '../api/call.ts'
import { useSession } from '../api/api.ts'
import { ApiFault } from '../api/fault.ts'
import { useWords } from '../words/language.ts'
import { PasswordRules, usePasswordRules } from './password-rules.tsx'

type Entered = { old_password: string; new_password: string; again: string }

export function ChangePassword({ onChanged, submit }: { onChanged: () => void; submit?: string }) {
  const { t } = useWords()
  const [form] = Form.useForm<Entered>()
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)

  const change = async ({ old_password, new_password, again }: Entered) => {
    setBusy(true)
    setRefusal('')
    try {
      await ask(changePassword, { old_password, new_password, confirm_password: again })
      form.resetFields()
      onChanged()
    } catch (fault) {
      setRefusal(
        fault instanceof ApiFault
          ? fault.errors.map((one) => one.reason).join(t('semicolon')) || fault.message || t('fault.failed')
          : t('fault.failed'),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={change}>
      <Entries form={form} />
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {submit ?? t('password.change')}
      </Button>
    </Form>
  )
}

function Entries({ form }: { form: FormInstance<Entered> }) {
  const { t } = useWords()
  const rules = usePasswordRules()
  const account = useSession()?.account
  const wanted = Form.useWatch('new_password', form) ?? ''
  const missing = rules ? missingFrom(wanted, rules, account ? [account] : []) : []
  return (
    <>
      <Form.Item name="old_password" label={t('password.old')} rules={[{ required: true, message: t('must.fill') }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="new_password"
        label={t('password.new')}
        dependencies={['old_password']}
        rules={[
          {
            validator: async (_, password: string = '') => {
              if (!password || missing.length > 0) throw new Error(t('password.weak'))
              if (password === form.getFieldValue('old_password')) throw new Error(t('password.same'))
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" aria-describedby="password-rules" />
      </Form.Item>
      {rules && <PasswordRules rules={rules} missing={wanted === '' ? undefined : missing} />}
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={['new_password']}
        rules={[
          {
            validator: async (_, again: string) => {
              if (again !== form.getFieldValue('new_password')) throw new Error(t('password.differ'))
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
