import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { allows } from '../../api/allows.ts'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'
import { SourceData } from '../account.tsx'
import { LAW_CELLS } from '../cells.tsx'
import type { Versioned } from './versioned.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'

/** `describe`: its description and its other versions; `follow`: the words for the next version. */
type VersionedScreenProps = { model: Versioned<object>['model']; follow: Word; describe: (record: Rec) => ReactNode }

/** One version of a rule or price: its description, its record, and the content from which dates and amounts are computed. */
export const VersionedScreen = (props: VersionedScreenProps) => (
  <OneRecord model={props.model}>{(schema, record) => <Version schema={schema} record={record} {...props} />}</OneRecord>
)

/** Texts that the description already contains, in the reader's language. */
const OWN_FIELDS = ['content', 'name', 'name_en', 'legal_basis', 'legal_basis_en', 'source']

function Version({ schema, record, model, follow, describe }: VersionedScreenProps & { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const overview = (
    <>
      {describe(record)}
      {allows(schema, 'create') && (
        <p className="law-more">
          <Link to={pageOf(model, `/new?from=${record.sid}`)}>{t(follow)}</Link>
        </p>
      )}
      <Overview schema={schema} record={record} skip={allows(schema, 'update') ? ['content'] : OWN_FIELDS} cells={LAW_CELLS} />
      {allows(schema, 'update') && <SourceData content={record['content']} />}
    </>
  )
  const doubt = record['certainty'] === 'CHECK' && <Alert type="warning" showIcon title={t('law.checkHint')} />
  return <RecordPage schema={schema} record={record} above={doubt} overview={overview} />
}
