import type { GivenGrant, Grantable } from '../../model/auth/roles/role-actions.ts'
import { Button, Checkbox, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useSchema } from '../api/api.ts'
import { isRef, useNames } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { useWords } from '../words/language.ts'
import { fieldTo } from '../fields/field-to.ts'
import type { Editing } from './role-draft.ts'

/** Fields of grants alone, empty in a denial. */
const OF_GRANTS = { change_scope: null, delete_scope: null, export_max: null, hidden_fields: [], read_only_fields: [] }

type Props = Pick<Editing, 'putGrant'> & { entity: Grantable; grant: GivenGrant; isEditable: boolean }

/** Limits of a grant within its scope: changes, deleting, and the company. */
export function Limits({ entity, grant, putGrant, isEditable }: Props) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const schema = useSchema('role_grant').data
  const company = useNames('company', grant.within_company ? [grant.within_company] : []).get(grant.within_company ?? '')
  const fieldOf = (code: string) => schema?.fields.find((field) => field.code === code)
  const scopes = (['change_scope', 'delete_scope'] as const).flatMap((code) => {
    const words = fieldOf(code)?.options?.find((option) => option.code === grant[code])
    return words ? [`${fieldOf(code)?.label}: ${words.label}`] : []
  })
  const denies = grant.denies ? [fieldOf('denies')?.label ?? ''] : []
  const lines = [...denies, ...scopes, ...(company ? [company] : [])]
  const state = lines.length > 0 ? t('role.limited') : t('role.noLimits')
  const { Editor } = viewOf('reference')
  return (
    <>
      <Button size="small" aria-label={`${state}: ${t('role.limits')}, ${entity.label}`} onClick={() => setOpen(true)}>
        {state}
      </Button>
      {lines.map((line) => (
        <div key={line} className="quiet">
          {line}
        </div>
      ))}
      {isOpen && (
        <Modal open title={`${entity.label}: ${t('role.limits')}`} footer={null} onCancel={() => setOpen(false)}>
          <Form layout="vertical">
            <Denial entity={entity} grant={grant} putGrant={putGrant} isEditable={isEditable} />
            {(['change_scope', 'delete_scope'] as const).map((code) => (
              <Form.Item key={code} label={fieldOf(code)?.label} extra={fieldOf(code)?.help}>
                <Select
                  aria-label={fieldOf(code)?.label ?? code}
                  value={grant[code]}
                  options={fieldOf(code)?.options?.map((option) => ({ value: option.code, label: option.label })) ?? []}
                  disabled={!isEditable || grant.denies}
                  allowClear
                  onChange={(scope: string | null | undefined) => putGrant(entity.entity, { [code]: scope ?? null })}
                />
              </Form.Item>
            ))}
            <Form.Item label={fieldOf('within_company')?.label} extra={fieldOf('within_company')?.help}>
              <Editor
                field={fieldTo('company', t('role.company'))}
                label={t('role.company')}
                value={grant.within_company}
                disabled={!isEditable}
                onChange={(one: unknown) => putGrant(entity.entity, { within_company: isRef(one) ? one.sid : null })}
              />
            </Form.Item>
          </Form>
        </Modal>
      )}
    </>
  )
}

/** Whether the verbs are taken away instead of given. */
function Denial({ entity, grant, putGrant, isEditable }: Props) {
  const field = useSchema('role_grant').data?.fields.find(({ code }) => code === 'denies')
  return (
    <Form.Item extra={field?.help}>
      <Checkbox
        checked={grant.denies}
        disabled={!isEditable}
        onChange={({ target }) => putGrant(entity.entity, target.checked ? { ...OF_GRANTS, denies: true } : { denies: false })}
      >
        {field?.label}
      </Checkbox>
    </Form.Item>
  )
}
