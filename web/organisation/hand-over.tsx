import { checkHeld, handOver } from '../../model/organisation/user-handover-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { Ref, WireField } from '../../model/kit/wire.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { sidOf } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { useWords } from '../words/language.ts'
import './people.css'

type HandOverProps = { person: Rec; field: WireField; onClose: () => void }

/** Hands all work of a person over to a colleague, optionally when they leave. */
export function HandOver({ person, field, onClose }: HandOverProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [to, setTo] = useState<Ref | null>(null)
  const [resigns, setResigns] = useState(false)
  const { Editor } = viewOf(field.type)
  const hand = useWrite('user_info', () => act(handOver, { from_user: person.sid, to_user: sidOf(to), resign: resigns }))
  const submit = async () => {
    const done = await hand.mutateAsync(undefined).then(
      () => true,
      () => false, // already shown
    )
    if (!done) return
    message.success(t('person.handed'))
    onClose()
  }
  return (
    <Modal
      open
      title={t('person.handTitle', { name: String(person['name']) })}
      okText={t(resigns ? 'person.handResign' : 'person.hand')}
      okButtonProps={{ disabled: !to, loading: hand.isPending, danger: resigns }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className="hand-over">
        <Held person={person} />
        <p>{t('person.handTo')}</p>
        <Editor
          field={field}
          label={t('person.handTo')}
          value={to}
          onChange={(value: unknown) => setTo(value as Ref | null)} /* a reference's editor returns one */
        />
        <p>
          <Checkbox checked={resigns} onChange={(event) => setResigns(event.target.checked)}>
            {t('person.resigns')}
          </Checkbox>
        </p>
        {resigns && <p className="quiet">{t('person.resignsText')}</p>}
      </div>
    </Modal>
  )
}

/** The current work of the person, by kind. */
function Held({ person }: { person: Rec }) {
  const { t, lang } = useWords()
  const { data } = useQuery({
    queryKey: ['user_handover', 'held', person.sid],
    queryFn: () => act(checkHeld, { user_sid: person.sid }),
  })
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />
  return (
    <>
      <p>{data.total > 0 ? t('person.holds', { count: data.total }) : t('person.holdsNothing')}</p>
      <ul>
        {data.groups
          .filter(({ count }) => count > 0)
          .map((group) => (
            <li key={group.code}>
              {group[lang]}
              {t('colon')}
              {group.count}
            </li>
          ))}
      </ul>
    </>
  )
}
