import { Alert } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allowsOn } from '../../api/allows.ts'
import type { Rec } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { OwnEditors } from '../../fields/own-editors.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { NewScreen } from '../../records/form/form-screen.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { EntityEditor } from '../custom-fields/editors.tsx'
import { Designer } from './designer.tsx'
import { usePreview } from './use-preview.ts'
import './layouts.css'

const MODEL = 'page_layout'
/** Shown in the design. */
const TOLD = ['form', 'tabs', 'columns', 'published', 'publish_fault']
const EDITORS = { entity: EntityEditor }

export const NewLayout = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model={MODEL} />
  </OwnEditors.Provider>
)

/** A layout: its design, and for whom it is. */
export const LayoutScreen = () => <OneRecord model={MODEL}>{(schema, record) => <Layout schema={schema} record={record} />}</OneRecord>

function Layout({ schema, record }: { schema: WireSchema; record: Rec }) {
  const mayEdit = allowsOn(schema, record, 'update')
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <RecordPage
      schema={schema}
      record={record}
      isUnsaved={isUnsaved}
      overview={
        <>
          {mayEdit && <Design key={record.sid} record={record} onChanged={setUnsaved} />}
          <Overview schema={schema} record={record} skip={TOLD} />
        </>
      }
    />
  )
}

const isGone = (fault: unknown) => fault instanceof ApiFault && fault.status === 404

function Design({ record, onChanged }: { record: Rec; onChanged: (isChanged: boolean) => void }) {
  const { t } = useWords()
  const plain = usePreview(record, { plain: true })
  if (plain.isError && isGone(plain.error)) return <Alert type="warning" className="spaced" title={t('layout.noEntity')} />
  if (plain.error && !plain.data) return <QueryFault fault={plain.error} onRetry={() => void plain.refetch()} />
  return plain.data ? <Designer record={record} schema={plain.data} onChanged={onChanged} /> : <PageSkeleton />
}
