import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { App, Button, Modal } from 'antd'
import type { OpenedAccount } from '../../model/auth/accounts/user-actions.ts'
import { saveAs } from '../fields/documents/save-file.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { useWords } from '../words/language.ts'

type FirstPasswordsProps = { people: readonly OpenedAccount[]; onClose: () => void }

/** The outcome for each person. Passwords that were not mailed are shown once, so only the button closes the dialog. */
export function FirstPasswords({ people, onClose }: FirstPasswordsProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const opened = people.filter(({ faults }) => faults.length === 0)
  const listed = opened.filter(({ one_time_password: password }) => password !== undefined)
  const rows = [
    [t('accounts.person'), t('person.accountName'), t('login.password')],
    ...listed.map((one) => [one.name, one.account, one.one_time_password]),
  ]
  const text = rows.map((row) => row.join('\t')).join('\r\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => void message.success(t('accounts.copied')),
      () => void message.error(t('accounts.notCopied')),
    )
  // As text: a spreadsheet would take a password that begins with = or - for a formula.
  const save = () => saveAs(new Blob([`\uFEFF${text}\r\n`], { type: 'text/plain;charset=utf-8' }), `${t('accounts.file')}.txt`)
  return (
    <Modal
      open
      width={860}
      title={t('accounts.opened', { count: opened.length })}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <>
          {listed.length > 0 && (
            <>
              <Button icon={<CopyOutlined />} onClick={() => void copy()}>
                {t('accounts.copy')}
              </Button>
              <Button icon={<DownloadOutlined />} onClick={save}>
                {t('accounts.save')}
              </Button>
            </>
          )}
          <Button type="primary" onClick={onClose}>
            {t(listed.length > 0 ? 'person.passwordKept' : 'accounts.close')}
          </Button>
        </>
      }
    >
      {listed.length > 0 && <p>{t('accounts.once')}</p>}
      <PlainTable<OpenedAccount>
        dataSource={[...opened, ...people.filter(({ faults }) => faults.length > 0)]}
        scroll={{ x: 600, y: '50vh' }}
        columns={[
          { title: t('accounts.person'), dataIndex: 'name', width: 150 },
          { title: t('person.accountName'), dataIndex: 'account', width: 150 },
          { title: t('login.password'), width: 150, render: (_, { one_time_password: password }) => password && <code>{password}</code> },
          { title: t('accounts.outcome'), render: (_, row) => <Became row={row} /> },
        ]}
      />
    </Modal>
  )
}

function Became({ row: { faults, notes, is_mailed } }: { row: OpenedAccount }) {
  const { t } = useWords()
  if (faults.length > 0) return <span className="bad">{faults.map(({ reason }) => reason).join(t('accounts.and'))}</span>
  return [t(is_mailed ? 'accounts.mailed' : 'accounts.done'), ...notes].join(t('accounts.and'))
}
