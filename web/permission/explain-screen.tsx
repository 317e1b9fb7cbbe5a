import { Alert, Select } from 'antd'
import { Link } from 'react-router'
import { useSchema } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { useAddress } from '../cases/worklist/address.ts'
import { isRef, useNames } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { FailingChecks } from './checks/checks.tsx'
import { Explanation, Overview } from './explanation.tsx'
import { fieldTo } from '../fields/field-to.ts'
import { WhoMay } from './who-may.tsx'
import './permission.css'

/** The reasons why a person may see or do something: of a person, of a record, or of both. The address names them. */
export function ExplainScreen() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const people = useSchema('user_info').data
  const [person, entity, record] = [read('person'), read('entity'), read('record')]
  if (!people) return <PageSkeleton />
  if (!people.explains) return <NotAllowed />
  return (
    <div className="page">
      <PageHead title={t('explain.title')} name={t('explain.title')} />
      <FailingChecks />
      <div className="explain-asked">
        <Picked label={t('explain.person')} to="user_info" sid={person} onPick={(sid) => put({ person: sid })} />
        <EntitySelect value={entity} onPick={(code) => put({ entity: code, record: null })} />
        {entity && <Picked key={entity} label={t('explain.record')} to={entity} sid={record} onPick={(sid) => put({ record: sid })} />}
      </div>
      <Answer person={person} entity={entity} record={record} />
    </div>
  )
}

function Answer({ person, entity, record }: Record<'person' | 'entity' | 'record', string>) {
  const { t } = useWords()
  if (person && entity) return <Explanation user_sid={person} entity={entity} record={record || null} />
  if (person) return <Overview user_sid={person} />
  if (entity && record) return <WhoMay entity={entity} record={record} />
  return <Alert type="info" showIcon title={t('explain.choose')} className="spaced" />
}

type PickedProps = { label: string; to: string; sid: string; onPick: (sid: string | null) => void }

function Picked({ label, to, sid, onPick }: PickedProps) {
  const { Editor } = viewOf('reference')
  const name = useNames(to, sid ? [sid] : []).get(sid)
  return (
    <div className="explain-pick">
      <span className="quiet">{label}</span>
      <Editor field={fieldTo(to, label)} label={label} value={sid || null} onChange={(one: unknown) => onPick(isRef(one) ? one.sid : null)} />
      {name && <Link to={pageOf(to, `/${sid}`)}>{name}</Link>}
    </div>
  )
}

/** Every entity by its name; the codes are never shown. */
function EntitySelect({ value, onPick }: { value: string; onPick: (code: string | null) => void }) {
  const { t } = useWords()
  const grants = useSchema('role_grant').data
  const entities = grants?.fields.find(({ code }) => code === 'entity')?.options?.filter(({ code }) => code !== '*') ?? []
  return (
    <div className="explain-pick">
      <span className="quiet">{t('explain.entity')}</span>
      <Select
        aria-label={t('explain.entity')}
        value={value || null}
        onChange={(code: string | null | undefined) => onPick(code ?? null)}
        options={entities.map(({ code, label }) => ({ value: code, label }))}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        placeholder={t('explain.anyEntity')}
      />
    </div>
  )
}
