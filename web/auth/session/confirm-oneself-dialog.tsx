import { useEffect, useState } from 'react'
import type { Unconfirmed } from '../../../model/auth/session/confirmation-routes.ts'
import { onConfirmOneself } from '../../api/confirm-oneself.ts'
import { dialogOnRequest } from '../../ui/on-request.tsx'

const ConfirmOneself = dialogOnRequest(
  async () => (await import('./confirm-oneself.tsx')).ConfirmOneself,
  ({ onEnd }) => onEnd.bind(undefined, false),
)

type Asked = { how: Unconfirmed; answer: (isConfirmed: boolean) => void }

/** Waits for a call that wants its caller confirmed. */
export function ConfirmOneselfDialog() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => onConfirmOneself((how) => new Promise((answer) => setAsked({ how, answer }))), [])
  if (!asked) return null
  const end = (isConfirmed: boolean) => {
    setAsked(undefined)
    asked.answer(isConfirmed)
  }
  return <ConfirmOneself how={asked.how} onEnd={end} />
}
