import { DownloadOutlined, FileWordOutlined, FileZipOutlined, HistoryOutlined, InboxOutlined, LockOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import type { TableColumnType } from 'antd'
import { Alert, App, Button, Form, Modal, Select, Skeleton, Tag, Upload } from 'antd'
import type dayjs from 'dayjs'
import { useState } from 'react'
import { DatePicker } from '../../ui/date-picker.tsx'
import type { Rec } from '../../api/api.ts'
import { useSchema, useSearch } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { ApiFault } from '../../api/fault.ts'
import type { ViewedFile } from '../../fields/documents/shown.ts'
import { Viewer } from '../../fields/documents/viewer.tsx'
import { useFits } from '../../fields/documents/use-fits.ts'
import { FileIcon } from '../../fields/file-icon.tsx'
import { sizeText } from '../../fields/file-kinds.ts'
import { isRef } from '../../fields/names.ts'
import { Nothing } from '../../ui/nothing.tsx'
import { markRequired } from '../../records/form/record-form.tsx'
import { useSees } from '../dates/next-due.tsx'
import { DayCell, Nil } from '../worklist/cells.tsx'
import { WIDE } from '../wide-table.tsx'
import { useWords } from '../../words/language.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { DocumentTypePicker } from './document-type.tsx'
import { FillTemplate, type TemplateCase } from './fill-template.tsx'
import { sendDocument } from './send-document.ts'
import { useDownload, Versions } from './versions.tsx'
import { useOptions } from '../../fields/use-options.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'

const FL = [
  'sid',
  'document_key',
  'doc_type',
  'file_name',
  'direction',
  'issue_date',
  'delivery_way',
  'version_no',
  'is_main',
  'version_remark',
  'checked_out_by',
  'size',
  'ext',
  'created_at',
  'created_by',
]

/** The documents of one case: dropped in with type and date, each with its versions. */
export function Documents({ of }: { of: TemplateCase }) {
  const { t } = useWords()
  const schema = useSchema('document').data
  const [dropped, setDropped] = useState<File[]>([])
  const [opened, setOpened] = useState<Rec | null>(null)
  const [viewed, setViewed] = useState<number>()
  const [chosen, setChosen] = useState<string[]>([])
  const [isPacking, setPacking] = useState(false)
  const [isFilling, setFilling] = useState(false)
  const mayFill = useSees('document_template')
  const { data, isPending } = useSearch('document', {
    fl: FL,
    iql: `case_sid = '${of.sid}' AND is_main = TRUE ORDER BY issue_date DESC, created_at DESC`,
    rows: 100,
  })
  const columns = useColumns({ onVersions: setOpened, onView: (sid) => setViewed(data?.record.findIndex((one) => one.sid === sid)) })
  if (isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <>
      {schema && allows(schema, 'create') && <DropFiles onDrop={setDropped} />}
      {schema && allows(schema, 'create') && mayFill && (
        <Button size="small" className="spaced" icon={<FileWordOutlined />} onClick={() => setFilling(true)}>
          {t('template.fill')}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button size="small" className="spaced" icon={<FileZipOutlined />} onClick={() => setPacking(true)}>
          {t('archive.pack', { count: chosen.length })}
        </Button>
      )}
      <PlainTable<Rec>
        dataSource={data?.record ?? []}
        rowSelection={{
          selectedRowKeys: chosen,
          onChange: (_, rows) => setChosen(rows.map(({ sid }) => sid)),
          getCheckboxProps: (one) => ({ 'aria-label': t('archive.choose', { name: String(one['file_name']) }) }),
          getTitleCheckboxProps: () => ({ 'aria-label': t('archive.chooseAll') }),
        }}
        scroll={{ x: 900 }}
        components={WIDE}
        columns={columns}
        locale={{ emptyText: <Nothing text={t('documents.none')} hint={t('documents.noneHint')} /> }}
      />
      {dropped.length > 0 && <AddDocuments caseSid={of.sid} files={dropped} onClose={() => setDropped([])} />}
      {opened && <Versions document={opened} onClose={() => setOpened(null)} />}
      {isFilling && <FillTemplate of={of} onClose={() => setFilling(false)} />}
      {isPacking && <ArchiveDialog sids={chosen} onClose={() => setPacking(false)} />}
      {viewed !== undefined && <Viewer files={(data?.record ?? []).map(viewedFile)} at={viewed} onClose={() => setViewed(undefined)} />}
    </>
  )
}

/** Takes files for the case; those over the limit are refused. */
function DropFiles({ onDrop }: { onDrop: (files: File[]) => void }) {
  const { t } = useWords()
  const fits = useFits()
  return (
    <Upload.Dragger
      multiple
      showUploadList={false}
      className="drop"
      beforeUpload={(file, all) => (file === all[0] && onDrop(all.filter(fits)), Upload.LIST_IGNORE)}
    >
      <InboxOutlined aria-hidden /> {t('documents.drop')}
    </Upload.Dragger>
  )
}

const viewedFile = (one: Rec): ViewedFile => ({ sid: one.sid, name: String(one['file_name']) })

type Opens = { onVersions: (document: Rec) => void; onView: (sid: string) => void }

function useColumns({ onVersions, onView }: Opens): TableColumnType<Rec>[] {
  const { t } = useWords()
  const schema = useSchema('document').data
  const option = (code: string, value: unknown) =>
    schema?.fields.find((one) => one.code === code)?.options?.find((one) => one.code === value)?.label ?? ''
  const fetchFile = useDownload()
  return [
    {
      title: t('documents.name'),
      render: (_, one) => (
        <button
          type="button"
          className="plain link file"
          title={t('documents.open', { name: String(one['file_name']) })}
          onClick={() => onView(one.sid)}
        >
          <FileIcon name={String(one['file_name'])} /> {String(one['file_name'])}{' '}
          {isRef(one['checked_out_by']) && <LockOutlined title={t('versions.outBy', { name: one['checked_out_by'].name })} />}
        </button>
      ),
    },
    {
      title: t('documents.type'),
      width: 220,
      render: (_, one) => (isRef(one['doc_type']) ? one['doc_type'].name : <Nil />),
    },
    { title: t('documents.direction'), width: 80, render: (_, one) => option('direction', one['direction']) },
    {
      title: t('documents.issued'),
      width: 112,
      render: (_, one) => <DayCell value={one['issue_date']} />,
    },
    { title: t('documents.size'), width: 90, align: 'right', render: (_, one) => sizeText(Number(one['size'] ?? 0)) },
    {
      title: t('documents.versions'),
      width: 100,
      render: (_, one) => (
        <Button size="small" type="text" icon={<HistoryOutlined />} onClick={() => onVersions(one)}>
          V{String(one['version_no'] ?? 1)}
        </Button>
      ),
    },
    {
      width: 44,
      render: (_, one) => (
        <Button
          size="small"
          type="text"
          icon={<DownloadOutlined />}
          aria-label={t('file.download', { name: String(one['file_name']) })}
          onClick={() => void fetchFile(one)}
        />
      ),
    },
  ]
}

type Filed = { doc_type?: string; issue_date?: dayjs.Dayjs; delivery_way?: string }

/** The type and date of the files; the same values apply to all files of one drop. */
function AddDocuments({ caseSid, files, onClose }: { caseSid: string; files: readonly File[]; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Filed>()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const save = async ({ doc_type, issue_date, delivery_way }: Filed) => {
    setBusy(true)
    setFault('')
    try {
      for (const file of files) await sendDocument(file, { case_sid: caseSid, doc_type, issue_date: issue_date?.format('YYYY-MM-DD'), delivery_way })
      message.success(t('documents.added', { count: files.length }))
      onClose()
    } catch (wrong) {
      if (!(wrong instanceof ApiFault)) throw wrong
      setFault(wrong.errors.map(({ reason }) => reason).join(t('semicolon')) || wrong.message || t('file.uploadFailed'))
    } finally {
      setBusy(false)
      await client.invalidateQueries()
    }
  }
  return (
    <Modal
      open
      title={t('documents.add', { count: files.length })}
      onCancel={onClose}
      okText={t('documents.upload')}
      onOk={() => form.submit()}
      confirmLoading={isBusy}
      width={520}
    >
      <ul className="dropped">
        {files.map((file) => (
          <li key={`${file.name} ${file.size}`}>
            <FileIcon name={file.name} /> {file.name} <small className="quiet number">{sizeText(file.size)}</small>
            {file.size > 50 * 1024 * 1024 && <Tag color="warning">{t('documents.large')}</Tag>}
          </li>
        ))}
      </ul>
      {fault && <Alert type="error" showIcon title={fault} className="spaced" role="alert" />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={markRequired}
        className="dialog-form"
        onFinish={(values) => void save(values)}
        initialValues={{ delivery_way: 'ELECTRONIC' }}
      >
        <FiledFields />
      </Form>
      <p className="quiet">{t('documents.addHint')}</p>
    </Modal>
  )
}

function FiledFields() {
  const { t } = useWords()
  const ways = useOptions('document', 'delivery_way')
  return (
    <>
      <Form.Item name="doc_type" label={t('documents.type')}>
        <DocumentTypePicker />
      </Form.Item>
      <Form.Item name="issue_date" label={t('documents.issued')}>
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="delivery_way" label={t('documents.delivery')}>
        <Select options={ways} />
      </Form.Item>
    </>
  )
}
