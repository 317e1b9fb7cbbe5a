import { PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import type { Ref } from '../../../model/kit/wire/wire.ts'
import { similarApplicants } from '../../../model/parties/party-actions.ts'
import { act, doVerb, useSchema } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { isBlank } from '../view.ts'

type MakeProps = { to: string | undefined; text: string; found: readonly Ref[]; isFetching: boolean; onMade: (ref: Ref) => void }

/** Creates a missing record from its name alone, if this person may. */
export function Make({ to, text, found, isFetching, onMade }: MakeProps) {
  const { t } = useWords()
  const { message, notification, modal } = App.useApp()
  const client = useQueryClient()
  const schema = useSchema(text.trim() ? to : undefined).data
  const [isBusy, setBusy] = useState(false)
  const name = text.trim()
  const [code = ''] = schema?.display ?? []
  const isEnough =
    schema?.display.length === 1 &&
    schema.fields
      .filter((field) => (field.required || field.asked_of_new) && field.settable && isBlank(field.default))
      .every((field) => field.code === code)
  const mayMake = schema?.actions.some(({ verb, allowed }) => verb === 'create' && allowed)
  if (!name || isFetching || !to || !isEnough || !mayMake || found.some((one) => one.name === name)) return null
  /** True: create it all the same. False: use the existing one with another spelling. */
  const isAnother = async (): Promise<boolean> => {
    if (to !== similarApplicants.model) return true // of other models, the server reports no other spelling
    const [duplicate] = (await act(similarApplicants, { name })).record
    if (!duplicate) return true
    const isTaken = await modal.confirm({
      title: t('reference.alike', { name: duplicate.name }),
      okText: t('reference.take', { name: duplicate.name }),
      cancelText: t('reference.make', { name }),
    })
    if (isTaken) onMade({ sid: duplicate.sid, name: duplicate.name })
    return !isTaken
  }
  const make = async () => {
    setBusy(true)
    try {
      if (!(await isAnother())) return
      const made = await doVerb(to, 'create', { [code]: name })
      message.success(t('reference.made', { name }))
      await client.invalidateQueries({ queryKey: [to] })
      onMade({ sid: made.sid, name })
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      notification.error({ title: fault.message, description: fault.errors.map(({ label, reason }) => `${label} ${reason}`).join(t('semicolon')) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      type="text"
      size="small"
      block
      loading={isBusy}
      icon={<PlusOutlined />}
      className="make"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void make()}
    >
      {t('reference.make', { name })}
    </Button>
  )
}
