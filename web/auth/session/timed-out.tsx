import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../../../model/auth/session/session-routes.ts'
import { ask } from '../../api/call.ts'
import { LOGOUT_DELAY } from '../../ui/announcer.tsx'
import type { Session } from '../../api/tokens.ts'
import { keepSession } from '../../api/tokens.ts'
import { useWords } from '../../words/language.ts'
import { LoginForm } from '../sign-in/login-form.tsx'

type Step = 'ask' | 'sign-in' | 'look' | 'leave'

/** The session has ended, the page stays: the user signs in here and continues with their inputs. Every tab follows. */
export function TimedOut({ session }: { session: Session }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('ask')
  const leave = () => {
    setStep('leave')
    void message.loading(t('login.going'), LOGOUT_DELAY / 1000)
    void ask(signOut, {}).catch(() => undefined) // the session is over in any case
    setTimeout(() => keepSession(null), LOGOUT_DELAY)
  }
  return (
    <>
      {step === 'look' && (
        <div className="logged-out" role="status">
          <span>{t('fault.timeout')}</span>
          <Button size="small" onClick={() => setStep('sign-in')}>
            {t('login.submit')}
          </Button>
        </div>
      )}
      <Modal
        open={step === 'ask' || step === 'sign-in'}
        title={t('fault.timeout')}
        width={400}
        maskClosable={false}
        onCancel={() => setStep('look')}
        footer={
          step === 'ask' && (
            <>
              <Button onClick={() => setStep('sign-in')}>{t('login.stay')}</Button>
              <Button type="primary" onClick={leave}>
                {t('login.again')}
              </Button>
            </>
          )
        }
      >
        <p className="quiet">{t(step === 'sign-in' ? 'fault.timeoutStay' : 'fault.timeoutHint')}</p>
        {step === 'sign-in' && (
          <LoginForm
            account={session.account ?? ''}
            end={session.platform === 2 ? 2 : 1}
            onIn={() => void message.success(t('login.goOn'))}
            onOtherEnd={() => navigate('/412')}
          />
        )}
      </Modal>
    </>
  )
}
