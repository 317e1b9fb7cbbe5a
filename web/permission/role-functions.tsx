import { Tag } from 'antd'
import { Link } from 'react-router'
import { pageOf } from '../api/page-of.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { useSearch } from '../api/api.ts'
import type { Rec } from '../api/api.ts'
import { isRef } from '../fields/names.ts'
import { useWords } from '../words/language.ts'

/** The functions that are bound to roles, and whether this role is among them; all others are given by its permissions alone. */
export function RoleFunctions({ sid }: { sid: string }) {
  const { t, lang } = useWords()
  const { data } = useSearch('rbac_resource', {
    fl: ['name', 'name_en', 'code', 'parent_sid', 'role_sids'],
    iql: 'role_sids IS NOT EMPTY ORDER BY code',
    rows: 100,
  })
  const hasIt = ({ role_sids }: Rec) => Array.isArray(role_sids) && role_sids.some((one) => isRef(one) && one.sid === sid)
  const nameOf = ({ name, name_en, parent_sid }: Rec) =>
    [isRef(parent_sid) ? parent_sid.name : '', String((lang === 'en' && name_en) || name)].filter(Boolean).join(t('colon'))
  const page = (one: Rec) => pageOf('rbac_resource', `?resource=${one.sid}&only=bound`)
  return (
    <>
      <p className="quiet">
        {t('role.functionsText')} <Link to={pageOf('rbac_resource')}>{t('role.toResources')}</Link>
      </p>
      <PlainTable<Rec>
        rowKey="sid"
        dataSource={data?.record ?? []}
        loading={!data}
        locale={{ emptyText: <Nothing text={t('role.noFunctions')} /> }}
        columns={[
          { title: t('explain.function'), render: (_, one) => <Link to={page(one)}>{nameOf(one)}</Link> },
          { title: t('resource.code'), dataIndex: 'code' },
          {
            title: t('role.givesIt'),
            width: 140,
            render: (_, one) => (hasIt(one) ? <Tag color="success">{t('explain.yes')}</Tag> : <Tag color="error">{t('explain.no')}</Tag>),
          },
        ]}
      />
    </>
  )
}
