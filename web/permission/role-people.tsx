import { setPeople } from '../../model/auth/roles/role-actions.ts'
import type { TableColumnType } from 'antd'
import { App, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Rec } from '../api/api.ts'
import { act, useSchema, useSearch, useWrite } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { pageOf } from '../api/page-of.ts'
import { quoted } from '../api/iql.ts'
import { isRef } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { useTellWarnings } from '../records/warnings.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { useSettled } from '../ui/settled.ts'
import { type Say, useWords } from '../words/language.ts'
import { fieldTo } from '../fields/field-to.ts'
import { Seek } from './role-menus.tsx'

const ROWS = 50

/** The people who have the role and whom the reader may see; a role is assigned and removed at once. */
export function RolePeople({ sid }: { sid: string }) {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const [start, setStart] = useState(0)
  const name = useSettled(sought.trim(), 300)
  const people = useSchema('user_info').data
  const named = name ? ` AND name CONTAINS ${quoted(name)}` : ''
  const { data } = useSearch('user_info', {
    fl: ['name', 'job_number', 'company_sid', 'department_sid', 'account_status'],
    iql: `role_sids = '${sid}'${named} ORDER BY name`,
    rows: ROWS,
    start,
  })
  const change = useChange(sid)
  const { Editor } = viewOf('reference')
  const mayChange = people !== undefined && allows(people, 'update')
  return (
    <>
      <div className="explain-asked">
        <Seek
          label={t('role.seekPerson')}
          value={sought}
          onChange={(text) => {
            setSought(text)
            setStart(0)
          }}
        />
        {mayChange && (
          <div className="explain-pick">
            <Editor
              field={fieldTo('user_info', t('role.addPerson'))}
              label={t('role.addPerson')}
              value={null}
              onChange={(one: unknown) => isRef(one) && void change({ add: [one.sid] })}
            />
          </div>
        )}
      </div>
      <PlainTable<Rec>
        dataSource={data?.record ?? []}
        loading={!data}
        pagination={{
          current: start / ROWS + 1,
          pageSize: ROWS,
          total: data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (page) => setStart((page - 1) * ROWS),
        }}
        locale={{ emptyText: <Nothing text={t('role.nobody')} /> }}
        columns={columnsOf(t, mayChange ? (person) => void change({ remove: [person] }) : undefined)}
      />
    </>
  )
}

function useChange(sid: string) {
  const { t } = useWords()
  const { message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const write = useWrite('user_info', (body: { add?: string[]; remove?: string[] }) => act(setPeople, { sid, ...body }))
  return async (body: { add?: string[]; remove?: string[] }) => {
    const done = await write.mutateAsync(body).catch(() => undefined) // already shown
    if (done && done.warnings.length > 0) tellWarnings(done)
    else if (done) message.success(t('saved'))
  }
}

/** `remove` takes the role from a person; absent where the reader may not. */
const columnsOf = (t: Say, remove: ((person: string) => void) | undefined): TableColumnType<Rec>[] => [
  { title: t('explain.person'), render: (_, one) => <Link to={pageOf('user_info', `/${one.sid}`)}>{String(one['name'])}</Link> },
  { title: t('role.department'), render: (_, one) => nameOf(one['department_sid']) },
  { title: t('role.company'), render: (_, one) => nameOf(one['company_sid']) },
  {
    width: 120,
    render: (_, one) =>
      remove && (
        <Button size="small" onClick={() => remove(one.sid)} aria-label={t('role.removePerson', { name: String(one['name']) })}>
          {t('role.remove')}
        </Button>
      ),
  },
]

const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
