import type { CellProps } from '../../fields/view.ts'
import { Tag } from 'antd'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type Rec, useSchema } from '../../api/api.ts'
import { OwnEditors } from '../../fields/own-editors.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { PublicationActs, PublicationFault } from '../../records/detail/publication.tsx'
import { EditScreen, NewScreen } from '../../records/form/form-screen.tsx'
import type { FormOwn } from '../../records/form/record-form.tsx'
import type { ListOwn } from '../../records/list/list-own.ts'
import { ModelList } from '../../records/list/list.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { FIELD_EDITORS } from './editors.tsx'
import { FormSample, Sample } from './sample.tsx'
import './custom-fields.css'

const MODEL = 'custom_field'
const FORM: FormOwn = { Above: FormSample }
const LIST: ListOwn = {
  columns: ['entity', 'name', 'status', 'data_type', 'input_type', 'code', 'required', 'name_en'],
  usual: ['entity', 'data_type', 'status'],
  cells: { status: StatusCell },
  Preview: FieldPreview,
}

/** The fields that this tenant added to its entities; a preview shows one as people will see it, and publishes it. */
export function FieldList() {
  const { t } = useWords()
  const { data: schema } = useSchema(MODEL)
  if (!schema) return <PageSkeleton />
  return <ModelList schema={schema} own={{ ...LIST, acts: <span className="quiet">{t('customField.text')}</span> }} />
}

/** Published fields stand out from drafts. */
function StatusCell({ field, value }: CellProps) {
  const label = field.options?.find(({ code }) => code === value)?.label
  return label ? <Tag {...(value === 'PUBLISHED' && { color: 'blue' })}>{label}</Tag> : null
}

function FieldPreview({ schema, record }: { schema: WireSchema; record: Rec }) {
  return (
    <>
      <PublicationFault record={record} />
      <p className="field-acts">
        <PublicationActs schema={schema} record={record} />
      </p>
      <Sample values={record} />
    </>
  )
}

export const NewField = () => (
  <OwnEditors.Provider value={FIELD_EDITORS}>
    <NewScreen model={MODEL} own={FORM} />
  </OwnEditors.Provider>
)

/** A field in editing cannot be published: the acts of publication are on the page of the saved field. */
export const EditField = () => (
  <OwnEditors.Provider value={FIELD_EDITORS}>
    <EditScreen model={MODEL} own={FORM} />
  </OwnEditors.Provider>
)

export const FieldScreen = () => (
  <OneRecord model={MODEL}>{(schema, record) => <RecordPage schema={schema} record={record} above={<Sample values={record} />} />}</OneRecord>
)
