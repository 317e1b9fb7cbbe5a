import { CopyOutlined, DeleteOutlined, DownloadOutlined, EditOutlined, FilePptOutlined, MailOutlined, TeamOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { reportFile, reportSlides, waysToShareReport } from '../../../model/statistics/report-actions.ts'
import { allowsOn } from '../../api/allows.ts'
import { type Rec, useRecord, useSchema } from '../../api/api.ts'
import { bearing, fetchFile } from '../../api/call.ts'
import { pageOf } from '../../api/page-of.ts'
import { saveAs, useSaveFile } from '../../fields/documents/save-file.ts'
import { useZone } from '../../fields/moments.ts'
import { useRemoval } from '../../records/detail/removal.ts'
import { AudienceDialog } from '../../records/views/audience-dialog.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { PageFault, QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { MailDialog } from '../mail-dialog.tsx'
import { nameOf } from '../names.ts'
import '../../fields/documents/viewer.css'
import '../editor.css'
import { partOnRequest } from '../../ui/on-request.tsx'
import './reports.css'

const MODEL = 'report'
const PdfPages = partOnRequest(async () => (await import('../../fields/documents/pdf-pages.tsx')).PdfPages)

/** A report as in its file, and its actions. */
export function ReportScreen() {
  const { sid } = useParams()
  const { t, lang } = useWords()
  const query = useRecord(MODEL, sid, { meta: { faults: 'own' } })
  const record = query.data
  const file = useQuery({
    queryKey: [MODEL, 'file', sid, record?.version, bearing.language],
    queryFn: () => fetchFile(reportFile, { sid: sid ?? '' }),
    enabled: record !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
    meta: { faults: 'own' },
  })
  if (!record) return query.isError ? <PageFault fault={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />
  const name = nameOf(record, lang)
  return (
    <div className="page">
      <PageHead
        title={name}
        name={name}
        crumbs={[{ label: t('report.title'), to: pageOf(MODEL) }]}
        acts={<Acts record={record} name={name} file={file.data} />}
      />
      <section className="report-pages" aria-label={t('report.preview')} aria-busy={file.isPending}>
        {file.isError && <QueryFault fault={file.error} onRetry={() => void file.refetch()} />}
        {file.isPending && <Skeleton active paragraph={{ rows: 12 }} />}
        {file.data && (
          <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
            <PdfPages key={file.dataUpdatedAt} blob={file.data} zoom={1} marked="" onPages={ignore} />
          </Suspense>
        )}
      </section>
    </div>
  )
}

const ignore = () => undefined

function SlidesButton({ sid, file }: { sid: string; file: string }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const [isDrawn, setDrawn] = useState(false)
  const save = async () => {
    setDrawn(true)
    await saveFile(() => fetchFile(reportSlides, { sid }), file)
    setDrawn(false)
  }
  return (
    <Button icon={<FilePptOutlined />} loading={isDrawn} onClick={() => void save()}>
      {t('report.downloadSlides')}
    </Button>
  )
}

type ActsProps = { record: Rec; name: string; file: Blob | undefined }

function Acts({ record, name, file }: ActsProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const schema = useSchema(MODEL).data
  const today = todayIn(useZone())
  const [dialog, setDialog] = useState<'share' | 'mail'>()
  const remove = useRemoval({ model: MODEL, sid: record.sid, name, says: t('report.deleteSays') })
  const mayChange = schema !== undefined && allowsOn(schema, record, 'update')
  return (
    <>
      {mayChange && (
        <Button icon={<EditOutlined />} onClick={() => void navigate(pageOf(MODEL, `/${record.sid}/edit`))}>
          {t('report.edit')}
        </Button>
      )}
      {mayChange && (
        <Button icon={<TeamOutlined />} onClick={() => setDialog('share')}>
          {t('report.share')}
        </Button>
      )}
      <Button icon={<CopyOutlined />} onClick={() => void navigate(pageOf(MODEL, `/new?from=${record.sid}`))}>
        {t('report.copy')}
      </Button>
      <Button icon={<DownloadOutlined />} disabled={!file} onClick={() => file && saveAs(file, `${name}_${today}.pdf`)}>
        {t('report.download')}
      </Button>
      <SlidesButton sid={record.sid} file={`${name}_${today}.pptx`} />
      <Button icon={<MailOutlined />} onClick={() => setDialog('mail')}>
        {t('report.mail')}
      </Button>
      {schema && allowsOn(schema, record, 'delete') && (
        <Button icon={<DeleteOutlined />} aria-label={t('report.delete')} title={t('report.delete')} onClick={remove} />
      )}
      {dialog === 'share' && (
        <AudienceDialog
          ask={waysToShareReport}
          record={record}
          title={t('report.share')}
          says={t('report.shareSays')}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'mail' && <MailDialog of="report" record={record} onClose={() => setDialog(undefined)} />}
    </>
  )
}
