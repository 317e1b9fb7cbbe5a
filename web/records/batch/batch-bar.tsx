import { DeleteOutlined, EditOutlined, ExportOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import type { ComponentType } from 'react'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useRemove } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { DiligenceButton } from '../export/diligence-button.tsx'
import { useExport } from '../export/export.tsx'
import { quoted } from '../../api/iql.ts'
import { allows, exportsRights } from '../../api/allows.ts'
import type { BatchOwnProps } from '../list/list-own.ts'
import { StepButton } from './step-button.tsx'
import { useTellWarnings } from '../warnings.ts'
import { dialogOnRequest } from '../../ui/on-request.tsx'

const BatchEdit = dialogOnRequest(async () => (await import('./batch-edit.tsx')).BatchEdit)

type BatchBarProps = {
  schema: WireSchema
  selected: readonly string[]
  /** Some of them are built in. */
  hasBuiltIn: boolean
  fl: string[]
  onDone: () => void
  Own?: ComponentType<BatchOwnProps> | undefined
}

/** The actions on the selected records. */
export function BatchBar({ schema, selected, hasBuiltIn, fl, onDone, Own }: BatchBarProps) {
  const { t, lang } = useWords()
  const { modal, message } = App.useApp()
  const remove = useRemove(schema.model, { isCase: schema.case !== undefined })
  const tellWarnings = useTellWarnings()
  const exportList = useExport(schema)
  const [isEditing, setEditing] = useState(false)
  const count = selected.length
  if (count === 0) return <span className="quiet">{t('batch.none')}</span>
  const chosen = `sid IN (${selected.map(quoted).join(', ')})`
  const ask = () =>
    modal.confirm({
      title: t('batch.deleteTitle', { count, name: schema[lang] }),
      content: t(schema.case ? 'delete.undoCase' : 'delete.undo'),
      okText: t('batch.delete'),
      okButtonProps: { danger: true },
      onOk: async () => {
        // A refusal has already been shown; the dialog closes in any case.
        await remove.mutateAsync([...selected]).then(
          ({ proposed, message: waits }) => {
            if (proposed) tellWarnings({ warnings: [waits] })
            else message.success(t('batch.deleted', { count }))
            onDone()
          },
          () => undefined,
        )
      },
    })
  return (
    <div className="batch" role="toolbar" aria-label={t('batch.label')}>
      <b>{t('batch.count', { count })}</b>
      {allows(schema, 'update') && !(hasBuiltIn && schema.system?.fixed === '*') && (
        <Button size="small" icon={<EditOutlined />} onClick={() => setEditing(true)}>
          {t('batch.edit')}
        </Button>
      )}
      <StepButton schema={schema} sids={selected} onDone={onDone} />
      {Own && <Own sids={selected} onDone={onDone} />}
      {allows(schema, 'export') && (
        <Button size="small" icon={<ExportOutlined />} onClick={() => exportList(fl, chosen)}>
          {t('batch.export')}
        </Button>
      )}
      {exportsRights(schema) && <DiligenceButton model={schema.model} iql={chosen} count={count} />}
      {allows(schema, 'delete') && !hasBuiltIn && (
        <Button size="small" danger icon={<DeleteOutlined />} onClick={ask}>
          {t('batch.delete')}
        </Button>
      )}
      <Button size="small" type="link" onClick={onDone}>
        {t('batch.clear')}
      </Button>
      {isEditing && <BatchEdit schema={schema} sids={selected} onClose={() => setEditing(false)} onDone={onDone} />}
    </div>
  )
}
