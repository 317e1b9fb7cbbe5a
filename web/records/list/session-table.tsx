import { LogoutOutlined } from '@ant-design/icons'
import { App, Button, Tag } from 'antd'
import { deviceOf } from '../../../model/auth/session/device.ts'
import type { OpenSession } from '../../../model/auth/accounts/token-actions.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { PlainTable } from './plain-table.tsx'

type SessionTableProps = { sessions: readonly OpenSession[]; isPending: boolean; onEnd: (sid: string) => Promise<unknown> }

/** Sessions of one account; the caller's own is ended by logging out. */
export function SessionTable({ sessions, isPending, onEnd }: SessionTableProps) {
  const { t, tag, lang } = useWords()
  const zone = useZone()
  const moment = (value: string) => timeText(value, tag, zone)
  return (
    <PlainTable<OpenSession>
      loading={isPending}
      dataSource={[...sessions]}
      locale={{ emptyText: t('sessions.none') }}
      columns={[
        {
          dataIndex: 'agent',
          title: t('sessions.device'),
          render: (agent: string, { is_current }) => (
            <span title={agent}>
              {wordIn(deviceOf(agent), lang)} {is_current && <Tag color="success">{t('sessions.current')}</Tag>}
            </span>
          ),
        },
        { dataIndex: 'address', title: t('sessions.address'), width: 160 },
        { dataIndex: 'since', title: t('sessions.since'), render: moment, width: 180 },
        { dataIndex: 'last_used_at', title: t('token.used'), render: moment, width: 180 },
        {
          key: 'end',
          title: <span className="unseen">{t('sessions.end')}</span>,
          width: 60,
          render: (_, session) => !session.is_current && <End session={session} onEnd={onEnd} />,
        },
      ]}
    />
  )
}

function End({ session, onEnd }: { session: OpenSession; onEnd: SessionTableProps['onEnd'] }) {
  const { t, lang } = useWords()
  const { modal } = App.useApp()
  const title = t('sessions.endOne', { device: wordIn(deviceOf(session.agent), lang) })
  const ask = () =>
    modal.confirm({
      title,
      content: t('sessions.endText'),
      okText: t('sessions.end'),
      okButtonProps: { danger: true },
      onOk: () => onEnd(session.sid).catch(() => undefined), // the refusal has been shown
    })
  return <Button type="text" danger size="small" icon={<LogoutOutlined />} aria-label={title} onClick={ask} />
}
