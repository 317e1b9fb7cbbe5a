import { Alert, App } from 'antd'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSchema } from '../../api/api.ts'
import { allowsOn } from '../../api/allows.ts'
import { displayName } from '../../fields/names.ts'
import { Notice } from '../../ui/faults/notice.tsx'
import { useWayBack } from '../../ui/way-back.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { pageOf } from '../../api/page-of.ts'
import { inSentence } from '../../words/in-sentence.ts'
import { useWords } from '../../words/language.ts'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { type Hold, useHold } from '../approval/held.ts'
import type { FormOwn } from './record-form.tsx'
import { RecordForm } from './record-form.tsx'
import { OneRecord } from '../detail/one-record.tsx'
import { useTellWarnings } from '../warnings.ts'

/** The model comes from the address, or from the module of this screen. */
type ScreenProps = { model?: string; own?: FormOwn }

/** A new record; `?field=value` in the address fills it in. */
export function NewScreen({ model: named = '', own = {} }: ScreenProps) {
  const { model = named } = useParams()
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const navigate = useNavigate()
  const back = useWayBack(pageOf(model))
  const [query] = useSearchParams()
  const { data: schema } = useSchema(model)
  if (!schema) return <PageSkeleton />
  const title = t('form.new', { name: inSentence(schema[lang], lang) })
  const action = schema.actions.find(({ verb }) => verb === 'create')
  if (action && !action.allowed)
    return <Notice isPage={false} title={action.reason || t('notice.403')} extra={<Link to={pageOf(model)}>{schema[lang]}</Link>} />
  return (
    <div className="page">
      <PageHead title={title} name={title} crumbs={[{ label: schema[lang], to: pageOf(model) }]} />
      <RecordForm
        schema={schema}
        start={Object.fromEntries(query)}
        own={own}
        onSaved={(record) => {
          message.success(t('saved'))
          tellWarnings(record)
          navigate(pageOf(model, `/${record.sid}`), { replace: true })
        }}
        onCancel={back}
      />
    </div>
  )
}

export function EditScreen({ model: named = '', own = {} }: ScreenProps) {
  const { model = named } = useParams()
  return <OneRecord model={model}>{(schema, record) => <Edit schema={schema} record={record} own={own} />}</OneRecord>
}

function Edit({ schema, record, own }: { schema: WireSchema; record: Rec; own: FormOwn }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { model } = schema
  const { sid } = record
  const name = displayName(record, schema, lang)
  const hold = useHold(schema, sid)
  if (!allowsOn(schema, record, 'update'))
    return <Notice isPage={false} title={t('notice.403')} extra={<Link to={pageOf(model, `/${sid}`)}>{name}</Link>} />
  const back = () => navigate(pageOf(model, `/${sid}`), { state, replace: true })
  return (
    <div className="page">
      <PageHead
        title={t('form.edit', { name })}
        name={t('form.edit', { name })}
        crumbs={[
          { label: schema[lang], to: pageOf(model) },
          { label: name, to: pageOf(model, `/${sid}`) },
        ]}
      />
      {hold && (
        <Alert type="warning" showIcon className="spaced" role="alert" title={hold.why} description={<HeldLine hold={hold} schema={schema} />} />
      )}
      <RecordForm
        key={record.sid}
        schema={schema}
        record={record}
        own={own}
        onSaved={(saved) => {
          message.success(t('saved'))
          tellWarnings(saved)
          back()
        }}
        onCancel={back}
      />
    </div>
  )
}

/** The names of the fields that may be changed while an approval holds the record. */
function HeldLine({ hold: { edits }, schema }: { hold: Hold; schema: WireSchema }) {
  const { t, lang } = useWords()
  const labels = schema.fields.flatMap(({ code, label }) => (edits.includes(code) ? [label] : []))
  return <>{labels.length > 0 ? t('approval.heldBut', { fields: labels.join(lang === 'zh' ? '、' : ', ') }) : t('approval.heldAll')}</>
}
