import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, Modal, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import type { SentBody } from '../../model/kit/action.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import { type OpenedAccount, openAccounts, planAccounts, type PlannedAccount } from '../../model/auth/accounts/user-actions.ts'
import { allows } from '../api/allows.ts'
import { act, useSchema, useWrite } from '../api/api.ts'
import { sidOf } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { FirstPasswords } from './first-passwords.tsx'
import './people.css'

type OpenAccountsProps = { people: { sids: string[] } | { iql: string }; onClose: () => void; onDone: () => void }
type Chosen = Pick<SentBody<typeof openAccounts>, 'named_by' | 'passwords'>

/** Opens the accounts of many people at once: first who gets which user name and who gets none, then the first passwords. */
export function OpenAccounts({ people, onClose, onDone }: OpenAccountsProps) {
  const { t } = useWords()
  const [chosen, setChosen] = useState<Chosen>({ named_by: 'EACH', passwords: 'SHOWN' })
  const [roles, setRoles] = useState<unknown[]>([])
  const [opened, setOpened] = useState<readonly OpenedAccount[]>()
  const body = { ...people, ...chosen, role_sids: roles.flatMap((role) => sidOf(role) ?? []) }
  const plan = useQuery({
    queryKey: ['user', 'plan_accounts', body],
    queryFn: () => act(planAccounts, body),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { faults: 'own' },
  })
  const open = useWrite('user', () => act(openAccounts, body))
  const submit = async () => {
    const made = await open.mutateAsync(undefined).catch(() => null) // already shown
    if (made) setOpened(made.people)
  }
  const done = () => {
    onDone()
    onClose()
  }
  if (opened) return <FirstPasswords people={opened} onClose={done} />
  const count = plan.isError ? 0 : (plan.data?.opened ?? 0)
  return (
    <Modal
      open
      width={860}
      title={t('accounts.title')}
      okText={t('accounts.openCount', { count })}
      okButtonProps={{ disabled: count === 0 || plan.isFetching, loading: open.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Choices chosen={chosen} onChoose={setChosen} roles={roles} onRoles={setRoles} />
      {plan.isError && <QueryFault fault={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.isPending && <Skeleton active title={false} />}
      {plan.data && !plan.isError && <Planned people={plan.data.people} />}
    </Modal>
  )
}

/** EACH comes first and is the default: it falls back to e-mail or name, so everyone gets a user name. */
const WAYS = ['EACH', 'JOB_NUMBER', 'EMAIL'] as const

type ChoicesProps = { chosen: Chosen; onChoose: (chosen: Chosen) => void; roles: unknown[]; onRoles: (roles: unknown[]) => void }

function Choices({ chosen, onChoose, roles, onRoles }: ChoicesProps) {
  const { t, lang } = useWords()
  const { data: people } = useSchema('user_info')
  const field = people?.fields.find(({ code }) => code === 'role_sids')
  const { named_by, passwords, role_sids } = planAccounts.body
  const options = (of: typeof named_by | typeof passwords) =>
    Object.entries(of.options).map(([value, words]) => ({ value, label: wordIn(words, lang) }))
  const ways = WAYS.map((value) => ({ value, label: wordIn(named_by.options[value], lang) }))
  const Editor = field && viewOf(field.type).Editor
  return (
    <Form layout="vertical" requiredMark={false} className="account-choices">
      <Form.Item
        label={labelOf(named_by, lang)}
        extra={chosen.named_by === 'JOB_NUMBER' ? undefined : t(chosen.named_by === 'EMAIL' ? 'accounts.dots' : 'accounts.each')}
      >
        <Radio.Group
          aria-label={labelOf(named_by, lang)}
          options={ways}
          value={chosen.named_by}
          onChange={({ target }) => onChoose({ ...chosen, named_by: WAYS.find((way) => way === target.value) ?? 'EACH' })}
        />
      </Form.Item>
      <Form.Item label={labelOf(passwords, lang)}>
        <Radio.Group
          aria-label={labelOf(passwords, lang)}
          options={options(passwords)}
          value={chosen.passwords}
          onChange={({ target }) => onChoose({ ...chosen, passwords: target.value === 'MAILED' ? 'MAILED' : 'SHOWN' })}
        />
      </Form.Item>
      {people && Editor && allows(people, 'update') && field.editable && (
        <Form.Item label={labelOf(role_sids, lang)} extra={t('accounts.roles')}>
          <Editor
            field={field}
            label={labelOf(role_sids, lang)}
            value={roles}
            onChange={(value: unknown) => onRoles(Array.isArray(value) ? value : [])}
          />
        </Form.Item>
      )}
    </Form>
  )
}

/** People who get no account come first, since they may need an action. */
function Planned({ people }: { people: readonly PlannedAccount[] }) {
  const { t } = useWords()
  const [left, ready] = [people.filter(({ faults }) => faults.length > 0), people.filter(({ faults }) => faults.length === 0)]
  return (
    <>
      <p role="status">{t('accounts.planned', { count: ready.length, left: left.length })}</p>
      <PlainTable<PlannedAccount>
        dataSource={[...left, ...ready]}
        scroll={{ x: 560, y: '40vh' }}
        columns={[
          { title: t('accounts.person'), dataIndex: 'name', width: 180 },
          { title: t('person.accountName'), dataIndex: 'account', width: 200 },
          { title: t('accounts.outcome'), render: (_, row) => <Outcome row={row} /> },
        ]}
      />
    </>
  )
}

function Outcome({ row: { faults, notes } }: { row: PlannedAccount }) {
  const { t } = useWords()
  if (faults.length > 0) return <span className="bad">{faults.map(({ reason }) => reason).join(t('accounts.and'))}</span>
  return [t('accounts.ready'), ...notes].join(t('accounts.and'))
}
