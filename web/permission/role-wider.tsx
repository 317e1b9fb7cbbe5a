import { Alert } from 'antd'
import { useSchema } from '../api/api.ts'
import { useWords } from '../words/language.ts'
import type { Editing } from './role-draft.ts'
import { widerThanCases } from '../../model/auth/roles/wider-than-cases.ts'

/** Warns that the role sees deadlines, fees and the like of cases that it does not see. */
export function WiderThanCases({ stored, now }: Pick<Editing, 'stored' | 'now'>) {
  const { t } = useWords()
  const scopes = useSchema('role_grant').data?.fields.find(({ code }) => code === 'data_scope')?.options ?? []
  const wider = widerThanCases(stored.entities, now.grants)
  if (wider.length === 0) return null
  const scope = (code: string) => scopes.find((option) => option.code === code)?.label ?? ''
  const list = (names: readonly string[]) => names.join(t('role.and'))
  const withScope = (entity: string, code: string) => t('role.withScope', { entity, scope: scope(code) })
  const lines = [...Map.groupBy(wider, ({ grant, kinds }) => [grant.data_scope, ...kinds.map(({ entity }) => entity.entity)].join(' '))].map(
    ([key, parts]) => ({
      key,
      part: withScope(list(parts.map(({ entity }) => entity.label)), parts[0]?.grant.data_scope ?? ''),
      cases: list(parts[0]?.kinds.map(({ entity, grant }) => withScope(entity.label, grant.data_scope)) ?? []),
    }),
  )
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('role.wider')}
      description={
        <>
          <p>{t('role.widerText')}</p>
          <ul className="role-changes">
            {lines.map(({ key, part, cases }) => (
              <li key={key}>{t('role.widerThan', { part, cases })}</li>
            ))}
          </ul>
        </>
      }
    />
  )
}
