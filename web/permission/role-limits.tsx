import type { GivenGrant, Grantable } from '../../model/auth/role-actions.ts'
import { Button, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useSchema } from '../api/api.ts'
import { isRef, useNames } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { useWords } from '../words/language.ts'
import { fieldTo } from './picked-field.ts'
import type { Editing } from './role-draft.ts'

type Props = Pick<Editing, 'putGrant'> & { entity: Grantable; grant: GivenGrant; isEditable: boolean }

/** What a grant narrows within its scope: changes, deleting, and the company. */
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
  const lines = [...scopes, ...(company ? [company] : [])]
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
            {(['change_scope', 'delete_scope'] as const).map((code) => (
              <Form.Item key={code} label={fieldOf(code)?.label} extra={fieldOf(code)?.help}>
                <Select
                  aria-label={fieldOf(code)?.label ?? code}
                  value={grant[code]}
                  options={fieldOf(code)?.options?.map((option) => ({ value: option.code, label: option.label })) ?? []}
                  disabled={!isEditable}
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
