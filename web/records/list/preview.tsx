import { EditOutlined, ExpandAltOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton } from 'antd'
import type { ComponentType } from 'react'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useRecord } from '../../api/api.ts'
import { displayName } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'
import { Overview } from '../detail/overview.tsx'
import { StateTag } from '../detail/state-tag.tsx'
import { allowsOn } from '../../api/allows.ts'

type PreviewProps = {
  schema: WireSchema
  sid: string
  records: readonly Rec[]
  onClose: () => void
  wayTo: (record: Rec, at: number) => { to: string; state: unknown }
  Own?: ComponentType<{ record: Rec; schema: WireSchema }> | undefined
  /** Fields that `Own` shows. */
  ownFields?: readonly string[] | undefined
}

/** Shows a record beside the list, which stays usable. */
export function Preview({ schema, sid, records, onClose, wayTo, Own, ownFields }: PreviewProps) {
  const { t, lang } = useWords()
  const navigate = useNavigate()
  const { data: record, isPending } = useRecord(schema.model, sid)
  const at = records.findIndex((one) => one.sid === sid)
  const open = (rest: string) => {
    if (!record) return
    const { to, state } = wayTo(record, Math.max(at, 0))
    navigate(to + rest, { state })
  }
  return (
    <Drawer
      open
      onClose={onClose}
      mask={false}
      size={460}
      title={record ? displayName(record, schema, lang) : ' '}
      extra={
        <>
          {record && allowsOn(schema, record, 'update') && (
            <Button type="text" icon={<EditOutlined />} aria-label={t('detail.edit')} onClick={() => open('/edit')} />
          )}
          <Button type="text" icon={<ExpandAltOutlined />} aria-label={t('detail.open')} onClick={() => open('')} />
        </>
      }
    >
      {isPending && <Skeleton active paragraph={{ rows: 12 }} />}
      {record && (
        <>
          {schema.states && <StateTag schema={schema} state={record[schema.states.field]} />}
          {Own && <Own record={record} schema={schema} />}
          <Overview schema={schema} record={record} isDense {...(ownFields && { skip: ownFields })} />
        </>
      )}
    </Drawer>
  )
}
