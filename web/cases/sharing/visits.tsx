import { Modal, Skeleton } from 'antd'
import { type Rec, useSchema } from '../../api/api.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'

const FIELDS = ['sid', 'visited_at', 'act', 'person_sid', 'document_sid', 'address', 'device']

/** The visits to a share, the latest first. */
export function Visits({ share, onClose }: { share: Rec; onClose: () => void }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const schema = useSchema('share_visit').data
  const { data, record, pages } = usePaged('share_visit', { fl: FIELDS, iql: `share_sid = '${share.sid}' ORDER BY visited_at DESC`, rows: 100 })
  const act = schema?.fields.find(({ code }) => code === 'act')
  const name = share['to_kind'] === 'LINK' ? t('share.LINK') : String(share['to_name'] ?? '')
  return (
    <Modal open width={820} title={t('share.visitsTitle', { name })} footer={null} onCancel={onClose}>
      {!data || !act ? (
        <Skeleton active />
      ) : record.length === 0 ? (
        <Nothing text={t('share.noVisits')} />
      ) : (
        <PlainTable<Rec>
          dataSource={record}
          scroll={{ x: 700, y: 400 }}
          columns={[
            { title: t('share.time'), width: 140, render: (_, row) => timeText(String(row['visited_at']), tag, zone) },
            { title: t('share.act'), width: 100, render: (_, row) => optionLabel(act, row['act']) },
            { title: t('share.visitor'), width: 120, render: (_, row) => (isRef(row['person_sid']) ? row['person_sid'].name : t('share.anonymous')) },
            { title: t('share.document'), render: (_, row) => (isRef(row['document_sid']) ? row['document_sid'].name : '') },
            { title: t('share.address'), width: 120, dataIndex: 'address' },
            { title: t('share.device'), ellipsis: true, dataIndex: 'device' },
          ]}
        />
      )}
      {pages}
    </Modal>
  )
}
