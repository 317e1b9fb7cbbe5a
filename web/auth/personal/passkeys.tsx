import { DeleteOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { removePasskey } from '../../../model/auth/session/passkey-routes.ts'
import { type Rec, useSearch } from '../../api/api.ts'
import { ask } from '../../api/call.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'
import { AddPasskey } from './add-passkey.tsx'
import { SendingForm } from '../sign-in/sending-form.tsx'
import { canUsePasskeys, useWays } from '../../api/ways.ts'

const LIST = { fl: ['sid', 'name', 'created_at', 'last_used_at', 'rp_id'], iql: 'created_by = me() ORDER BY created_at DESC', rows: 100 }

/** One's own passkeys: added and removed with the password. */
export function Passkeys() {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const ways = useWays()
  const refresh = (words: string) => {
    message.success(words)
    void client.invalidateQueries({ queryKey: ['passkey'] })
    void client.invalidateQueries({ queryKey: ['second_factor'] })
  }
  const added = () => refresh(t('passkey.added'))
  return (
    <>
      <p className="quiet">{t('passkey.text')}</p>
      <List onRemoved={() => refresh(t('passkey.removed'))} />
      <section className="group below">
        <h2>{t('passkey.new')}</h2>
        {ways && !ways.passkey_site && <Alert type="info" showIcon title={t('passkey.noSite')} />}
        {ways?.passkey_site && !canUsePasskeys && <Alert type="info" showIcon title={t('passkey.noBrowser', { site: ways.passkey_site })} />}
        {ways?.passkey_site && canUsePasskeys && (
          <div className="narrow">
            <AddPasskey onAdded={added} />
          </div>
        )}
      </section>
    </>
  )
}

function List({ onRemoved }: { onRemoved: () => void }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const { data, isPending } = useSearch('passkey', LIST)
  const [chosen, setChosen] = useState<Rec>()
  const moment = (value: unknown) => (value ? timeText(String(value), tag, zone) : '—')
  const removed = () => {
    setChosen(undefined)
    onRemoved()
  }
  return (
    <>
      <PlainTable<Rec>
        className="below"
        loading={isPending}
        dataSource={data?.record ?? []}
        locale={{ emptyText: t('passkey.none') }}
        columns={[
          { dataIndex: 'name', title: t('passkey.name') },
          { dataIndex: 'rp_id', title: t('passkey.site'), width: 200 },
          { dataIndex: 'created_at', title: t('passkey.since'), render: moment, width: 180 },
          { dataIndex: 'last_used_at', title: t('passkey.used'), render: moment, width: 180 },
          {
            key: 'remove',
            title: <span className="unseen">{t('passkey.remove')}</span>,
            width: 60,
            render: (_, passkey) => {
              const label = t('passkey.removeOne', { name: String(passkey['name']) })
              return <Button type="text" danger size="small" icon={<DeleteOutlined />} aria-label={label} onClick={() => setChosen(passkey)} />
            },
          },
        ]}
      />
      <Modal
        open={chosen !== undefined}
        title={t('passkey.removeOne', { name: String(chosen?.['name'] ?? '') })}
        footer={null}
        destroyOnHidden
        width={420}
        onCancel={() => setChosen(undefined)}
      >
        {chosen && <Remove passkey={chosen} onRemoved={removed} />}
      </Modal>
    </>
  )
}

function Remove({ passkey, onRemoved }: { passkey: Rec; onRemoved: () => void }) {
  const { t } = useWords()
  const id = useId()
  const [password, setPassword] = useState('')
  const remove = async () => {
    await ask(removePasskey, { sid: passkey.sid, password })
    onRemoved()
  }
  return (
    <SendingForm submit={t('passkey.remove')} send={remove} isReady={password !== ''} button={{ danger: true }}>
      <div className="quiet spaced">{t('passkey.removeText')}</div>
      <p>
        <label htmlFor={id}>{t('password.current')}</label>
        <Input.Password
          id={id}
          value={password}
          maxLength={200}
          autoFocus
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </p>
    </SendingForm>
  )
}
