import { DownloadOutlined, FilePdfOutlined, FileWordOutlined, FileZipOutlined, HistoryOutlined, InboxOutlined, LockOutlined } from '@ant-design/icons'
import type { TableColumnType } from 'antd'
import { Button, Skeleton, Space, Upload } from 'antd'
import { useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { useSchema, useSearch } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import type { ViewedFile } from '../../fields/documents/shown.ts'
import { Viewer } from '../../fields/documents/viewer.tsx'
import { useFits } from '../../fields/documents/use-fits.ts'
import { FileIcon } from '../../fields/file-icon.tsx'
import { sizeText } from '../../fields/file-kinds.ts'
import { useSavePdf } from './save-pdf.ts'
import { isOfficeFile } from '../../../model/documents/office-files.ts'
import { isRef } from '../../fields/names.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useSees } from '../../api/sees.ts'
import { DayCell, Nil } from '../worklist/cells.tsx'
import { WIDE } from '../wide-table.tsx'
import { useWords } from '../../words/language.ts'
import { AddDocuments } from './add-documents.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { FillTemplate, type TemplateCase } from './fill-template.tsx'
import { useDownload, Versions } from './versions.tsx'
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
  const [isMerging, setMerging] = useState(false)
  const [isFilling, setFilling] = useState(false)
  const mayCreate = schema !== undefined && allows(schema, 'create')
  const { records, pages, isPending } = usePage(of.sid)
  const columns = useColumns({ onVersions: setOpened, onView: (sid) => setViewed(records.findIndex((one) => one.sid === sid)) })
  if (isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <>
      {mayCreate && <DropFiles onDrop={setDropped} />}
      <Acts
        count={chosen.length}
        mayCreate={mayCreate}
        onFill={() => setFilling(true)}
        onPack={() => setPacking(true)}
        onMerge={() => setMerging(true)}
      />
      <PlainTable<Rec>
        dataSource={records}
        pagination={pages}
        rowSelection={{
          selectedRowKeys: chosen,
          preserveSelectedRowKeys: true,
          onChange: (sids) => setChosen(sids.map(String)),
          getCheckboxProps: (one) => ({ 'aria-label': t('archive.choose', { name: String(one['file_name']) }) }),
          getTitleCheckboxProps: () => ({ 'aria-label': t('archive.chooseAll') }),
        }}
        scroll={{ x: 900 }}
        components={WIDE}
        columns={columns}
        locale={{ emptyText: <Nothing text={t('documents.none')} hint={t('documents.noneHint')} /> }}
      />
      {dropped.length > 0 && <AddDocuments of={of} files={dropped} onClose={() => setDropped([])} />}
      {opened && <Versions document={opened} onClose={() => setOpened(null)} />}
      {isFilling && <FillTemplate of={of} onClose={() => setFilling(false)} />}
      {isPacking && <ArchiveDialog sids={chosen} onClose={() => setPacking(false)} />}
      {isMerging && <MergeDialog of={of} sids={chosen} onClose={() => setMerging(false)} />}
      {viewed !== undefined && <Viewer files={records.map(viewedFile)} at={viewed} onClose={() => setViewed(undefined)} />}
    </>
  )
}

const PAGE = 100

/** The newest first; those of a long course are turned over. */
function usePage(case_sid: string) {
  const [page, setPage] = useState(1)
  const iql = `case_sid = '${case_sid}' AND is_main = TRUE ORDER BY issue_date DESC, created_at DESC`
  const { data, isPending } = useSearch('document', { fl: FL, iql, rows: PAGE, start: (page - 1) * PAGE })
  // The last ones of a page were deleted.
  if (page > 1 && data?.record.length === 0) setPage(page - 1)
  const total = data?.total ?? 0
  const pages = { current: page, pageSize: PAGE, total, hideOnSinglePage: true, showSizeChanger: false, onChange: setPage }
  return { records: data?.record ?? [], pages, isPending }
}

type ActsProps = { count: number; mayCreate: boolean; onFill: () => void; onPack: () => void; onMerge: () => void }

/** Actions with templates and with the selected documents. */
function Acts({ count, mayCreate, onFill, onPack, onMerge }: ActsProps) {
  const { t } = useWords()
  const mayFill = useSees('document_template') === true && mayCreate
  if (!mayFill && count === 0) return null
  return (
    <Space wrap className="spaced">
      {mayFill && (
        <Button size="small" icon={<FileWordOutlined />} onClick={onFill}>
          {t('template.fill')}
        </Button>
      )}
      {count > 0 && (
        <Button size="small" icon={<FileZipOutlined />} onClick={onPack}>
          {t('archive.pack', { count })}
        </Button>
      )}
      {mayCreate && count > 1 && (
        <Button size="small" icon={<FilePdfOutlined />} onClick={onMerge}>
          {t('merge.open', { count })}
        </Button>
      )}
    </Space>
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
      width: 76,
      align: 'right',
      render: (_, one) => <Saved document={one} />,
    },
  ]
}

/** The file as it is, and an office file as a PDF. */
function Saved({ document }: { document: Rec }) {
  const { t } = useWords()
  const fetchFile = useDownload()
  const savePdf = useSavePdf()
  const name = String(document['file_name'])
  const words = t('documents.asPdf', { name })
  return (
    <>
      {isOfficeFile(String(document['ext'] ?? '')) && (
        <Button size="small" type="text" icon={<FilePdfOutlined />} aria-label={words} title={words} onClick={() => void savePdf(document)} />
      )}
      <Button
        size="small"
        type="text"
        icon={<DownloadOutlined />}
        aria-label={t('file.download', { name })}
        onClick={() => void fetchFile(document)}
      />
    </>
  )
}
