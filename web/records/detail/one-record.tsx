import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useRecord, useSchema } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { Notice } from '../../ui/faults/notice.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'

type OneRecordProps = { model: string; children: (schema: WireSchema, record: Rec) => ReactNode }

/** The record in the address, with its schema; a skeleton while it loads, and a notice when it does not exist. */
export function OneRecord({ model, children }: OneRecordProps) {
  const { sid } = useParams()
  const { t } = useWords()
  const { data: schema } = useSchema(model)
  const { data: record, isError } = useRecord(model, sid)
  if (isError) return <Notice isPage={false} title={t('detail.gone')} extra={<Link to={pageOf(model)}>{t('detail.toList')}</Link>} />
  if (!schema || !record) return <PageSkeleton />
  return children(schema, record)
}
