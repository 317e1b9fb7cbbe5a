import { Alert, Button } from 'antd'
import type { Rec } from '../../api/api.ts'
import { doVerb, useWrite } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { unconfirmedOf } from './payment-totals.ts'

/** A list with amounts to be checked is exported and paid only after a person has confirmed them; the record names that person. */
export function UnsureAmounts({ record, mayConfirm }: { record: Rec; mayConfirm: boolean }) {
  const { t } = useWords()
  const count = unconfirmedOf(record)
  const confirm = useWrite('payment', () => doVerb('payment', 'update', { sid: record.sid, amounts_confirmed: true }))
  if (count === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('annuity.confirmFirst', { count })}
      action={
        mayConfirm && (
          <Button size="small" loading={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            {t('annuity.confirmAmounts')}
          </Button>
        )
      }
    />
  )
}
