import { Alert, Button, Form, Input } from 'antd'
import { missingFrom } from '../../../model/auth/passwords/password-rule.ts'
import { useWords } from '../../words/language.ts'
import { PasswordRules, usePasswordRules } from '../password-rules.tsx'
import { useSending } from './sending.ts'

type Entered = { old_password: string; new_password: string; again: string }

type NewPasswordProps = {
  account: string
  /** Whether the present password is asked for, too. */
  asksOld?: boolean
  submit: string
  onSend: (entered: Entered) => Promise<unknown>
  onDone: () => void
}

/** A new password, typed twice, checked by the rules of the tenant during typing. */
export function NewPassword({ account, asksOld = false, submit, onSend, onDone }: NewPasswordProps) {
  const { t } = useWords()
  const [form] = Form.useForm<Entered>()
  const { refusal, isBusy, run } = useSending()
  const send = (entered: Entered) =>
    run(async () => {
      await onSend(entered)
      form.resetFields()
      onDone()
    })
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(entered) => void send(entered)}>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      {asksOld && (
        <Form.Item name="old_password" label={t('password.old')} rules={[{ required: true, message: t('must.fill') }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      )}
      <Twice account={account} />
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {submit}
      </Button>
    </Form>
  )
}

function Twice({ account }: { account: string }) {
  const { t } = useWords()
  const form = Form.useFormInstance<Entered>()
  const rules = usePasswordRules()
  const wanted = Form.useWatch('new_password', form) ?? ''
  const missing = rules ? missingFrom(wanted, rules, account ? [account] : []) : []
  const checkNew = async (_: unknown, password: string = '') => {
    refuseIf(!password || missing.length > 0, t('password.weak'))
    refuseIf(password === form.getFieldValue('old_password'), t('password.same'))
  }
  return (
    <>
      <Form.Item name="new_password" label={t('password.new')} dependencies={['old_password']} rules={[{ validator: checkNew }]}>
        <Input.Password autoComplete="new-password" aria-describedby="password-rules" />
      </Form.Item>
      {rules && <PasswordRules rules={rules} missing={wanted === '' ? undefined : missing} />}
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={['new_password']}
        rules={[{ validator: async (_, again: string) => refuseIf(again !== form.getFieldValue('new_password'), t('password.differ')) }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}

function refuseIf(isWrong: boolean, words: string) {
  if (isWrong) throw new Error(words)
}
