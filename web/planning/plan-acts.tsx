import { DeleteOutlined, TeamOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { carryOutPlan, waysToSharePlan } from '../../model/planning/plan-actions.ts'
import { allowsOn } from '../api/allows.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { confirming } from '../api/confirm.ts'
import { useRemoval } from '../records/detail/removal.ts'
import { AudienceDialog } from '../records/views/audience-dialog.tsx'
import { useWords } from '../words/language.ts'
import { MODEL } from './plan.ts'

type ActsProps = { record: Rec; schema: WireSchema; isKept: boolean; isDirty: boolean; legs: number }

/** Actions on a stored plan: share it, delete it, and create its cases. */
export function PlanActs({ record, schema, isKept, isDirty, legs }: ActsProps) {
  const { t } = useWords()
  const [isSharing, setSharing] = useState(false)
  const remove = useRemoval({ model: MODEL, sid: record.sid, name: String(record['name']), says: t('plan.deleteSays') })
  const carryOut = useCarryOut(record, legs)
  const mayCarryOut = isKept && allowsOn(schema, record, carryOutPlan.name)
  const isReady = Boolean(record['case_sid']) && legs > 0 && !record['carried_out_at'] && !isDirty
  return (
    <>
      {isKept && allowsOn(schema, record, 'delete') && (
        <Button icon={<DeleteOutlined />} aria-label={t('plan.delete')} title={t('plan.delete')} onClick={remove} />
      )}
      {isKept && allowsOn(schema, record, 'update') && (
        <Button icon={<TeamOutlined />} onClick={() => setSharing(true)}>
          {t('plan.share')}
        </Button>
      )}
      {mayCarryOut && (
        <Button disabled={!isReady} onClick={carryOut}>
          {t('plan.carryOut')}
        </Button>
      )}
      {isSharing && (
        <AudienceDialog ask={waysToSharePlan} record={record} title={t('plan.share')} says={t('plan.shareSays')} onClose={() => setSharing(false)} />
      )}
    </>
  )
}

function useCarryOut(record: Rec, count: number) {
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const save = useWrite(MODEL, () => confirming((confirm) => act(carryOutPlan, { sid: record.sid, confirm })))
  const make = async () => {
    const { cases } = await save.mutateAsync(undefined)
    void message.success(t('plan.carried', { count: cases.length }))
  }
  return () =>
    modal.confirm({
      title: t('plan.carryOut'),
      content: t('plan.carryOutSays', { count }),
      okText: t('plan.carryOut'),
      onOk: () => make().catch(() => undefined), // a refusal has already been shown
    })
}
