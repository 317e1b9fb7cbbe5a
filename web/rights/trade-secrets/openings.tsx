import { Skeleton } from 'antd'
import { type Rec, useSchema } from '../../api/api.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { usePaged } from '../../records/list/use-paged.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'

const nameIn = (value: unknown) => (isRef(value) ? value.name : '')

/** Accesses to the points of a secret, the latest first. */
export function Openings({ sid }: { sid: string }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const schema = useSchema('secret_access').data
  const { record, isPending, pages } = usePaged('secret_access', { fl: ['person_sid', 'point_sid', 'opened_at'], iql: `case_sid = '${sid}' ORDER BY opened_at DESC`, rows: 50 }) // oxfmt-ignore
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 4 }} />
  const label = (code: string) => schema.fields.find((one) => one.code === code)?.label
  return (
    <>
      <PlainTable<Rec>
        dataSource={record}
        columns={[
          { title: label('opened_at'), width: 200, render: (_, row) => timeText(String(row['opened_at']), tag, zone) },
          { title: label('person_sid'), width: 200, render: (_, row) => nameIn(row['person_sid']) },
          { title: label('point_sid'), render: (_, row) => nameIn(row['point_sid']) },
        ]}
        locale={{ emptyText: <Nothing text={t('secret.noOpenings')} /> }}
      />
      {pages}
    </>
  )
}
