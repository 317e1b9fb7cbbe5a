import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { doVerb, useSchema, useSearch, useSession, useWrite } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { RecordForm } from '../../records/form/record-form.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'

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

const nameOf = (value: unknown) => (isRef(value) ? value.name : '')

function List({ absences, isPending, onEdit }: { absences: readonly Rec[]; isPending: boolean; onEdit: (absence: Rec) => void }) {
  const { t, tag } = useWords()
  const { data: schema } = useSchema('absence')
  const day = (value: unknown) => dayText(String(value), tag)
  return (
    <PlainTable<Rec>
      className="below"
      loading={isPending}
      dataSource={[...absences]}
      locale={{ emptyText: <span className="quiet">{t('absence.none')}</span> }}
      columns={[
        { dataIndex: 'from_date', title: t('absence.from'), render: day, width: 140 },
        { dataIndex: 'to_date', title: t('absence.to'), render: day, width: 140 },
        { dataIndex: 'deputy_sid', title: t('absence.deputy'), render: nameOf, width: 180 },
        { dataIndex: 'remark', title: schema?.fields.find(({ code }) => code === 'remark')?.label ?? '' },
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

/** The person is oneself; the record’s own company follows. */
const ASKED: ReadonlySet<string> = new Set(['from_date', 'to_date', 'deputy_sid', 'remark'])

function AbsenceForm({ absence, onClose }: { absence: Rec | undefined; onClose: () => void }) {
  const { t } = useWords()
  const { data: schema } = useSchema('absence')
  if (!schema) return null
  const own = { ...schema, fields: schema.fields.filter(({ code }) => ASKED.has(code)) }
  return (
    <Modal open title={t(absence ? 'absence.edit' : 'absence.new')} footer={null} onCancel={onClose} destroyOnHidden>
      <RecordForm schema={own} {...(absence && { record: absence })} onSaved={onClose} onCancel={onClose} />
    </Modal>
  )
}
