import { ArrowDownOutlined, ArrowUpOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, Modal, Switch, Table } from 'antd'
import { useState } from 'react'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { useRecord, useSave, useSchema } from '../../api/api.ts'
import { RecordForm } from '../../records/form/record-form.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { nextPlace, type OptionRow, useOptionRows, useSort } from './calls.ts'

type Edited = { sid: string } | { below: string | null }
type Row = OptionRow & { children?: Row[] }

/** The options of a dictionary, with those below them. */
export function OptionTable({ dictionary }: { dictionary: string }) {
  const { t } = useWords()
  const { data: schema } = useSchema('dictionary_item')
  const found = useOptionRows(dictionary)
  const [edited, setEdited] = useState<Edited | null>(null)
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!schema || !found.data) return null
  const rows = found.data
  const isEditable = allows(schema, 'update')
  const add = allows(schema, 'create') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({ below: null })}>
      {t('dictionary.addTop')}
    </Button>
  )
  return (
    <>
      {rows.length > 0 && <p>{add}</p>}
      {rows.length === 0 ? (
        <Nothing text={t('dictionary.empty')} hint={t('dictionary.emptyHint')}>
          {add}
        </Nothing>
      ) : (
        <Options schema={schema} rows={rows} isEditable={isEditable} onEdit={setEdited} />
      )}
      {edited && <OptionForm schema={schema} dictionary={dictionary} rows={rows} edited={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

type OptionsProps = { schema: WireSchema; rows: readonly OptionRow[]; isEditable: boolean; onEdit: (edited: Edited) => void }

function Options({ schema, rows, isEditable, onEdit }: OptionsProps) {
  const { t } = useWords()
  const label = (code: string) => schema.fields.find((field) => field.code === code)?.label ?? code
  const leafless = (nested: readonly Nested<OptionRow>[]): Row[] =>
    nested.map((one) => {
      const row = rows.find(({ sid }) => sid === one.sid) ?? one
      return one.children.length > 0 ? { ...row, children: leafless(one.children) } : row
    })
  return (
    <Table<Row>
      size="small"
      rowKey="sid"
      pagination={false}
      dataSource={leafless(nest(rows, ({ parent }) => parent))}
      expandable={{ defaultExpandAllRows: true }}
      scroll={{ x: 'max-content' }}
      columns={[
        { title: label('label_zh'), dataIndex: 'label_zh' },
        { title: label('label_en'), dataIndex: 'label_en' },
        { title: label('code'), dataIndex: 'code', render: (code: string) => <span className="quiet">{code}</span> },
        { title: label('colour'), dataIndex: 'colour', render: (colour: unknown) => <Swatch colour={colour} /> },
        { title: label('valid'), key: 'valid', render: (_, row) => <ValidSwitch row={row} isEditable={isEditable} /> },
        { title: t('dictionary.acts'), key: 'acts', render: (_, row) => isEditable && <Acts row={row} rows={rows} onEdit={onEdit} /> },
      ]}
    />
  )
}

const Swatch = ({ colour }: { colour: unknown }) =>
  typeof colour === 'string' && colour ? <span className="swatch" role="img" aria-label={colour} style={{ background: colour }} /> : null

function ValidSwitch({ row, isEditable }: { row: Row; isEditable: boolean }) {
  const { t } = useWords()
  const save = useSave('dictionary_item', {})
  return (
    <Switch
      size="small"
      checked={row['valid'] !== false}
      disabled={!isEditable}
      loading={save.isPending}
      aria-label={`${String(row['label_zh'])} ${t('dictionary.valid')}`}
      onChange={(valid) => save.mutate({ sid: row.sid, version: row.version, valid })}
    />
  )
}

function Acts({ row, rows, onEdit }: { row: Row; rows: readonly OptionRow[]; onEdit: (edited: Edited) => void }) {
  const { t } = useWords()
  const sort = useSort()
  const level = rows.filter(({ parent }) => parent === row.parent)
  const name = String(row['label_zh'])
  const act = (label: string, icon: React.ReactNode, onClick: () => void, isOff = false) => (
    <Button type="text" size="small" icon={icon} title={label} aria-label={`${label} ${name}`} disabled={isOff} onClick={onClick} />
  )
  return (
    <>
      {act(t('dictionary.editOption'), <EditOutlined />, () => onEdit({ sid: row.sid }))}
      {act(t('dictionary.addBelow'), <PlusOutlined />, () => onEdit({ below: row.sid }))}
      {act(t('dictionary.up'), <ArrowUpOutlined />, () => sort.mutate({ sid: row.sid, move: 'up' }), level[0]?.sid === row.sid || sort.isPending)}
      {act(
        t('dictionary.down'),
        <ArrowDownOutlined />,
        () => sort.mutate({ sid: row.sid, move: 'down' }),
        level.at(-1)?.sid === row.sid || sort.isPending,
      )}
    </>
  )
}

type FormProps = { schema: WireSchema; dictionary: string; rows: readonly OptionRow[]; edited: Edited; onClose: () => void }

/** Fields that the table sets by itself; the form omits them. */
const PLACED = ['dictionary', 'parent_sid', 'sort', 'company_sid']

function OptionForm({ schema, dictionary, rows, edited, onClose }: FormProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const sid = 'sid' in edited ? edited.sid : undefined
  const { data: record } = useRecord('dictionary_item', sid)
  const below = 'below' in edited ? edited.below : null
  const above = rows.find((row) => row.sid === below)
  const title = sid
    ? t('dictionary.editOption')
    : above
      ? `${t('dictionary.addBelow')}${t('colon')}${String(above['label_zh'])}`
      : t('dictionary.addTop')
  return (
    <Modal open title={title} footer={null} onCancel={onClose} destroyOnHidden>
      {(!sid || record) && (
        <RecordForm
          schema={{ ...schema, fields: schema.fields.filter(({ code }) => !PLACED.includes(code)) }}
          {...(record && { record })}
          own={{ fixed: { dictionary, parent_sid: below, sort: nextPlace(rows, below) } }}
          onSaved={() => {
            message.success(t('saved'))
            onClose()
          }}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
