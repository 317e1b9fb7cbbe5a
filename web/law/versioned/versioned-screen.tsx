import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { useRecord, useSchema } from '../../api/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { pageOf } from '../../api/page-of.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { allows } from '../../api/allows.ts'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'
import { SourceData } from '../account.tsx'
import type { Versioned } from './versioned.ts'

/** `told`: what it says, and its other versions; `follow`: the words for the next version. */
type VersionedScreenProps = { model: Versioned<object>['model']; follow: Word; told: (record: Rec) => ReactNode }

/** One version of a piece of law: what it says, its record, and the content that dates and amounts are computed from. */
export function VersionedScreen({ model, follow, told }: VersionedScreenProps) {
  const { sid } = useParams()
  const { t } = useWords()
  const { data: schema } = useSchema(model)
  const { data: record, isError } = useRecord(model, sid)
  if (isError) return <Notice isPage={false} title={t('detail.gone')} extra={<Link to={pageOf(model)}>{t('detail.toList')}</Link>} />
  if (!schema || !record) return <PageSkeleton />
  const overview = (
    <>
      {told(record)}
      {allows(schema, 'create') && (
        <p className="law-more">
          <Link to={pageOf(model, `/new?from=${record.sid}`)}>{t(follow)}</Link>
        </p>
      )}
      <Overview schema={schema} record={record} skip={['content']} />
      <SourceData content={record['content']} />
    </>
  )
  const doubt = record['certainty'] === 'CHECK' && <Alert type="warning" showIcon title={t('law.checkHint')} />
  return <RecordPage schema={schema} record={record} above={doubt} overview={overview} />
}
