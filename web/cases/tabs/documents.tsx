import { listVersions, setMain } from '../../../model/documents/document-actions.ts'
import { DownloadOutlined, HistoryOutlined, InboxOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TableColumnType } from 'antd'
import { Alert, App, Button, Drawer, Form, Modal, Select, Skeleton, Tag, Upload } from 'antd'
import type dayjs from 'dayjs'
import { useState } from 'react'
import { DatePicker } from '../../ui/date-picker.tsx'
import type { Rec } from '../../api/api.ts'
import { act, useSchema, useSearch, useWrite } from '../../api/api.ts'
import { downloadDocument } from '../../../model/documents/document-routes.ts'
import { fetchFile } from '../../api/call.ts'
import { allows } from '../../api/allows.ts'
import { ApiFault } from '../../api/fault.ts'
import { useSaveFile } from '../../fields/by-type/attachment.tsx'
import { FileIcon } from '../../fields/file-icon.tsx'
import { sizeText } from '../../fields/file-kinds.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { Nothing } from '../../ui/nothing.tsx'
import { markRequired } from '../../records/form/record-form.tsx'
import { DayCell, Nil } from '../worklist/cells.tsx'
import { WIDE } from '../wide-table.tsx'
import { useWords } from '../../words/language.ts'
import { DocumentTypePicker } from './document-type.tsx'
import { NewVersion } from './new-version.tsx'
import { sendDocument } from './send-document.ts'
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
  'size',
  'ext',
  'created_at',
  'created_by',
]

/** The documents of one case: dropped in with type and date, each with its versions. */
export function Documents({ caseSid }: { caseSid: string }) {
  const { t } = useWords()
  const schema = useSchema('document').data
  const [dropped, setDropped] = useState<File[]>([])
  const [opened, setOpened] = useState<Rec | null>(null)
  const { data, isPending } = useSearch('document', {
    fl: FL,
    iql: `case_sid = '${caseSid}' AND is_main = TRUE ORDER BY issue_date DESC, created_at DESC`,
    rows: 100,
  })
  const columns = useColumns(setOpened)
  if (isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <>
      {schema && allows(schema, 'create') && (
        <Upload.Dragger
          multiple
          showUploadList={false}
          className="drop"
          beforeUpload={(file, all) => (file === all[0] && setDropped(all), Upload.LIST_IGNORE)}
        >
          <InboxOutlined aria-hidden /> {t('documents.drop')}
        </Upload.Dragger>
      )}
      <PlainTable<Rec>
        dataSource={data?.record ?? []}
        scroll={{ x: 860 }}
        components={WIDE}
        columns={columns}
        locale={{ emptyText: <Nothing text={t('documents.none')} hint={t('documents.noneHint')} /> }}
      />
      {dropped.length > 0 && <AddDocuments caseSid={caseSid} files={dropped} onClose={() => setDropped([])} />}
      {opened && <Versions document={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function useColumns(onVersions: (document: Rec) => void): TableColumnType<Rec>[] {
  const { t } = useWords()
  const schema = useSchema('document').data
  const option = (code: string, value: unknown) =>
    schema?.fields.find((one) => one.code === code)?.options?.find((one) => one.code === value)?.label ?? ''
  const fetchFile = useDownload()
  return [
    {
      title: t('documents.name'),
      render: (_, one) => (
        <button type="button" className="plain link file" onClick={() => void fetchFile(one)}>
          <FileIcon name={String(one['file_name'])} /> {String(one['file_name'])}
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
  ]
}

function useDownload() {
  const saveFile = useSaveFile()
  return (one: Rec) => saveFile(() => fetchFile(downloadDocument, { sid: one.sid }), String(one['file_name']))
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

/** Every version of one document; exactly one is the main one. */
function Versions({ document, onClose }: { document: Rec; onClose: () => void }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const fetchFile = useDownload()
  const schema = useSchema('document').data
  const { data, isPending } = useQuery({
    queryKey: ['document', 'versions', document.sid],
    queryFn: () => act(listVersions, { sid: document.sid }),
  })
  const makeMain = useWrite('document', (sid: string) => act(setMain, { sid }))
  return (
    <Drawer open onClose={onClose} size={460} title={String(document['file_name'])}>
      {schema && allows(schema, 'create') && <NewVersion document={document} />}
      {isPending && <Skeleton active />}
      <ol className="versions">
        {(data?.record ?? []).map((one) => (
          <li key={one.sid}>
            <b className="number">V{String(one['version_no'])}</b>
            <span className="version-what">
              {String(one['file_name'])}
              <small className="quiet">
                {isRef(one['created_by']) && `${one['created_by'].name} · `}
                {timeText(String(one['created_at']), tag, zone)} · {sizeText(Number(one['size'] ?? 0))}
              </small>
              {typeof one['version_remark'] === 'string' && <small>{one['version_remark']}</small>}
            </span>
            {one['is_main'] === true ? (
              <Tag color="success">{t('documents.main')}</Tag>
            ) : schema && allows(schema, setMain.name) ? (
              <Button size="small" loading={makeMain.isPending} onClick={() => makeMain.mutate(one.sid)}>
                {t('documents.setMain')}
              </Button>
            ) : null}
            <Button
              size="small"
              type="text"
              icon={<DownloadOutlined />}
              aria-label={t('file.download', { name: String(one['file_name']) })}
              onClick={() => void fetchFile(one)}
            />
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
