import { Alert, App, Button, Tag } from 'antd'
import { useNavigate } from 'react-router'
import { copyTemplate, resetTemplate, setDefault } from '../../../model/portal/portal-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { act, type Rec, useWrite } from '../../api/api.ts'
import { displayName } from '../../fields/names.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { RecordPage } from '../../records/detail/detail.tsx'
import { useWords } from '../../words/language.ts'
import { Designer } from './designer.tsx'
import './portal.css'

const MODEL = 'portal_template'
/** Shown in the design. */
const TOLD = ['layout', 'published', 'publish_fault']

/** A template: its layout, which is designed here, and its settings. */
export const TemplateScreen = () => <OneRecord model={MODEL}>{(schema, record) => <Template schema={schema} record={record} />}</OneRecord>

type TemplateProps = { schema: WireSchema; record: Rec }

const Template = ({ schema, record }: TemplateProps) => (
  <RecordPage
    schema={schema}
    record={record}
    acts={<Acts schema={schema} record={record} />}
    above={<About record={record} />}
    overview={
      <>
        <Designer key={`${record.sid} ${record.version}`} record={record} mayEdit={allows(schema, 'update')} />
        <Overview schema={schema} record={record} skip={TOLD} />
      </>
    }
  />
)

/** The address of a page, or the audience of a page of the product. */
function About({ record }: Pick<TemplateProps, 'record'>) {
  const { t } = useWords()
  const alias = String(record['alias'])
  if (record['is_system'] === true) return <Alert type="info" className="spaced" title={t('portal.system')} />
  if (record['portal_type'] !== 'MODULE') return record['default'] === true ? <Tag className="spaced">{t('portal.isDefault')}</Tag> : null
  return (
    <Alert
      type="info"
      className="spaced"
      title={record['public'] === true ? t('portal.publicAddress', { path: `/open/${alias}` }) : t('portal.address', { path: `/portal/${alias}` })}
    />
  )
}

function Acts({ schema, record }: TemplateProps) {
  const { t, lang } = useWords()
  const { message, modal } = App.useApp()
  const navigate = useNavigate()
  const body = { sid: record.sid }
  const isDefault = record['default'] === true
  const setting = useWrite(MODEL, () => act(setDefault, { ...body, default: !isDefault }))
  const copying = useWrite(MODEL, () => act(copyTemplate, body))
  const resetting = useWrite(MODEL, () => act(resetTemplate, body))
  const copy = async () => {
    const made = await copying.mutateAsync(undefined)
    message.success(t('portal.copied'))
    await navigate(`/m/${MODEL}/${made.sid}`)
  }
  const reset = async () => {
    if (!(await modal.confirm({ title: t('portal.reset'), content: t('portal.askReset', { name: displayName(record, schema, lang) }) }))) return
    await resetting.mutateAsync(undefined)
    message.success(t('portal.resetDone'))
  }
  const isSystem = record['is_system'] === true
  const mayDefault = allowsOn(schema, record, setDefault.name) && !isSystem && record['portal_type'] !== 'MODULE'
  return (
    <>
      {mayDefault && (
        <Button loading={setting.isPending} onClick={() => setting.mutate(undefined)}>
          {t(isDefault ? 'portal.notDefault' : 'portal.default')}
        </Button>
      )}
      {allowsOn(schema, record, copyTemplate.name) && <Button onClick={() => void copy().catch(() => {})}>{t('portal.copy')}</Button>}
      {isSystem && allowsOn(schema, record, resetTemplate.name) && <Button onClick={() => void reset().catch(() => {})}>{t('portal.reset')}</Button>}
    </>
  )
}
