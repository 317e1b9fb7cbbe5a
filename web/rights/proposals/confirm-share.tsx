import { Alert, Button } from 'antd'
import { confirmShare } from '../../../model/rights/proposals/actions.ts'
import { act, type Rec, useMe, useSearch, useWrite } from '../../api/api.ts'
import { isRef } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'

const sidsIn = (value: unknown) => (Array.isArray(value) ? value.flatMap((one) => (isRef(one) ? [one.sid] : [])) : [])
type Row = { inventor_sid?: unknown; contribution_pct?: unknown }

/** The reader's own share, to be confirmed while it is not. */
export function ConfirmShare({ record, isNamed = false }: { record: Rec; isNamed?: boolean }) {
  const { t } = useWords()
  const me = useMe().data
  const confirm = useWrite('proposal', () => act(confirmShare, { sid: record.sid }))
  const { data } = useSearch('inventor', { fl: ['sid'], iql: 'user_sid = me()', rows: 10, total: 'none' }, { meta: { faults: 'own' } })
  const own = new Set(data?.record.map(({ sid }) => sid))
  const rows = Array.isArray(record['inventors']) ? (record['inventors'] as Row[]) : [] // rows as the model declares them
  const mine = rows.find(({ inventor_sid }) => isRef(inventor_sid) && own.has(inventor_sid.sid))
  if (!me || !mine || rows.length < 2 || sidsIn(record['confirmed_by']).includes(me.sid)) return null
  return (
    <Alert
      type="info"
      showIcon
      className="idea-back"
      title={t('outcome.share', { percent: String(mine.contribution_pct ?? '–') })}
      description={isNamed ? String(record['title']) : undefined}
      action={
        <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
          {t('outcome.confirm')}
        </Button>
      }
    />
  )
}
