import { type PersonWhoMay, type PersonWhoMayNot, whoMay } from '../../model/auth/roles/permission-actions.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { act } from '../api/api.ts'
import { bearing } from '../api/call.ts'
import { useAddress } from '../cases/worklist/address.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'

/** A narrow screen scrolls the table sideways, so that its reasons stay readable. */
const WIDE = { x: 620 }

/** The people who may see a record, and those who may not with the reason; a part of the people is examined at a time. */
export function WhoMay({ entity, record }: { entity: string; record: string }) {
  const { t } = useWords()
  const [sought, setSought] = useState('')
  const found = useInfiniteQuery({
    queryKey: ['user_info', 'who_may', entity, record, bearing.language],
    queryFn: ({ pageParam }) => act(whoMay, { entity, record_sid: record, start: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ examined, total }) => (examined < total ? examined : undefined),
    meta: { faults: 'own' },
  })
  const last = found.data?.pages.at(-1)
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  if (!last) return <Skeleton active paragraph={{ rows: 8 }} />
  const people = found.data?.pages.flatMap((page) => page.people) ?? []
  const others = found.data?.pages.flatMap((page) => page.others) ?? []
  return (
    <div className="explain">
      <Input
        className="explain-seek"
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        placeholder={t('explain.seekPerson')}
        aria-label={t('explain.seekPerson')}
      />
      <Tables people={people} others={others} sought={sought} />
      <p className="quiet">{t('explain.examined', { examined: last.examined, total: last.total, found: people.length })}</p>
      {found.hasNextPage && (
        <Button onClick={() => void found.fetchNextPage()} loading={found.isFetchingNextPage}>
          {t('explain.examineMore')}
        </Button>
      )}
    </div>
  )
}

type Lists = { people: readonly PersonWhoMay[]; others: readonly PersonWhoMayNot[]; sought: string }

function Tables({ people, others, sought }: Lists) {
  const { t } = useWords()
  const { put } = useAddress()
  const isSought = ({ name }: PersonWhoMayNot) => name.toLowerCase().includes(sought.trim().toLowerCase())
  const open = ({ sid, name }: PersonWhoMayNot) => (
    <button type="button" className="plain" onClick={() => put({ person: sid })}>
      {name}
    </button>
  )
  return (
    <>
      <h2>{t('explain.whoMay')}</h2>
      <PlainTable<PersonWhoMay>
        rowKey="sid"
        dataSource={people.filter(isSought)}
        scroll={WIDE}
        locale={{ emptyText: <Nothing text={t(sought ? 'explain.noneSought' : 'explain.nobody')} /> }}
        columns={[
          { title: t('explain.person'), width: 200, render: (_, one) => open(one) },
          { title: t('explain.verbs'), render: (_, { verbs }) => verbs.map((verb) => <Tag key={verb}>{verb}</Tag>) },
          { title: t('explain.why'), dataIndex: 'why' },
        ]}
      />
      <h2>{t('explain.whoMayNot')}</h2>
      <PlainTable<PersonWhoMayNot>
        rowKey="sid"
        dataSource={others.filter(isSought)}
        scroll={WIDE}
        locale={{ emptyText: <Nothing text={t(sought ? 'explain.noneSought' : 'explain.everybody')} /> }}
        columns={[
          { title: t('explain.person'), width: 200, render: (_, one) => open(one) },
          { title: t('explain.why'), dataIndex: 'why' },
        ]}
      />
    </>
  )
}
