import { createToken } from '../../model/auth/token-actions.ts'
import { dayOfMoment } from '../../model/kit/clock.ts'
import { CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, App, Button, Form, Input, Modal, Typography } from 'antd'
import { useState } from 'react'
import type { Rec } from '../api/api.ts'
import { act, doVerb, useSearch, useWrite } from '../api/api.ts'
import { dayText, timeText, useZone } from '../fields/moments.ts'
import { useWords } from '../words/language.ts'
import { PlainTable } from '../records/list/plain-table.tsx'

const LIST = {
  fl: ['sid', 'name', 'created_at', 'last_used_at', 'expires_at'],
  iql: "kind = 'PERSONAL' AND created_by = me() ORDER BY created_at DESC",
  rows: 100,
}

/** Tokens for scripts and integrations: shown once on creation, revocable at any time. */
export function AccessTokens() {
  const { t } = useWords()
  const [isNaming, setNaming] = useState(false)
  const [secret, setSecret] = useState('')
  const made = (token: string) => {
    setNaming(false)
    setSecret(token)
  }
  return (
    <div className="tokens">
      <p className="quiet">{t('token.text')}</p>
      {secret && <Secret text={secret} onClose={() => setSecret('')} />}
      <Button icon={<PlusOutlined />} onClick={() => setNaming(true)}>
        {t('token.new')}
      </Button>
      <Tokens />
      <Modal open={isNaming} title={t('token.new')} footer={null} onCancel={() => setNaming(false)} destroyOnHidden width={420}>
        <NewToken onMade={made} />
      </Modal>
    </div>
  )
}

function Secret({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useWords()
  const shown = (
    <Typography.Text code copyable={{ icon: [<CopyOutlined key="copy" />, <CopyOutlined key="copied" />] }}>
      {text}
    </Typography.Text>
  )
  return <Alert type="success" showIcon closable={{ onClose }} className="spaced" title={t('token.once')} description={shown} />
}

function Tokens() {
  const { t, tag } = useWords()
  const zone = useZone()
  const { data, isPending } = useSearch('token', LIST)
  const moment = (value: unknown) => (value ? timeText(String(value), tag, zone) : '—')
  return (
    <PlainTable<Rec>
      className="below"
      loading={isPending}
      dataSource={data?.record ?? []}
      locale={{ emptyText: t('token.none') }}
      columns={[
        { dataIndex: 'name', title: t('token.name') },
        { dataIndex: 'created_at', title: t('token.made'), render: moment, width: 180 },
        { dataIndex: 'last_used_at', title: t('token.used'), render: moment, width: 180 },
        {
          dataIndex: 'expires_at',
          title: t('token.ends'),
          render: (value) => (value ? dayText(dayOfMoment(String(value), zone), tag) : t('token.never')),
          width: 140,
        },
        { key: 'end', title: <span className="unseen">{t('token.end')}</span>, width: 60, render: (_, record) => <End token={record} /> },
      ]}
    />
  )
}

function End({ token }: { token: Rec }) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const end = useWrite('token', (sid: string) => doVerb('token', 'delete', { sid }))
  const title = t('token.endOne', { name: String(token['name']) })
  const ask = () =>
    modal.confirm({
      title,
      content: t('token.endText'),
      okText: t('token.end'),
      okButtonProps: { danger: true },
      onOk: () => end.mutateAsync(token.sid).catch(() => undefined),
    })
  return <Button type="text" danger size="small" icon={<DeleteOutlined />} aria-label={title} onClick={ask} />
}

function NewToken({ onMade }: { onMade: (token: string) => void }) {
  const { t } = useWords()
  const make = useWrite('token', (name: string) => act(createToken, { name }))
  const create = async ({ name }: { name: string }) => onMade((await make.mutateAsync(name.trim())).token)
  return (
    <Form layout="vertical" onFinish={(values) => void create(values).catch(() => undefined)} requiredMark={false}>
      <Form.Item
        name="name"
        label={t('token.name')}
        rules={[{ required: true, whitespace: true, message: t('must.fill') }]}
        extra={t('token.nameHint')}
      >
        <Input maxLength={60} autoFocus />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={make.isPending}>
        {t('token.make')}
      </Button>
    </Form>
  )
}
