import type { Grantable } from '../../model/auth/roles/role-actions.ts'
import { InputNumber, Switch } from 'antd'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { useWords } from '../words/language.ts'
import { grantOf, type Editing } from './role-draft.ts'

/** The entities whose lists the role may export, and the number of rows at once. */
export function RoleExport({ stored, now, putGrant, isEditable }: Editing & { isEditable: boolean }) {
  const { t } = useWords()
  const granted = stored.entities.filter(({ entity, verbs }) => grantOf(now, entity) && verbs.some(({ code }) => code === 'export'))
  const verbsOf = ({ entity }: Grantable) => grantOf(now, entity)?.verbs ?? []
  const set = (one: Grantable, isOn: boolean) =>
    putGrant(one.entity, { verbs: isOn ? [...verbsOf(one), 'export'] : verbsOf(one).filter((verb) => verb !== 'export') })
  return (
    <PlainTable<Grantable>
      rowKey="entity"
      dataSource={granted}
      locale={{ emptyText: <Nothing text={t('role.noEntities')} hint={t('role.noEntitiesText')} /> }}
      columns={[
        { title: t('explain.entity'), dataIndex: 'label', width: 260 },
        {
          title: t('role.export'),
          width: 120,
          render: (_, one) => (
            <Switch
              aria-label={`${one.label} ${t('role.export')}`}
              checked={verbsOf(one).includes('*') || verbsOf(one).includes('export')}
              disabled={!isEditable || verbsOf(one).includes('*')}
              onChange={(isOn) => set(one, isOn)}
            />
          ),
        },
        {
          title: t('role.exportMax'),
          render: (_, one) => (
            <InputNumber
              aria-label={`${one.label} ${t('role.exportMax')}`}
              value={grantOf(now, one.entity)?.export_max ?? null}
              min={1}
              precision={0}
              placeholder={t('role.noLimit')}
              disabled={!isEditable}
              onChange={(export_max) => putGrant(one.entity, { export_max })}
              style={{ width: 160 }}
            />
          ),
        },
      ]}
    />
  )
}
