import { ASSISTANTS } from '../../../model/assistants/mcp-route.ts'
import { TOKEN_SCOPES, type TokenScope } from '../../../model/auth/accounts/token.ts'
import { createCalendarFeed, createToken } from '../../../model/auth/accounts/token-actions.ts'
import { dayOfMoment } from '../../../model/kit/days/clock.ts'
import { labelOf, wordIn } from '../../../model/kit/fields.ts'
import { CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, App, Button, Form, Input, Modal, Select, Typography } from 'antd'
import { useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { act, doVerb, useSearch, useWrite } from '../../api/api.ts'
import { dayText, timeText, useZone } from '../../fields/moments.ts'
import { useWords, type Word } from '../../words/language.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'

/** A secret that a person gives to a program, shown once on creation and revocable at any time. */
type Kind = {
  iql: string
  words: Record<'text' | 'new' | 'nameHint' | 'once' | 'none' | 'endText', Word>
  endOne: 'token.endOne' | 'calendar.endOne'
  scopes?: typeof TOKEN_SCOPES
  make(name: string, scope?: TokenScope): Promise<string>
}

const ACCESS: Kind = {
  iql: "kind = 'PERSONAL' AND created_by = me() ORDER BY created_at DESC",
  words: {
    text: 'token.text',
    new: 'token.new',
    nameHint: 'token.nameHint',
    once: 'token.once',
    none: 'token.none',
    endText: 'token.endText',
  },
  endOne: 'token.endOne',
  scopes: TOKEN_SCOPES,
  make: async (name, scope = 'ALL') => (await act(createToken, { name, scope })).token,
}

const CALENDAR: Kind = {
  iql: "kind = 'CALENDAR' AND created_by = me() ORDER BY created_at DESC",
  words: {
    text: 'calendar.text',
    new: 'calendar.new',
    nameHint: 'calendar.nameHint',
    once: 'calendar.once',
    none: 'calendar.none',
    endText: 'calendar.endText',
  },
  endOne: 'calendar.endOne',
  make: async (name) => `${location.origin}${(await act(createCalendarFeed, { name })).path}`,
}

/** Tokens for scripts and integrations. */
export const AccessTokens = () => <Tokens kind={ACCESS} />
/** Addresses for calendar programs. */
export const CalendarFeeds = () => <Tokens kind={CALENDAR} />

function Tokens({ kind }: { kind: Kind }) {
  const { t } = useWords()
  const [isNaming, setNaming] = useState(false)
  const [secret, setSecret] = useState('')
  const made = (text: string) => {
    setNaming(false)
    setSecret(text)
  }
  return (
    <div className="tokens">
      <p className="quiet">{t(kind.words.text)}</p>
      {secret && <Secret title={t(kind.words.once)} text={secret} onClose={() => setSecret('')} />}
      <Button icon={<PlusOutlined />} onClick={() => setNaming(true)}>
        {t(kind.words.new)}
      </Button>
      <List kind={kind} />
      <Modal open={isNaming} title={t(kind.words.new)} footer={null} onCancel={() => setNaming(false)} destroyOnHidden width={420}>
        <NewToken kind={kind} onMade={made} />
      </Modal>
    </div>
  )
}

function Secret({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  const shown = (
    <Typography.Text code copyable={{ icon: [<CopyOutlined key="copy" />, <CopyOutlined key="copied" />] }}>
      {text}
    </Typography.Text>
  )
  return <Alert type="success" showIcon closable={{ onClose }} className="spaced" title={title} description={shown} />
}

const FIELDS = ['sid', 'name', 'scope', 'created_at', 'last_used_at', 'expires_at']

function List({ kind }: { kind: Kind }) {
  const { t, tag, lang } = useWords()
  const zone = useZone()
  const { data, isPending } = useSearch('token', { fl: FIELDS, iql: kind.iql, rows: 100 })
  const moment = (value: unknown) => (value ? timeText(String(value), tag, zone) : '—')
  const scope = (value: TokenScope | null) => wordIn(TOKEN_SCOPES[value ?? 'ALL'], lang)
  return (
    <PlainTable<Rec>
      className="below"
      loading={isPending}
      dataSource={data?.record ?? []}
      locale={{ emptyText: t(kind.words.none) }}
      columns={[
        { dataIndex: 'name', title: t('token.name') },
        ...(kind.scopes ? [{ dataIndex: 'scope', title: labelOf(createToken.body.scope, lang), render: scope }] : []),
        { dataIndex: 'created_at', title: t('token.made'), render: moment, width: 180 },
        { dataIndex: 'last_used_at', title: t('token.used'), render: moment, width: 180 },
        {
          dataIndex: 'expires_at',
          title: t('token.ends'),
          render: (value) => (value ? dayText(dayOfMoment(String(value), zone), tag) : t('token.never')),
          width: 140,
        },
        { key: 'end', title: <span className="unseen">{t('token.end')}</span>, width: 60, render: (_, record) => <End kind={kind} token={record} /> },
      ]}
    />
  )
}

function End({ kind, token }: { kind: Kind; token: Rec }) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const end = useWrite('token', (sid: string) => doVerb('token', 'delete', { sid }))
  const title = t(kind.endOne, { name: String(token['name']) })
  const ask = () =>
    modal.confirm({
      title,
      content: t(kind.words.endText),
      okText: t('token.end'),
      okButtonProps: { danger: true },
      onOk: () => end.mutateAsync(token.sid).catch(() => undefined),
    })
  return <Button type="text" danger size="small" icon={<DeleteOutlined />} aria-label={title} onClick={ask} />
}

type Made = { name: string; scope?: TokenScope }

function NewToken({ kind, onMade }: { kind: Kind; onMade: (text: string) => void }) {
  const { t } = useWords()
  const make = useWrite('token', ({ name, scope }: Made) => kind.make(name.trim(), scope))
  const create = async (made: Made) => onMade(await make.mutateAsync(made))
  return (
    <Form layout="vertical" onFinish={(values) => void create(values).catch(() => undefined)} requiredMark={false}>
      <Form.Item
        name="name"
        label={t('token.name')}
        rules={[{ required: true, whitespace: true, message: t('must.fill') }]}
        extra={t(kind.words.nameHint)}
      >
        <Input maxLength={60} autoFocus />
      </Form.Item>
      {kind.scopes && <Scope scopes={kind.scopes} />}
      <Button type="primary" htmlType="submit" loading={make.isPending}>
        {t('token.make')}
      </Button>
    </Form>
  )
}

/** The scope of the token, and the address for assistants. */
function Scope({ scopes }: { scopes: typeof TOKEN_SCOPES }) {
  const { lang } = useWords()
  const chosen = Form.useWatch<TokenScope | undefined>('scope')
  const options = Object.entries(scopes).map(([value, words]) => ({ value, label: wordIn(words, lang) }))
  return (
    <Form.Item name="scope" label={labelOf(createToken.body.scope, lang)} initialValue="ALL" extra={chosen === 'ASSISTANT' && <Connecting />}>
      <Select options={options} />
    </Form.Item>
  )
}

function Connecting() {
  const { lang } = useWords()
  const { help } = createToken.body.scope
  return (
    <>
      {wordIn(help, lang)} <Typography.Text copyable>{`${location.origin}${ASSISTANTS}`}</Typography.Text>
    </>
  )
}
