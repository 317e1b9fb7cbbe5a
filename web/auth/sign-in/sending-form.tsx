import { Alert, Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '../../words/language.ts'
import { useSending } from './sending.ts'

type SendingFormProps = {
  children: ReactNode
  /** The words of its button. */
  submit: string
  send: () => Promise<unknown>
  isReady: boolean
  /** Beside the button, for a form in a dialog. */
  onCancel?: () => void
  button?: Pick<ButtonProps, 'type' | 'danger' | 'size' | 'block'>
}

/** A form that is sent once at a time; the reason of a refusal is shown above the button. */
export function SendingForm({ children, submit, send, isReady, onCancel, button = { type: 'primary' } }: SendingFormProps) {
  const { t } = useWords()
  const { refusal, isBusy, run } = useSending()
  return (
    <form
      noValidate
      className="login-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void run(send)
      }}
    >
      {children}
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      <Button htmlType="submit" loading={isBusy} disabled={!isReady} {...button}>
        {submit}
      </Button>
      {onCancel && ' '}
      {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
    </form>
  )
}

/** The button of a form that fills a page of its own. */
export const LARGE = { type: 'primary', size: 'large', block: true } as const
