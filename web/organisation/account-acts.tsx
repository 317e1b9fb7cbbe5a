import {
  type AccountAct,
  endSessions,
  resetPassword,
  resetSecondFactor,
  searchSessions,
  unlock as unlockAccount,
} from '../../model/auth/accounts/user-actions.ts'
import { CheckCircleOutlined, DesktopOutlined, KeyOutlined, LogoutOutlined, SafetyOutlined, StopOutlined, UnlockOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allowsOn } from '../api/allows.ts'
import { act, doVerb, type Rec, useWrite } from '../api/api.ts'
import { useWords } from '../words/language.ts'
import { AccountSessions } from './account-sessions.tsx'
import { OneTimePassword } from './secret.tsx'

type AccountActsProps = { schema: WireSchema; account: Rec }

/** The actions of an administrator on an account: opening it again and closing it, a new password, unlocking, seeing and ending its sessions. */
export function AccountActs({ schema, account: record }: AccountActsProps) {
  const [account, isClosed] = [String(record['account']), record['status'] === 'CLOSED']
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const [password, setPassword] = useState('')
  const [isListing, setListing] = useState(false)
  const { reset, unlock, resetSecond, end, setStatus } = useWrites(record.sid)
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
  const ask = (key: 'end' | 'second' | 'close' | 'reopen', work: () => Promise<unknown>, done: string) => () =>
    modal.confirm({
      title: t(`person.${key}Title`, { account }),
      content: t(`person.${key}Text`),
      okText: t(`person.${key}`),
      okButtonProps: { danger: key !== 'reopen' },
      onOk: () => quietly(work(), done),
    })
  const askSecond = ask('second', () => resetSecond.mutateAsync(undefined), t('person.secondDone'))
  const askEnd = ask('end', () => end.mutateAsync(undefined), t('person.ended'))
  const reopen = ask('reopen', () => setStatus.mutateAsync('OPEN'), t('person.reopened'))
  const askClose = ask('close', () => setStatus.mutateAsync('CLOSED'), t('person.closed'))
  const unlockNow = () => void quietly(unlock.mutateAsync(undefined), t('person.unlocked'))
  const standing = isClosed
    ? { key: 'reopen', icon: <CheckCircleOutlined />, label: t('person.reopen'), onClick: reopen }
    : { key: 'close', icon: <StopOutlined />, label: t('person.close'), danger: true, onClick: askClose }
  const acts = [
    { action: resetPassword, key: 'reset', icon: <KeyOutlined />, label: t('person.reset'), onClick: askReset },
    { action: unlockAccount, key: 'unlock', icon: <UnlockOutlined />, label: t('person.unlock'), onClick: unlockNow },
    { action: resetSecondFactor, key: 'second', icon: <SafetyOutlined />, label: t('person.second'), onClick: askSecond },
    { action: searchSessions, key: 'sessions', icon: <DesktopOutlined />, label: t('sessions.title'), onClick: () => setListing(true) },
    { action: endSessions, key: 'end', icon: <LogoutOutlined />, label: t('person.end'), danger: true, onClick: askEnd },
  ].flatMap(({ action, ...item }) => (isOffered(schema, record, action.name) ? [item] : []))
  const hasStanding = allowsOn(schema, record, 'update') && mayBe(record, isClosed ? 'OPEN' : 'CLOSE')
  const items = hasStanding ? (isClosed ? [standing, ...acts] : [...acts, standing]) : acts
  if (items.length === 0) return null
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button>{t('person.account')}</Button>
      </Dropdown>
      {isListing && <AccountSessions user={record.sid} account={account} onClose={() => setListing(false)} />}
      {password && <OneTimePassword account={account} password={password} onClose={() => setPassword('')} />}
    </>
  )
}

const RESETS: ReadonlySet<string> = new Set([resetPassword.name, resetSecondFactor.name])

const isOffered = (schema: WireSchema, record: Rec, action: string) =>
  allowsOn(schema, record, action) && (!RESETS.has(action) || mayBe(record, 'RESET'))

/** The server says with a whole account what its rules allow. */
const mayBe = ({ acts }: Rec, act: AccountAct) => Array.isArray(acts) && acts.includes(act)

const useWrites = (sid: string) => ({
  reset: useWrite('user', () => act(resetPassword, { sid })),
  unlock: useWrite('user', () => act(unlockAccount, { sid })),
  resetSecond: useWrite('user', () => act(resetSecondFactor, { sid })),
  end: useWrite('user', () => act(endSessions, { sid })),
  setStatus: useWrite('user', (status: 'OPEN' | 'CLOSED') => doVerb('user', 'update', { sid, status })),
})
