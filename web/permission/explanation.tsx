import {
  explainAccess,
  listAccess,
  type AllowedModel,
  type ExplainedField,
  type ExplainedFunction,
  type ExplainedGrant,
  type ExplainedVerb,
} from '../../model/auth/roles/permission-actions.ts'
import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Input, Skeleton, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '../../model/kit/action.ts'
import { act } from '../api/api.ts'
import { bearing } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { useAddress } from '../cases/worklist/address.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'

/** A narrow screen scrolls the table sideways, so that its reasons stay readable. */
const WIDE = { x: 760 }

type Asked = { user_sid: string; entity: string; record: string | null }

/** The access of a person to an entity or one record: each verb with its reason, the grants behind it, and the fields. */
export function Explanation({ user_sid, entity, record }: Asked) {
  const { t } = useWords()
  const found = useQuery({
    queryKey: ['user_info', 'explain', user_sid, entity, record, bearing.language],
    queryFn: () => act(explainAccess, { user_sid, entity, record_sid: record }),
    meta: { faults: 'own' },
  })
  const { data } = found
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <div className="explain">
      <Standing account={data.account} roles={data.roles} />
      {data.account.open && (
        <>
          <Verbs verbs={data.verbs} />
          {data.facts.length > 0 && (
            <>
              <h2>{t('explain.facts')}</h2>
              <ul>
                {data.facts.map(({ label, value }) => (
                  <li key={`${label} ${value}`}>
                    {label}: {value}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Grants grants={data.grants} />
          {data.functions.length > 0 && <Functions functions={data.functions} />}
          {data.fields.length > 0 && <Fields fields={data.fields} />}
        </>
      )}
    </div>
  )
}

/** Whether the person can act at all, and which of the roles count. */
function Standing({ account, roles }: Pick<AnswerOf<typeof listAccess>, 'account' | 'roles'>) {
  const { t } = useWords()
  return (
    <>
      {account.why && <Alert type="warning" showIcon title={account.why} className="spaced" />}
      <p>
        {t('explain.roles')} {roles.length === 0 && <span className="quiet">{t('explain.noRoles')}</span>}
        {roles.map(({ sid, name, why }) => (
          <Tag key={sid} {...(why && { color: 'warning' })}>
            <Link to={pageOf('role', `/${sid}`)}>{name}</Link>
            {why && ` (${why})`}
          </Tag>
        ))}
      </p>
    </>
  )
}

function Verbs({ verbs }: { verbs: readonly ExplainedVerb[] }) {
  const { t } = useWords()
  return (
    <>
      <h2>{t('explain.verbs')}</h2>
      <PlainTable<ExplainedVerb>
        rowKey="verb"
        dataSource={[...verbs]}
        scroll={WIDE}
        columns={[
          { title: t('explain.verb'), dataIndex: 'label', width: 200 },
          { title: t('explain.allowed'), width: 120, render: (_, { allowed }) => <Allowed is={allowed} /> },
          { title: t('explain.why'), dataIndex: 'why' },
        ]}
      />
    </>
  )
}

function Functions({ functions }: { functions: readonly ExplainedFunction[] }) {
  const { t } = useWords()
  return (
    <>
      <h2>{t('explain.functions')}</h2>
      <PlainTable<ExplainedFunction>
        rowKey="code"
        dataSource={[...functions]}
        scroll={WIDE}
        columns={[
          { title: t('explain.function'), dataIndex: 'label', width: 240 },
          { title: t('explain.allowed'), width: 120, render: (_, { allowed }) => <Allowed is={allowed} /> },
          { title: t('explain.boundTo'), dataIndex: 'roles' },
        ]}
      />
    </>
  )
}

function Allowed({ is }: { is: boolean }) {
  const { t } = useWords()
  return is ? (
    <Tag color="success" icon={<CheckOutlined />}>
      {t('explain.yes')}
    </Tag>
  ) : (
    <Tag color="error" icon={<CloseOutlined />}>
      {t('explain.no')}
    </Tag>
  )
}

function Grants({ grants }: { grants: readonly ExplainedGrant[] }) {
  const { t } = useWords()
  const reach = { title: t('explain.reaches'), width: 120, render: (_: unknown, { reaches }: ExplainedGrant) => <Allowed is={reaches === true} /> }
  return (
    <>
      <h2>{t('explain.grants')}</h2>
      <PlainTable<ExplainedGrant & { key: number }>
        rowKey="key"
        dataSource={grants.map((grant, key) => ({ ...grant, key }))}
        locale={{ emptyText: <Nothing text={t('explain.noGrants')} /> }}
        scroll={WIDE}
        columns={[
          {
            title: t('explain.role'),
            width: 200,
            render: (_, { role_sid, role }) => (role_sid ? <Link to={pageOf('role', `/${role_sid}`)}>{role}</Link> : role),
          },
          { title: t('explain.scope'), dataIndex: 'scope' },
          { title: t('explain.verbs'), render: (_, { verbs, denies }) => <Tags of={verbs} denies={denies} /> },
          ...(grants.some(({ reaches }) => reaches !== null) ? [reach] : []),
        ]}
      />
    </>
  )
}

/** A denial is marked before its verbs. */
function Tags({ of, denies = false }: { of: readonly string[]; denies?: boolean }): ReactNode {
  const { t } = useWords()
  return (
    <>
      {denies && <Tag color="error">{t('explain.denies')}</Tag>}
      {of.map((one) => (
        <Tag key={one}>{one}</Tag>
      ))}
    </>
  )
}

const COLOURS = { hidden: 'error', masked: 'warning', read: 'default', write: 'success' } as const

function Fields({ fields }: { fields: readonly ExplainedField[] }) {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const shown = fields.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()))
  return (
    <>
      <h2>{t('explain.fields')}</h2>
      <Input.Search
        aria-label={t('explain.seekField')}
        placeholder={t('explain.seekField')}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
        allowClear
        style={{ width: 260, marginBottom: 8 }}
      />
      <PlainTable<ExplainedField>
        rowKey="code"
        dataSource={shown}
        scroll={WIDE}
        columns={[
          { title: t('explain.field'), dataIndex: 'label', width: 240 },
          { title: t('explain.access'), width: 140, render: (_, { access }) => <Tag color={COLOURS[access]}>{t(`explain.${access}`)}</Tag> },
          { title: t('explain.by'), render: (_, { why }) => why ?? '' },
        ]}
      />
    </>
  )
}

/** Every entity of which a person may see or do something. */
export function Overview({ user_sid }: { user_sid: string }) {
  const { t } = useWords()
  const { put } = useAddress()
  const found = useQuery({
    queryKey: ['user_info', 'access', user_sid, bearing.language],
    queryFn: () => act(listAccess, { user_sid }),
    meta: { faults: 'own' },
  })
  const { data } = found
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const open = (entity: string, label: string) => (
    <button type="button" className="plain" onClick={() => put({ entity })}>
      {label}
    </button>
  )
  return (
    <div className="explain">
      <Standing account={data.account} roles={data.roles} />
      {data.account.open && (
        <PlainTable<AllowedModel>
          rowKey="entity"
          dataSource={data.models}
          locale={{ emptyText: <Nothing text={t('explain.nothing')} /> }}
          scroll={WIDE}
          columns={[
            { title: t('explain.entity'), width: 180, render: (_, { entity, label }) => open(entity, label) },
            { title: t('explain.verbs'), render: (_, { verbs }) => <Tags of={verbs} /> },
            { title: t('explain.scope'), render: (_, { scopes }) => scopes.map((scope) => <div key={scope}>{scope}</div>) },
            { title: t('explain.hiddenCount'), dataIndex: 'hidden', align: 'right', width: 120 },
            { title: t('explain.maskedCount'), dataIndex: 'masked', align: 'right', width: 120 },
          ]}
        />
      )}
    </div>
  )
}
