import { EyeOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { openPoint } from '../../../model/rights/trade-secrets/actions.ts'
import { act, type Rec, useSchema, useWrite } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { usePaged } from '../../records/list/use-paged.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'

type Opened = { name: string; content: string | null }

/** The points of a secret. Their content is shown to those whom the secret names, and each opening is recorded. */
export function Points({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema('secret_point').data
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = useWrite('secret_access', async (point: Rec) => {
    const { content } = await act(openPoint, { sid: point.sid })
    setOpened({ name: String(point['name']), content: content ?? null })
  })
  const { record, isPending, pages } = usePaged('secret_point', { fl: ['point_no', 'name', 'carrier', 'place'], iql: `case_sid = '${sid}' ORDER BY point_no`, rows: 50 }) // oxfmt-ignore
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 4 }} />
  const field = (code: string) => schema.fields.find((one) => one.code === code)
  const carrier = field('carrier')
  return (
    <>
      {allows(schema, 'create') && (
        <div className="tab-bar">
          <Link to={pageOf('secret_point', `/new?case_sid=${sid}`)}>
            <Button icon={<PlusOutlined />}>{t('secret.add')}</Button>
          </Link>
        </div>
      )}
      <PlainTable<Rec>
        dataSource={record}
        scroll={{ x: 640 }}
        columns={[
          { title: field('point_no')?.label, dataIndex: 'point_no', width: 70 },
          { title: field('name')?.label, render: (_, row) => <Link to={pageOf('secret_point', `/${row.sid}`)}>{String(row['name'])}</Link> },
          { title: carrier?.label, width: 140, render: (_, row) => (carrier ? optionLabel(carrier, row['carrier']) : '') },
          { title: field('place')?.label, dataIndex: 'place', width: 180 },
          {
            title: '',
            width: 120,
            render: (_, row) => (
              <Button size="small" icon={<EyeOutlined />} loading={open.isPending} onClick={() => open.mutate(row)}>
                {t('secret.open')}
              </Button>
            ),
          },
        ]}
        locale={{ emptyText: <Nothing text={t('secret.noPoints')} hint={t('secret.pointsHint')} /> }}
      />
      {pages}
      <Modal open={opened !== null} title={opened?.name} footer={null} onCancel={() => setOpened(null)} destroyOnHidden>
        <Alert type="warning" showIcon title={t('secret.recorded')} />
        <p style={{ whiteSpace: 'pre-wrap' }}>{opened?.content ?? t('secret.noContent')}</p>
      </Modal>
    </>
  )
}
