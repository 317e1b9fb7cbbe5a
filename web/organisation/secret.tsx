import { CopyOutlined } from '@ant-design/icons'
import { Modal, Typography } from 'antd'
import { useWords } from '../words/language.ts'

type OneTimePasswordProps = { account: string; password: string; onClose: () => void }

/** Shown once: the user must note it now. */
export function OneTimePassword({ account, password, onClose }: OneTimePasswordProps) {
  const { t } = useWords()
  return (
    <Modal
      open
      title={t('person.passwordTitle')}
      onCancel={onClose}
      onOk={onClose}
      okText={t('person.passwordKept')}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <p>{t('person.passwordText')}</p>
      <dl className="facts">
        <div className="fact">
          <dt>{t('login.username')}</dt>
          <dd>{account}</dd>
        </div>
        <div className="fact">
          <dt>{t('login.password')}</dt>
          <dd>
            <Typography.Text code copyable={{ icon: [<CopyOutlined key="copy" />, <CopyOutlined key="copied" />] }}>
              {password}
            </Typography.Text>
          </dd>
        </div>
      </dl>
    </Modal>
  )
}
