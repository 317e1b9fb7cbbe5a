import { App } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { doVerb, useWrite } from '../../api/api.ts'
import { ApiFault, linesOf, WAITS_FOR_SECOND } from '../../api/fault.ts'
import { pageOf } from '../../api/page-of.ts'
import { isSame } from '../../records/form/form-fields.ts'
import { useLeaveGuard } from '../../records/form/leave-guard.ts'
import { useWords } from '../../words/language.ts'
import type { Confirmed } from './versioned.ts'

type Saving = {
  model: string
  /** Absent: a new one. */
  record: Rec | undefined
  content: object
  /** The initial content of a new one. */
  start: object
  /** The values of a new one besides its content. */
  beside?: Record<string, unknown>
  ask: () => Promise<Confirmed>
  /** Makes a successor of another version; absent: it follows none. */
  follow?: ((reason: string | undefined) => Promise<Rec>) | undefined
}

/** Saves a rule or price by its content: confirms first, and shows refusals and edit conflicts. */
export function useSaving({ model, record, content, start, beside = {}, ask, follow }: Saving) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const write = useWrite(
    model,
    ({ reason, fields }: { reason: string | undefined; fields: Record<string, unknown> }) =>
      follow ? follow(reason) : doVerb(model, record ? 'update' : 'create', { ...fields, ...(reason && { change_reason: reason }) }),
    { faults: 'form' },
  )
  const [fault, setFault] = useState('')
  const [theirs, setTheirs] = useState<Rec | null>(null)
  const isChanged = !isSame(start, content)
  const guard = useLeaveGuard(isChanged && !write.isSuccess)
  const leaveTo = (page: string) => {
    guard.allow()
    navigate(page, { replace: true })
  }
  const leave = (sid: string) => leaveTo(pageOf(model, `/${sid}`))
  const save = async (version = record?.version) => {
    setTheirs(null)
    setFault('')
    if (record && !isChanged) return leave(record.sid)
    try {
      const confirmed = await ask()
      if (!confirmed) return
      const fields = record ? { sid: record.sid, version, content } : { ...beside, content }
      const saved = await write.mutateAsync({ reason: confirmed.reason, fields })
      message.success(t('saved'))
      leave(saved.sid)
    } catch (refused) {
      if (!(refused instanceof ApiFault)) throw refused
      if (refused.code === WAITS_FOR_SECOND) return leaveTo(pageOf(model, record ? `/${record.sid}` : ''))
      if (refused.code === 409) return setTheirs(refused.data as Rec) // a stale save returns the current record
      setFault(linesOf(refused, t('colon')).join(' · '))
    }
  }
  return { save, leave, fault, theirs, isChanged, forget: () => setTheirs(null), isPending: write.isPending }
}
