import type { Grantable } from '../../model/auth/roles/role-actions.ts'
import { Alert, Checkbox, Radio, Select } from 'antd'
import { useState } from 'react'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { useWords } from '../words/language.ts'
import { accessesOf, accessIn, type FieldAccess, withAccess } from './field-access.ts'
import { grantOf, type Editing } from './role-draft.ts'
import { Seek } from './role-menus.tsx'

type Field = Grantable['fields'][number]
type Props = Editing & { isEditable: boolean }

/** The fields of an entity that the role does not see, or does not change; numbers of persons may be masked everywhere. */
export function RoleFields(props: Props) {
  const { t } = useWords()
  const { stored, now, put, isEditable } = props
  const granted = stored.entities.filter(({ entity }) => grantOf(now, entity))
  const [chosen, setChosen] = useState<string | null>(null)
  const entity = granted.find((one) => one.entity === chosen) ?? granted[0]
  return (
    <>
      <p>
        <Checkbox checked={now.mask_id_no} disabled={!isEditable} onChange={({ target }) => put({ mask_id_no: target.checked })}>
          {t('role.maskIdNo')}
        </Checkbox>
        <Checkbox checked={now.mask_mobile} disabled={!isEditable} onChange={({ target }) => put({ mask_mobile: target.checked })}>
          {t('role.maskMobile')}
        </Checkbox>
      </p>
      {grantOf(now, '*') && <Alert type="info" showIcon className="spaced" title={t('role.fieldsOfOthers')} />}
      {entity ? (
        <>
          <Select
            aria-label={t('explain.entity')}
            value={entity.entity}
            options={granted.map(({ entity: value, label }) => ({ value, label }))}
            onChange={setChosen}
            showSearch={{ optionFilterProp: 'label' }}
            style={{ width: 280, marginBottom: 8, marginInlineEnd: 8 }}
          />
          <FieldTable key={entity.entity} {...props} entity={entity} />
        </>
      ) : (
        <Nothing text={t('role.noEntities')} hint={t('role.noEntitiesText')} />
      )}
    </>
  )
}

function FieldTable({ entity, now, putGrant, isEditable }: Props & { entity: Grantable }) {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const grant = grantOf(now, entity.entity)
  const words = sought.trim().toLowerCase()
  return (
    <>
      <Seek label={t('explain.seekField')} value={sought} onChange={setSought} />
      <PlainTable<Field>
        rowKey="code"
        dataSource={entity.fields.filter(({ label }) => label.toLowerCase().includes(words))}
        columns={[
          { title: t('explain.field'), width: 260, render: (_, { label, masked }) => (masked ? `${label} (${t('role.maskable')})` : label) },
          {
            title: t('explain.access'),
            render: (_, field) => (
              <Radio.Group
                aria-label={field.label}
                value={accessIn(grant, field)}
                disabled={!isEditable}
                onChange={({ target }) => putGrant(entity.entity, withAccess(grant, field, target.value as FieldAccess))} // one of the options below
                options={accessesOf(grant, field).map((value) => ({ value, label: t(`explain.${value}`) }))}
              />
            ),
          },
        ]}
      />
    </>
  )
}
