import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { AUDIENCES, type Audience, type askAudiences } from '../../../model/kit/audience.ts'
import { act, type Rec } from '../../api/api.ts'
import { sidOf, useFound } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'

const WORDS = { OWN: 'view.own', COMPANY: 'view.company', ROLES: 'view.roles', SYSTEM: 'view.system' } as const

export type AudienceValues = { share?: Audience; role_sids?: string[] }

/** The audience of a record, in the form of the fields. */
export const audienceOf = (record?: Rec): Required<AudienceValues> => ({
  share: AUDIENCES.find((one) => one === record?.['share']) ?? 'OWN',
  role_sids: Array.isArray(record?.['role_sids']) ? record['role_sids'].map(sidOf) : [],
})

/** The stored audience; roles are stored only if they are the audience. */
export const savedAudience = ({ share = 'OWN', role_sids = [] }: AudienceValues) => ({ share, role_sids: share === 'ROLES' ? role_sids : null })

/** The audiences to which this person may give a record of the action's model. */
export function useAudiences(ask: ReturnType<typeof askAudiences>, enabled = true): readonly Audience[] {
  const found = useQuery({ queryKey: [ask.model, 'ways'], queryFn: () => act(ask, {}), enabled, staleTime: 300_000, meta: { faults: 'own' } })
  return found.data ?? []
}

/** The audience, and its roles. A choice of another person stays visible (`now`), even if this person could not choose it. */
export function AudienceFields({ ways, now }: { ways: readonly Audience[]; now: Audience }) {
  const { t } = useWords()
  const share = Form.useWatch<Audience | undefined>('share')
  const roles = useFound('role', '', share === 'ROLES')
  const offered = AUDIENCES.filter((one) => one === 'OWN' || one === now || ways.includes(one))
  return (
    <>
      {offered.length > 1 && (
        <Form.Item name="share" label={t('view.for')}>
          <Radio.Group vertical options={offered.map((one) => ({ value: one, label: t(WORDS[one]) }))} />
        </Form.Item>
      )}
      {share === 'ROLES' && (
        <Form.Item name="role_sids" label={t('view.whichRoles')} rules={[{ required: true, message: t('must.fill') }]}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={roles.refs.map(({ sid, name }) => ({ value: sid, label: name }))}
          />
        </Form.Item>
      )}
    </>
  )
}
