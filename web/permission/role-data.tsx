import type { GivenGrant, Grantable } from '../../model/auth/roles/role-actions.ts'
import { Button, Checkbox, Modal, Select, Tag } from 'antd'
import { useState } from 'react'
import { useSchema } from '../api/api.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { IqlBox } from '../records/filter/iql-box.tsx'
import { useWords } from '../words/language.ts'
import { grantOf, type Editing } from './role-draft.ts'
import { Limits } from './role-limits.tsx'
import { Seek } from './role-menus.tsx'
import { WiderThanCases } from './role-wider.tsx'

/** The verbs of viewing: open, list and count. */
const VIEWING = ['get', 'search', 'count']
const COLUMNS = ['create', 'update', 'delete', 'transition', 'import', 'export'] as const

type Line = { key: string; area: string } | (Grantable & { key: string })
type Props = Editing & { isEditable: boolean }

/** The verbs that the role may use on each entity, and on which of its records. */
export function RoleData(props: Props) {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const { stored, now } = props
  const words = sought.trim().toLowerCase()
  const others: Grantable = { entity: '*', label: t('role.allOthers'), area: '', verbs: [], fields: [], case_part: null }
  const entities = stored.entities.filter(({ label }) => label.toLowerCase().includes(words))
  const lines: Line[] = [
    ...(words ? [] : [{ ...others, key: '*' }]),
    ...[...Map.groupBy(entities, ({ area }) => area)].flatMap(([area, of]): Line[] => [
      { key: `area ${area}`, area },
      ...of.map((one) => ({ ...one, key: one.entity })),
    ]),
  ]
  const grant = (line: Line) => ('entity' in line ? grantOf(now, line.entity) : undefined)
  const cell = (draw: (entity: Grantable, grant: GivenGrant | undefined) => React.ReactNode) => ({
    onCell: (line: Line) => ({ colSpan: 'entity' in line ? 1 : 0 }),
    render: (_: unknown, line: Line) => ('entity' in line ? draw(line, grant(line)) : null),
  })
  return (
    <>
      <p className="quiet">{t('role.dataText')}</p>
      <WiderThanCases stored={stored} now={now} />
      <Seek label={t('role.seekEntity')} value={sought} onChange={setSought} />
      <PlainTable<Line>
        rowKey="key"
        dataSource={lines}
        // The heads of so many columns, and the way to the last of them, stay in view.
        scroll={{ x: 1400, y: 'max(320px, calc(100vh - 340px))' }}
        columns={[
          {
            title: t('explain.entity'),
            width: 170,
            fixed: 'left',
            onCell: (line) => ('entity' in line ? {} : { colSpan: COLUMNS.length + 6, className: 'role-area' }),
            render: (_, line) => ('entity' in line ? line.label : <b className="kept-in-view">{line.area}</b>),
          },
          { title: t('role.view'), width: 70, ...cell((entity, given) => <Viewing {...props} entity={entity} grant={given} />) },
          ...COLUMNS.map((verb) => ({
            title: t(`role.${verb}`),
            width: 80,
            ...cell((entity, given) => <Verb {...props} entity={entity} grant={given} verb={verb} />),
          })),
          { title: t('explain.scope'), width: 140, ...cell((entity, given) => given && <Scope {...props} entity={entity} grant={given} />) },
          { title: t('role.limits'), width: 160, ...cell((entity, given) => given && <Limits {...props} entity={entity} grant={given} />) },
          { title: t('role.more'), width: 180, ...cell((entity, given) => <Further {...props} entity={entity} grant={given} />) },
          { title: t('role.condition'), width: 200, ...cell((entity, given) => given && <Condition {...props} entity={entity} grant={given} />) },
        ]}
      />
    </>
  )
}

type CellProps = Props & { entity: Grantable; grant: GivenGrant | undefined }

const hasAll = (grant: GivenGrant | undefined) => grant?.verbs.includes('*') === true
const isOffered = ({ entity, verbs }: Grantable, verb: string) => entity === '*' || verbs.some(({ code }) => code === verb)
const withVerbs = (grant: GivenGrant | undefined, codes: readonly string[], isOn: boolean) =>
  isOn ? [...new Set([...(grant?.verbs ?? []), ...codes])] : (grant?.verbs ?? []).filter((verb) => !codes.includes(verb))

function Viewing({ entity, grant, putGrant, isEditable }: CellProps) {
  const { t } = useWords()
  const given = VIEWING.filter((verb) => grant?.verbs.includes(verb))
  return (
    <Checkbox
      aria-label={`${entity.label} ${t('role.view')}`}
      checked={hasAll(grant) || given.length === VIEWING.length}
      indeterminate={!hasAll(grant) && given.length > 0 && given.length < VIEWING.length}
      disabled={!isEditable || hasAll(grant)}
      onChange={({ target }) => putGrant(entity.entity, { verbs: withVerbs(grant, VIEWING, target.checked) })}
    />
  )
}

function Verb({ entity, grant, verb, putGrant, isEditable }: CellProps & { verb: (typeof COLUMNS)[number] }) {
  const { t } = useWords()
  if (!isOffered(entity, verb)) return null
  return (
    <Checkbox
      aria-label={`${entity.label} ${t(`role.${verb}`)}`}
      checked={hasAll(grant) || grant?.verbs.includes(verb) === true}
      disabled={!isEditable || hasAll(grant)}
      onChange={({ target }) => putGrant(entity.entity, { verbs: withVerbs(grant, [verb], target.checked) })}
    />
  )
}

/** All verbs at once, and the further permissions on the entity. */
function Further({ entity, grant, putGrant, isEditable }: CellProps) {
  const { t } = useWords()
  const known: readonly string[] = [...VIEWING, ...COLUMNS]
  const further = entity.verbs.filter(({ code }) => !known.includes(code))
  const options = [{ value: '*', label: t('role.everything') }, ...further.map(({ code, label }) => ({ value: code, label }))]
  const chosen = options.filter(({ value }) => grant?.verbs.includes(value)).map(({ value }) => value)
  return (
    <Select
      mode="multiple"
      size="small"
      aria-label={`${entity.label} ${t('role.more')}`}
      value={chosen}
      options={options}
      disabled={!isEditable}
      onChange={(next) => putGrant(entity.entity, { verbs: [...(grant?.verbs ?? []).filter((verb) => !chosen.includes(verb)), ...next] })}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  )
}

type GivenProps = CellProps & { grant: GivenGrant }

function Scope({ entity, grant, putGrant, isEditable }: GivenProps) {
  const { t } = useWords()
  const options = useSchema('role_grant').data?.fields.find(({ code }) => code === 'data_scope')?.options ?? []
  // A condition names fields of one entity.
  const offered = options.filter(({ code }) => code !== 'CUSTOM' || entity.entity !== '*')
  return (
    <Select
      size="small"
      aria-label={`${entity.label} ${t('explain.scope')}`}
      value={grant.data_scope}
      options={offered.map(({ code, label }) => ({ value: code, label }))}
      disabled={!isEditable}
      onChange={(data_scope: string) => putGrant(entity.entity, { data_scope, ...(data_scope !== 'CUSTOM' && { query: null }) })}
      style={{ width: '100%' }}
    />
  )
}

function Condition({ entity, grant, putGrant, isEditable }: GivenProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (grant.data_scope !== 'CUSTOM') return null
  const words = grant.query ? t('role.changeCondition') : t('role.enterCondition')
  return (
    <>
      <Button size="small" disabled={!isEditable} aria-label={`${words}: ${entity.label}`} onClick={() => setOpen(true)}>
        {words}
      </Button>
      {grant.query ? <div className="quiet role-query">{grant.query}</div> : <Tag color="error">{t('role.noCondition')}</Tag>}
      {isOpen && (
        <ConditionDialog
          entity={entity}
          query={grant.query ?? ''}
          onClose={() => setOpen(false)}
          onTake={(query) => putGrant(entity.entity, { query: query || null })}
        />
      )}
    </>
  )
}

type DialogProps = { entity: Grantable; query: string; onClose: () => void; onTake: (query: string) => void }

function ConditionDialog({ entity, query, onClose, onTake }: DialogProps) {
  const { t } = useWords()
  const [text, setText] = useState(query)
  const schema = useSchema(entity.entity).data
  return (
    <Modal open width={760} footer={null} title={`${entity.label}: ${t('role.condition')}`} onCancel={onClose}>
      {schema && (
        <IqlBox
          schema={schema}
          example="owner_sid = me()"
          text={text}
          onText={setText}
          refusal=""
          act={t('role.take')}
          onSearch={(next) => {
            onTake(next)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}
