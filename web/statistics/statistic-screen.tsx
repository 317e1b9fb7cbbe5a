import { CopyOutlined, DeleteOutlined, DownloadOutlined, EditOutlined, FilePdfOutlined, MailOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { todayIn } from '../../model/kit/days/clock.ts'
import { statisticFile, statisticPdf, waysToShareStatistic } from '../../model/statistics/statistic-actions.ts'
import { allows, allowsOn } from '../api/allows.ts'
import { type Rec, useRecord, useSchema } from '../api/api.ts'
import { fetchFile } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { useFigures } from '../cases/statistics/figures.ts'
import { StatisticView } from '../cases/statistics/statistic-view.tsx'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { useSaveFile } from '../fields/documents/save-file.ts'
import { useZone } from '../fields/moments.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { PageFault, QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { draftOf } from './draft.ts'
import { useRemoval } from '../records/detail/removal.ts'
import { AudienceDialog } from '../records/views/audience-dialog.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { nameOf } from './names.ts'
import './editor.css'

const MODEL = 'statistic'

/** A stored statistic with its figures, and its actions. */
export function StatisticScreen() {
  const { sid } = useParams()
  const { t, lang } = useWords()
  const query = useRecord(MODEL, sid, { meta: { faults: 'own' } })
  const figures = useFigures(sid ? { sid } : undefined)
  const record = query.data
  if (!record) return query.isError ? <PageFault fault={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />
  const name = nameOf(record, lang)
  return (
    <div className="page statistic-page">
      <PageHead title={name} name={name} crumbs={[{ label: t('statistic.title'), to: pageOf(MODEL) }]} acts={<Acts record={record} name={name} />} />
      {figures.isError && <QueryFault fault={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.data && <StatisticView figures={figures.data} drawing={draftOf(record).drawing} name={name} hasTable />}
      {figures.isPending && <ChartWaits />}
    </div>
  )
}

type ActsProps = { record: Rec; name: string }

function Acts({ record, name }: ActsProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const schema = useSchema(MODEL).data
  const counted = useSchema(String(record['entity'])).data
  const today = todayIn(useZone())
  const saveFile = useSaveFile()
  const [dialog, setDialog] = useState<'share' | 'mail'>()
  const remove = useRemoval({ model: MODEL, sid: record.sid, name, says: t('statistic.deleteSays') })
  const mayChange = schema !== undefined && allowsOn(schema, record, 'update')
  const mayExport = counted !== undefined && allows(counted, 'export')
  const file = `${name}_${today}.xlsx`
  return (
    <>
      {mayChange && (
        <Button icon={<EditOutlined />} onClick={() => void navigate(pageOf(MODEL, `/${record.sid}/edit`))}>
          {t('statistic.edit')}
        </Button>
      )}
      {mayChange && (
        <Button icon={<TeamOutlined />} onClick={() => setDialog('share')}>
          {t('statistic.share')}
        </Button>
      )}
      <Button icon={<CopyOutlined />} onClick={() => void navigate(pageOf(MODEL, `/new?from=${record.sid}`))}>
        {t('statistic.copy')}
      </Button>
      {mayExport && (
        <Button icon={<DownloadOutlined />} onClick={() => void saveFile(() => fetchFile(statisticFile, { sid: record.sid }), file)}>
          {t('statistic.download')}
        </Button>
      )}
      {mayExport && (
        <Button icon={<FilePdfOutlined />} onClick={() => void saveFile(() => fetchFile(statisticPdf, { sid: record.sid }), `${name}_${today}.pdf`)}>
          {t('statistic.downloadPdf')}
        </Button>
      )}
      {mayExport && (
        <Button icon={<MailOutlined />} onClick={() => setDialog('mail')}>
          {t('statistic.mail')}
        </Button>
      )}
      {schema && allowsOn(schema, record, 'delete') && (
        <Button icon={<DeleteOutlined />} aria-label={t('statistic.delete')} title={t('statistic.delete')} onClick={remove} />
      )}
      {dialog === 'share' && (
        <AudienceDialog
          ask={waysToShareStatistic}
          record={record}
          title={t('statistic.share')}
          says={t('statistic.shareSays')}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'mail' && <MailDialog of="statistic" record={record} onClose={() => setDialog(undefined)} />}
    </>
  )
}
