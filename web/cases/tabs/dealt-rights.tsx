import { NumberOutlined, PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { addRights } from '../../../model/dealings/dealing-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useSchema, useWrite } from '../../api/api.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { isRef } from '../../fields/names.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { CasePicker } from '../case-picker.tsx'
import { Remove } from '../family/remove.tsx'
import { BatchSearch } from '../list/batch-search.tsx'
import { useStateWords } from '../kinds.ts'
import { LinkedCase } from './linked-case.tsx'

const PAGE = 50

/** The rights that a contract or a dispute names: found one by one, or added by many pasted numbers. */
export function DealtRights({ schema: kind, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const stateIn = useStateWords()
  const [schema, head] = [useSchema('dealt_right').data, useSchema('case').data]
  const fl = ['case_sid', 'case_sid.kind', 'case_sid.country', 'case_sid.status', 'note']
  const iql = `dealing_sid = '${record.sid}' ORDER BY created_at, sid`
  const { record: rows, isPending, data, pages } = usePaged('dealt_right', { fl, iql, rows: PAGE })
  if (isPending || !schema || !head) return <Skeleton active paragraph={{ rows: 6 }} />
  const labelOf = (code: string, value: unknown) => {
    const field = head.fields.find((one) => one.code === code)
    return field && value ? optionLabel(field, value) : ''
  }
  const mayEdit = allowsOn(kind, record, 'update')
  const total = data?.total ?? 0
  return (
    <>
      {mayEdit && allows(schema, addRights.name) && <Adding sid={record.sid} />}
      <PlainTable<Rec>
        dataSource={rows}
        scroll={{ x: 700 }}
        columns={[
          { title: t('dealings.right'), render: (_, row) => <LinkedCase found={row['case_sid']} /> },
          { title: t('dealings.kind'), width: 110, render: (_, row) => labelOf('kind', row['case_sid.kind']) },
          { title: t('dealings.country'), width: 130, render: (_, row) => labelOf('country', row['case_sid.country']) },
          { title: t('dealings.status'), width: 160, render: (_, row) => stateIn(row['case_sid.kind'], row['case_sid.status']) },
          {
            title: '',
            width: 44,
            render: (_, row) => mayEdit && allows(schema, 'delete') && <Remove model="dealt_right" sid={row.sid} name={nameIn(row)} />,
          },
        ]}
        locale={{ emptyText: <Nothing text={t('dealings.noRights')} hint={t('dealings.noRightsHint')} /> }}
      />
      {pages || (total > 0 && <p className="quiet">{t('dealings.total', { count: total })}</p>)}
    </>
  )
}

const nameIn = ({ case_sid: found }: Rec) => (isRef(found) ? found.name : '')

function Adding({ sid }: { sid: string }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [way, setWay] = useState<'one' | 'many' | null>(null)
  const [picked, setPicked] = useState<string>()
  const add = useWrite('dealt_right', async (case_sids: readonly string[]) => {
    const { added = 0 } = await act(addRights, { dealing_sid: sid, case_sids: [...case_sids] })
    message.success(t('dealings.added', { count: added }))
    setWay(null)
    setPicked(undefined)
    await client.invalidateQueries()
  })
  return (
    <div className="tab-bar">
      <Button icon={<PlusOutlined />} onClick={() => setWay('one')}>
        {t('dealings.addOne')}
      </Button>{' '}
      <Button icon={<NumberOutlined />} onClick={() => setWay('many')}>
        {t('dealings.addMany')}
      </Button>
      {way === 'one' && (
        <Modal
          open
          title={t('dealings.addOne')}
          onCancel={() => setWay(null)}
          okText={t('dealings.addOne')}
          okButtonProps={{ disabled: !picked }}
          confirmLoading={add.isPending}
          onOk={() => picked && add.mutate([picked])}
        >
          <CasePicker autoFocus {...(picked && { value: picked })} onChange={setPicked} without={sid} />
        </Modal>
      )}
      {way === 'many' && (
        <BatchSearch
          model="case"
          onClose={() => setWay(null)}
          onTake={{ label: (count) => t('dealings.addChosen', { count }), take: (sids) => add.mutate(sids), isBusy: add.isPending }}
        />
      )}
    </div>
  )
}
