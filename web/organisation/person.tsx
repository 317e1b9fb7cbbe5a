import { reactivate as reactivatePerson } from '../../model/organisation/user-handover-actions.ts'
import { accountNames } from '../../model/auth/accounts/account-names.ts'
import { openAccount } from '../../model/auth/accounts/user-actions.ts'
import { viewAs } from '../../model/auth/roles/view-as-actions.ts'
import { App, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { act, useRecord, useSchema, useSearch, useWrite } from '../api/api.ts'
import { changeSession } from '../api/tokens.ts'
import { useWayBack } from '../ui/way-back.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { WaitingChanges } from '../records/detail/waiting-changes.tsx'
import { displayName } from '../fields/names.ts'
import { explainPage, pageOf } from '../api/page-of.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { RecordForm } from '../records/form/record-form.tsx'
import { allows, allowsOn } from '../api/allows.ts'
import { inSentence } from '../words/in-sentence.ts'
import { useWords } from '../words/language.ts'
import { AwayNow } from './away-now.tsx'
import { AccountActs } from './account-acts.tsx'
import { HandOver } from './hand-over.tsx'
import { OneTimePassword } from './secret.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'

/** A person: the record, with the actions on their account and work. */
export const PersonScreen = () => (
  <OneRecord model="user_info">
    {(schema, record) => (
      <RecordPage schema={schema} record={record} above={<Standing person={record.sid} />} acts={<PersonActs schema={schema} person={record} />} />
    )}
  </OneRecord>
)

function Standing({ person }: { person: string }) {
  return (
    <>
      <AwayNow person={person} />
      <WaitingChanges of={person} />
    </>
  )
}

function PersonActs({ schema, person }: { schema: WireSchema; person: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const { data: users } = useSchema('user')
  const navigate = useNavigate()
  const [isHanding, setHanding] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const { account, hasNone } = useAccount(person.sid)
  const back = useWrite('user_info', () => act(reactivatePerson, { user_sid: person.sid }))
  const leader = schema.fields.find(({ to, type }) => to === 'user_info' && type === 'reference')
  const mayChange = allowsOn(schema, person, 'update')
  const isEmployed = person['person_status'] === 'EMPLOYED'
  const reactivate = () =>
    back.mutateAsync(undefined).then(
      () => void message.success(t('person.back')),
      () => undefined, // already shown
    )
  return (
    <>
      {users && account && <AccountActs schema={users} account={account} />}
      {isEmployed && hasNone && users && allows(users, 'create') && <Button onClick={() => setOpening(true)}>{t('person.open')}</Button>}
      {mayChange && isEmployed && leader && <Button onClick={() => setHanding(true)}>{t('person.handover')}</Button>}
      {isEmployed && allowsOn(schema, person, viewAs.name) && <ViewAs schema={schema} person={person} />}
      {schema.explains && <Button onClick={() => navigate(explainPage({ person: person.sid }))}>{t('explain.ofPerson')}</Button>}
      {mayChange && !isEmployed && <Button onClick={() => void reactivate()}>{t('person.reactivate')}</Button>}
      {isHanding && leader && <HandOver schema={schema} person={person} field={leader} onClose={() => setHanding(false)} />}
      {isOpening && <OpenAccount schema={schema} person={person} onClose={() => setOpening(false)} />}
    </>
  )
}

/** Opens the pages of this person, read-only, until the view is ended. */
function ViewAs({ schema, person }: { schema: WireSchema; person: Rec }) {
  const { t, lang } = useWords()
  const { modal } = App.useApp()
  const begin = useWrite('user_info', () => act(viewAs, { sid: person.sid }))
  const start = () =>
    modal.confirm({
      title: t('view.askTitle', { name: displayName(person, schema, lang) }),
      content: t('view.askText'),
      okText: t('view.start'),
      onOk: () =>
        begin.mutateAsync(undefined).then(
          ({ token, expires_at, name }) => {
            changeSession({ viewing: { token, expires_at, name } })
            location.assign('/innoe-web/home')
          },
          () => undefined, // already shown
        ),
    })
  return <Button onClick={start}>{t('view.start')}</Button>
}

/** `hasNone`: known to have no account. */
function useAccount(person: string): { account: Rec | undefined; hasNone: boolean } {
  const { data } = useSearch('user', { fl: ['account'], iql: `user_info_sid = '${person}'`, rows: 1, total: 'none' }, { meta: { faults: 'own' } })
  const found = data?.record[0]?.sid
  return { account: useRecord('user', found, { meta: { faults: 'own' } }).data, hasNone: data !== undefined && found === undefined }
}

/** A login for a person without one; its first password is shown once. */
function OpenAccount({ schema, person, onClose }: { schema: WireSchema; person: Rec; onClose: () => void }) {
  const { t, lang } = useWords()
  const [form] = Form.useForm<{ account: string }>()
  const [opened, setOpened] = useState<Rec | null>(null)
  const open = useWrite('user', (account: string) => act(openAccount, { account, user_info_sid: person.sid }))
  const submit = async ({ account }: { account: string }) => {
    const made = await open.mutateAsync(account.trim()).catch(() => null) // already shown
    if (made) setOpened(made)
  }
  if (opened) return <OneTimePassword account={String(opened['account'])} password={String(opened['one_time_password'])} onClose={onClose} />
  return (
    <Modal
      open
      title={t('person.openTitle', { name: displayName(person, schema, lang) })}
      okText={t('person.open')}
      okButtonProps={{ loading: open.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ account: accountNames(person)[0]?.account ?? '' }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="account"
          label={t('person.accountName')}
          extra={t('person.accountHint')}
          rules={[{ required: true, whitespace: true, message: t('login.usernameNeeded') }]}
        >
          <Input maxLength={50} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}

export const AccountScreen = () => (
  <OneRecord model="user">
    {(schema, record) => <RecordPage schema={schema} record={record} acts={<AccountActs schema={schema} account={record} />} />}
  </OneRecord>
)

/** Opens an account with a password that is shown once. */
export function NewAccount() {
  const { t, lang } = useWords()
  const navigate = useNavigate()
  const back = useWayBack(pageOf('user'))
  const { data: schema } = useSchema('user')
  const [opened, setOpened] = useState<Rec | null>(null)
  if (!schema) return <PageSkeleton />
  if (!allows(schema, 'create')) return <NotAllowed />
  const title = t('form.new', { name: inSentence(schema[lang], lang) })
  return (
    <div className="page">
      <PageHead title={title} name={title} crumbs={[{ label: schema[lang], to: pageOf('user') }]} />
      <RecordForm schema={schema} onSaved={setOpened} onCancel={back} />
      {opened && (
        <OneTimePassword
          account={String(opened['account'])}
          password={String(opened['one_time_password'])}
          onClose={() => navigate(pageOf('user', `/${opened.sid}`), { replace: true })}
        />
      )}
    </div>
  )
}
