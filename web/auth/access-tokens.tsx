import { createToken } from '../../model/auth/token-actions.ts'
import { CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, App, Button, Form, Input, Modal, Table, Typography } from 'antd'
import { useState } from 'react'
import type { Rec } from '../api/api.ts'
import { act, doVerb, useSearch, useWrite } from '../api/api.ts'
import { dayText, timeText, useZone } from '../fields/moments.ts'
import { useWords } from '../words/language.ts'

const LIST = {
  fl: ['sid', 'name', 'created_at', 'last_used_at', 'expires_at'],
  iql: "kind = 'PERSONAL' AND created_by = me() ORDER BY created_at DESC",
  rows: 100,
}

/** Tokens for scripts and integrations: shown once when made, ended at any time. */
export function AccessTokens() {
  const { t, tag } = useWords()
  const zone = useZone()
  const { modal } = App.useApp()
  const [isNaming, setNaming] = useState(false)
  const [secret, setSecret] = useState('')
  const { data, isPending } = useSearch('token', LIST)
  const make = useWrite('token', (name: string) => act(createToken, { name }))
  const end = useWrite('token', (sid: string) => doVerb<unknown>('token', `delete/${sid}`))
  const create = async ({ name }: { name: string }) => {
    const made = await make.mutateAsync(name.trim())
    setNaming(false)
    setSecret(made.token)
  }
  const moment = (value: unknown) => (value ? timeText(String(value), tag, zone) : '—')
  return (
    <div className="tokens">
      <p className="quiet">{t('token.text')}</p>
      {secret && (
        <Alert
          type="success"
          showIcon
          closable={{ onClose: () => setSecret('') }}
          className="spaced"
          title={t('token.once')}
          description={
            <Typography.Text code copyable={{ icon: [<CopyOutlined key="copy" />, <CopyOutlined key="copied" />] }}>
              {secret}
            </Typography.Text>
          }
        />
      )}
      <Button icon={<PlusOutlined />} onClick={() => setNaming(true)}>
        {t('token.new')}
      </Button>
      <Table<Rec>
        rowKey="sid"
        size="small"
        className="below"
        loading={isPending}
        pagination={false}
        dataSource={data?.record ?? []}
        locale={{ emptyText: t('token.none') }}
        columns={[
          { dataIndex: 'name', title: t('token.name') },
          { dataIndex: 'created_at', title: t('token.made'), render: moment, width: 180 },
          { dataIndex: 'last_used_at', title: t('token.used'), render: moment, width: 180 },
          {
            dataIndex: 'expires_at',
            title: t('token.ends'),
            render: (value) => (value ? dayText(String(value).slice(0, 10), tag) : t('token.never')),
            width: 140,
          },
          {
            key: 'end',
            title: <span className="unseen">{t('token.end')}</span>,
            width: 60,
            render: (_, record) => (
              <Button
                type="text"
                danger
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('token.endOne', { name: String(record['name']) })}
                onClick={() =>
                  modal.confirm({
                    title: t('token.endOne', { name: String(record['name']) }),
                    content: t('token.endText'),
                    okText: t('token.end'),
                    okButtonProps: { danger: true },
                    onOk: () => end.mutateAsync(record.sid).catch(() => undefined),
                  })
                }
              />
            ),
          },
        ]}
      />
      <Modal open={isNaming} title={t('token.new')} footer={null} onCancel={() => setNaming(false)} destroyOnHidden width={420}>
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
      </Modal>
    </div>
  )
}
