import { EditOutlined, ExportOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { type ComponentType, useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { countResults } from '../../../model/settings/setting-routes.ts'
import { allows, exportsRights } from '../../api/allows.ts'
import { ask } from '../../api/call.ts'
import { report } from '../../ui/faults/report.ts'
import { useWords } from '../../words/language.ts'
import { DiligenceButton } from '../export/diligence-button.tsx'
import { useExport } from '../export/export.tsx'
import { splitOrder } from '../list/list-address.ts'
import type { BatchOwnProps } from '../list/list-own.ts'
import type { List } from '../list/use-list.ts'
import { StepButton } from './step-button.tsx'
import type { Whole } from './update-results.tsx'
import { dialogOnRequest } from '../../ui/on-request.tsx'

const BatchEdit = dialogOnRequest(async () => (await import('./batch-edit.tsx')).BatchEdit)

/** Offered once a whole page is selected and there are more pages. */
export function SelectResults({ list, onWhole }: { list: List; onWhole: (whole: Whole) => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [isCounting, setCounting] = useState(false)
  const { schema } = list
  const iql = splitOrder(list.iql).condition
  const select = async () => {
    setCounting(true)
    try {
      const { total, changeable, most } = await ask(countResults, { iql }, { path: { model: schema.model } })
      if (total > most) message.warning(t('batch.mostResults', { count: most }))
      else onWhole({ iql, total, changeable })
    } catch (fault) {
      report(fault, {})
    } finally {
      setCounting(false)
    }
  }
  return (
    <Button size="small" type="link" loading={isCounting} onClick={() => void select()}>
      {t('batch.allResults')}
    </Button>
  )
}

type WholeBarProps = { schema: WireSchema; whole: Whole; fl: string[]; onDone: () => void; Own?: ComponentType<BatchOwnProps> | undefined }

/** The actions on all results. */
export function WholeBar({ schema, whole, fl, onDone, Own }: WholeBarProps) {
  const { t } = useWords()
  const exportList = useExport(schema)
  const [isEditing, setEditing] = useState(false)
  const left = whole.total - whole.changeable
  return (
    <div className="batch" role="toolbar" aria-label={t('batch.label')}>
      <b>{t('batch.whole', { count: whole.total })}</b>
      {left > 0 && <span className="quiet">{t('batch.leftOut', { count: left })}</span>}
      <Button size="small" icon={<EditOutlined />} disabled={whole.changeable === 0} onClick={() => setEditing(true)}>
        {t('batch.edit')}
      </Button>
      <StepButton schema={schema} sids={[]} whole={whole} onDone={onDone} />
      {Own && <Own sids={[]} iql={whole.iql} onDone={onDone} />}
      {allows(schema, 'export') && (
        <Button size="small" icon={<ExportOutlined />} onClick={() => exportList(fl, whole.iql)}>
          {t('batch.export')}
        </Button>
      )}
      {exportsRights(schema) && <DiligenceButton model={schema.model} iql={whole.iql} count={whole.total} />}
      <Button size="small" type="link" onClick={onDone}>
        {t('batch.clear')}
      </Button>
      {isEditing && <BatchEdit schema={schema} sids={[]} whole={whole} onClose={() => setEditing(false)} onDone={onDone} />}
    </div>
  )
}
