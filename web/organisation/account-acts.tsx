import { endSessions, resetPassword, resetSecondFactor, searchSessions, unlock as unlockAccount } from '../../model/auth/accounts/user-actions.ts'
import { DesktopOutlined, KeyOutlined, LogoutOutlined, SafetyOutlined, UnlockOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { useWords } from '../words/language.ts'
import { AccountSessions } from './account-sessions.tsx'
import { OneTimePassword } from './secret.tsx'

type AccountActsProps = { schema: WireSchema; account: Rec }

/** The actions of an administrator on an account: a new password, unlocking, seeing and ending its sessions. */
export function AccountActs({ schema, account: record }: AccountActsProps) {
  const { sid } = record
  const account = String(record['account'])
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const [password, setPassword] = useState('')
  const [isListing, setListing] = useState(false)
  const reset = useWrite('user', () => act(resetPassword, { sid }))
  const unlock = useWrite('user', () => act(unlockAccount, { sid }))
  const resetSecond = useWrite('user', () => act(resetSecondFactor, { sid }))
  const end = useWrite('user', () => act(endSessions, { sid }))
  // A refusal has already been shown.
  const quietly = (work: Promise<unknown>, words: string) =>
    work.then(
      () => void message.success(words),
      () => undefined,
    )
  const askReset = () =>
    modal.confirm({
      title: t('person.resetTitle', { account }),
      content: t('person.resetText'),
      okText: t('person.reset'),
      onOk: () =>
        reset.mutateAsync(undefined).then(
          (answer) => setPassword(answer.one_time_password),
          () => undefined, // already shown
        ),
    })
  const ask = (key: 'end' | 'second', work: () => Promise<unknown>, done: string) => () =>
    modal.confirm({
      title: t(`person.${key}Title`, { account }),
      content: t(`person.${key}Text`),
      okText: t(`person.${key}`),
      okButtonProps: { danger: true },
      onOk: () => quietly(work(), done),
    })
  const askSecond = ask('second', () => resetSecond.mutateAsync(undefined), t('person.secondDone'))
  const askEnd = ask('end', () => end.mutateAsync(undefined), t('person.ended'))
  const unlockNow = () => void quietly(unlock.mutateAsync(undefined), t('person.unlocked'))
  const items = [
    { action: resetPassword, key: 'reset', icon: <KeyOutlined />, label: t('person.reset'), onClick: askReset },
    { action: unlockAccount, key: 'unlock', icon: <UnlockOutlined />, label: t('person.unlock'), onClick: unlockNow },
    { action: resetSecondFactor, key: 'second', icon: <SafetyOutlined />, label: t('person.second'), onClick: askSecond },
    { action: searchSessions, key: 'sessions', icon: <DesktopOutlined />, label: t('sessions.title'), onClick: () => setListing(true) },
    { action: endSessions, key: 'end', icon: <LogoutOutlined />, label: t('person.end'), danger: true, onClick: askEnd },
  ].flatMap(({ action, ...item }) => (allowsOn(schema, record, action.name) ? [item] : []))
  if (items.length === 0) return null
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button>{t('person.account')}</Button>
      </Dropdown>
      {isListing && <AccountSessions user={sid} account={account} onClose={() => setListing(false)} />}
      {password && <OneTimePassword account={account} password={password} onClose={() => setPassword('')} />}
    </>
  )
}
