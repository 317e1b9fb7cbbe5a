import { KeyOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import type { signInWithPasskey } from '../../../model/auth/session/passkey-routes.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { useSending } from './sending.ts'

type PasskeyButtonProps = { ticket?: string; onIn: (state: AnswerOf<typeof signInWithPasskey>) => void; onOtherEnd: () => void }

/** Signs in with a passkey, or takes the second step with it. */
export function PasskeyButton({ ticket, onIn, onOtherEnd }: PasskeyButtonProps) {
  const { t } = useWords()
  const { refusal, isBusy, run } = useSending()
  const enter = async () => {
    const { signWithPasskey } = await import('../passkey-calls.ts')
    try {
      onIn(await signWithPasskey(ticket))
    } catch (fault) {
      if (fault instanceof ApiFault && fault.status === 412) return onOtherEnd()
      throw fault
    }
  }
  return (
    <div className="below spaced">
      {refusal && <Alert type="error" title={refusal} showIcon role="alert" className="spaced" />}
      <Button size="large" block icon={<KeyOutlined aria-hidden />} loading={isBusy} onClick={() => void run(enter)}>
        {t('passkey.use')}
      </Button>
    </div>
  )
}
