import { RollbackOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Input } from 'antd'
import { transitionActionsOf } from '../../model/cases/transition-actions.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { allowsOn } from '../api/allows.ts'
import { useTellWarnings } from '../records/warnings.ts'
import { useWords } from '../words/language.ts'

/** Undoing the last transition needs a permission and a transition: the server checks both. */
export function UndoTransition({ record, schema }: { record: Rec; schema: WireSchema }) {
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const actions = transitionActionsOf(schema.model)
  const undo = useWrite(schema.model, (reason: string) => act(actions.undo, { sid: record.sid, reason }))
  const { data } = useQuery({
    queryKey: [schema.model, 'undoable', record.sid, record.version],
    queryFn: () => act(actions.undoable, { sid: record.sid }),
    enabled: allowsOn(schema, record, actions.undo.name),
    meta: { faults: 'own' },
  })
  if (!data?.undoable) return null
  const ask = () => {
    let reason = ''
    modal.confirm({
      title: t('undo.title'),
      content: (
        <div className="stack">
          <p>{t('undo.text')}</p>
          <Input
            autoFocus
            maxLength={255}
            aria-label={t('undo.reason')}
            placeholder={t('undo.reason')}
            onChange={(event) => {
              reason = event.target.value
            }}
          />
        </div>
      ),
      okText: t('undo.do'),
      // The dialog that is given its way to close stays open until it is used.
      onOk: (close) => {
        if (!reason.trim()) return void message.warning(t('undo.needsReason'))
        // A refusal has already been shown; the dialog closes in any case.
        const undone = undo.mutateAsync(reason.trim()).then(
          (after) => {
            void message.success(t('undo.done'))
            tellWarnings(after)
          },
          () => undefined,
        )
        return undone.then(() => close())
      },
    })
  }
  return <Button type="text" icon={<RollbackOutlined />} aria-label={t('undo.open')} title={t('undo.open')} onClick={ask} />
}
