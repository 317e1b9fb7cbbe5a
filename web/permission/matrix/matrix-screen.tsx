import { matrixFile, type MatrixPart, type MatrixRole, type MatrixRow, readMatrix } from '../../../model/auth/roles/role-matrix-actions.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Switch } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { allows } from '../../api/allows.ts'
import { act, useSchema, useSearch } from '../../api/api.ts'
import { bearing, fetchFile } from '../../api/call.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { NotAllowed } from '../../ui/faults/notice.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useWords } from '../../words/language.ts'
import { Seek } from '../role-menus.tsx'
import { differing } from './differing.ts'
import { useSeesMatrix } from './sees-matrix.ts'
import '../permission.css'

/** The permissions of each role, as a table to read, compare and export; the address names the roles. */
export function MatrixScreen() {
  const { t } = useWords()
  const roles = useSchema('role').data
  const seesMatrix = useSeesMatrix()
  const { read, put } = useAddress()
  const [sought, setSought] = useState('')
  const chosen = read('roles').split(',').filter(Boolean)
  const found = useQuery({
    queryKey: ['role', 'matrix', chosen, bearing.language],
    queryFn: () => act(readMatrix, { role_sids: chosen }),
    enabled: seesMatrix,
    meta: { faults: 'own' },
  })
  if (!roles) return <PageSkeleton />
  if (!allows(roles, 'search')) return <NotAllowed />
  return (
    <div className="page">
      <PageHead
        title={t('matrix.title')}
        name={t('matrix.title')}
        crumbs={[{ label: t('matrix.roles'), to: pageOf('role') }]}
        acts={allows(roles, 'export') && <Export chosen={chosen} />}
      />
      <p className="quiet">{t('matrix.text')}</p>
      <div className="matrix-bar">
        <RolesSelect chosen={chosen} onPick={(sids) => put({ roles: sids.join(',') || null })} />
        <Seek label={t('matrix.seek')} value={sought} onChange={setSought} />
        <label>
          <Switch size="small" checked={read('only') === '1'} onChange={(isOn) => put({ only: isOn ? '1' : null })} /> {t('matrix.only')}
        </label>
      </div>
      {found.isError && <QueryFault fault={found.error} onRetry={() => void found.refetch()} />}
      {!found.isError && !found.data && <PageSkeleton />}
      {found.data && <Parts roles={found.data.roles} parts={found.data.parts} isOnly={read('only') === '1'} sought={sought} />}
    </div>
  )
}

function Export({ chosen }: { chosen: readonly string[] }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const save = () => void saveFile(() => fetchFile(matrixFile, {}, { roles: chosen.join(',') }), `${t('matrix.file')}.xlsx`)
  return (
    <Button icon={<DownloadOutlined />} onClick={save}>
      {t('matrix.export')}
    </Button>
  )
}

function RolesSelect({ chosen, onPick }: { chosen: readonly string[]; onPick: (sids: string[]) => void }) {
  const { t, lang } = useWords()
  const { data } = useSearch('role', { fl: ['name', 'name_en'], iql: 'ORDER BY platform, weight DESC, name', rows: 100, total: 'none' })
  const options = (data?.record ?? []).map(({ sid, name, name_en }) => ({ value: sid, label: String((lang === 'en' && name_en) || name) }))
  return (
    <Select
      mode="multiple"
      aria-label={t('matrix.roles')}
      placeholder={t('matrix.allRoles')}
      value={[...chosen]}
      onChange={onPick}
      options={options}
      maxCount={50}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      style={{ minWidth: 320, maxWidth: 720 }}
    />
  )
}

type PartsProps = { roles: MatrixRole[]; parts: MatrixPart[]; isOnly: boolean; sought: string }

function Parts({ roles, parts, isOnly, sought }: PartsProps) {
  const { read, put } = useAddress()
  return (
    <Tabs
      activeKey={read('part', 'data')}
      onChange={(part) => put({ part: part === 'data' ? null : part })}
      items={parts.map((part) => {
        const rows = isOnly ? differing(part.rows) : part.rows
        const shown = rows.filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(sought.trim().toLowerCase()))
        return {
          key: part.code,
          label: isOnly ? `${part.title} (${rows.length})` : part.title,
          children: <MatrixTable title={part.title} roles={roles} rows={shown} isOnly={isOnly} />,
        }
      })}
    />
  )
}

function MatrixTable({ title, roles, rows, isOnly }: { title: string; roles: MatrixRole[]; rows: MatrixRow[]; isOnly: boolean }) {
  const { t } = useWords()
  return (
    <PlainTable<MatrixRow>
      rowKey="key"
      className="matrix"
      dataSource={rows}
      sticky
      scroll={{ x: 200 + roles.length * 230 }}
      locale={{ emptyText: <Nothing text={t(isOnly ? 'matrix.same' : 'matrix.nothing')} /> }}
      columns={[
        {
          title,
          fixed: 'left',
          width: 200,
          render: (_, { label, group }) => (
            <>
              {group && <div className="quiet">{group}</div>}
              {label}
            </>
          ),
        },
        ...roles.map(({ sid, name, platform }, at) => ({
          key: sid,
          title: (
            <>
              <Link to={pageOf('role', `/${sid}`)}>{name}</Link> <span className="quiet">{platform}</span>
            </>
          ),
          width: 230,
          render: (_: unknown, { cells }: MatrixRow) => <Lines of={cells[at] ?? []} />,
        })),
      ]}
    />
  )
}

const Lines = ({ of }: { of: readonly string[] }) =>
  of.length > 0 ? of.map((line) => <div key={line}>{line}</div>) : <span className="none">—</span>
