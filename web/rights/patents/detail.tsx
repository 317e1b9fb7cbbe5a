import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { CaseScreen } from '../../cases/case-screen.tsx'
import { OwnEditors } from '../../fields/own-editors.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { useWords } from '../../words/language.ts'
import { EDITORS } from './form/editors.ts'

const Relations = lazy(async () => ({ default: (await import('./family/relations.tsx')).Relations }))

export const PatentScreen = () => (
  <OneRecord model="patent">{(schema, record) => <PatentPage key={record.sid} schema={schema} record={record} />}</OneRecord>
)

/** A patent has relations. */
function PatentPage({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const relations = (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
      <Relations schema={schema} record={record} />
    </Suspense>
  )
  return (
    <OwnEditors.Provider value={EDITORS}>
      <CaseScreen
        schema={schema}
        record={record}
        numbers={[record['grant_no'] ? 'grant_no' : 'publication_no']}
        tabs={[{ key: 'relations', label: t('case.relations'), children: relations }]}
      />
    </OwnEditors.Provider>
  )
}
