import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, App, Button, Modal } from 'antd'
import { useState } from 'react'
import type { Rec } from '../api/api.ts'
import { doVerb, useSchema, useSearch, useSession, useWrite } from '../api/api.ts'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { RecordForm } from '../records/form/record-form.tsx'
import { PlainTable } from '../records/list/plain-table.tsx'
import { useWords } from '../words/language.ts'

/** A person's own absences, each with the colleague who acts meanwhile. */
export function Absences() {
  const { t } = useWords()
  const me = useSession()?.user_sid
  const [edited, setEdited] = useState<Rec | 'new' | null>(null)
  const { data, isPending } = useSearch('absence', { iql: `person_sid = '${me}' ORDER BY from_date DESC`, rows: 100 })
  return (
    <div className="tokens">
      <p className="quiet">{t('absence.text')}</p>
      <Button icon={<PlusOutlined />} onClick={() => setEdited('new')}>
        {t('absence.new')}
      </Button>
      <List absences={data?.record ?? []} isPending={isPending} onEdit={setEdited} />
      {edited && <AbsenceForm absence={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** That a person is away today, for those who may see it. */
export function AwayNow({ person }: { person: string }) {
  const { t, tag } = useWords()
  const iql = `person_sid = '${person}' AND from_date <= today() AND to_date >= today()`
  const { data } = useSearch('absence', { iql, rows: 1, total: 'none' }, { meta: { faults: 'own' } })
  const [now] = data?.record ?? []
  if (!now) return null
  const [from, to] = [now['from_date'], now['to_date']].map((day) => dayText(String(day), tag))
  return (
    <Alert type="info" showIcon className="spaced" title={t('absence.now', { from: from ?? '', to: to ?? '', deputy: nameOf(now['deputy_sid']) })} />
  )
}

const nameOf = (value: unknown) => (isRef(value) ? value.name : '')

function List({ absences, isPending, onEdit }: { absences: readonly Rec[]; isPending: boolean; onEdit: (absence: Rec) => void }) {
  const { t, tag } = useWords()
  const day = (value: unknown) => dayText(String(value), tag)
  return (
    <PlainTable<Rec>
      className="below"
      loading={isPending}
      dataSource={[...absences]}
      locale={{ emptyText: t('absence.none') }}
      columns={[
        { dataIndex: 'from_date', title: t('absence.from'), render: day, width: 140 },
        { dataIndex: 'to_date', title: t('absence.to'), render: day, width: 140 },
        { dataIndex: 'deputy_sid', title: t('absence.deputy'), render: nameOf, width: 180 },
        { dataIndex: 'remark', title: t('absence.note') },
        {
          key: 'acts',
          title: <span className="unseen">{t('absence.edit')}</span>,
          width: 90,
          render: (_, absence) => (
            <>
              <Button type="text" size="small" icon={<EditOutlined />} aria-label={t('absence.edit')} onClick={() => onEdit(absence)} />
              <Remove absence={absence} />
            </>
          ),
        },
      ]}
    />
  )
}

function Remove({ absence }: { absence: Rec }) {
  const { t, tag } = useWords()
  const { modal } = App.useApp()
  const remove = useWrite('absence', (sid: string) => doVerb('absence', 'delete', { sid }))
  const title = t('absence.removeOne', { from: dayText(String(absence['from_date']), tag), to: dayText(String(absence['to_date']), tag) })
  const ask = () =>
    modal.confirm({
      title,
      content: t('absence.removeText'),
      okText: t('absence.remove'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync(absence.sid).catch(() => undefined),
    })
  return <Button type="text" danger size="small" icon={<DeleteOutlined />} aria-label={title} onClick={ask} />
}

function AbsenceForm({ absence, onClose }: { absence: Rec | undefined; onClose: () => void }) {
  const { t } = useWords()
  const { data: schema } = useSchema('absence')
  if (!schema) return null
  const own = { ...schema, fields: schema.fields.filter(({ code }) => code !== 'person_sid') }
  return (
    <Modal open title={t(absence ? 'absence.edit' : 'absence.new')} footer={null} onCancel={onClose} destroyOnHidden>
      <RecordForm schema={own} {...(absence && { record: absence })} onSaved={onClose} onCancel={onClose} />
    </Modal>
  )
}
