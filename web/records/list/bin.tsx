import { UndoOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Pagination, Table } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Page } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { doVerb, useRestore, useSchema } from '../../api/api.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { displayName, isRef } from '../../fields/names.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { reachable } from './total-text.ts'
import { Nothing } from '../../ui/nothing.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { allows } from '../../api/allows.ts'

/** What was deleted, by whom; and the way back. */
export function BinScreen() {
  const { model = '' } = useParams()
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const { message } = App.useApp()
  const [query, setQuery] = useSearchParams()
  const [selected, setSelected] = useState<string[]>([])
  const { data: schema } = useSchema(model)
  const restore = useRestore(model)
  const page = Math.max(1, Number(query.get('page')) || 1)
  const rows = 50
  const { data, isPending } = useQuery({
    queryKey: [model, 'bin', page],
    queryFn: () => doVerb<Page<Rec>>(model, 'search_deleted', { rows, start: (page - 1) * rows, total: 'capped' }),
  })
  if (!schema) return <PageSkeleton />
  const bring = async (sids: string[]) => {
    // A refusal is announced by the common road.
    await restore.mutateAsync(sids).then(
      () => {
        message.success(t('bin.restored', { count: sids.length }))
        setSelected([])
      },
      () => undefined,
    )
  }
  const shown = (value: unknown) => (isRef(value) ? value.name : '')
  return (
    <div className="page">
      <PageHead
        title={t('bin.title')}
        name={`${t('bin.title')} · ${schema[lang]}`}
        crumbs={[{ label: schema[lang], to: pageOf(model) }]}
        acts={
          selected.length > 0 && (
            <Button type="primary" icon={<UndoOutlined />} loading={restore.isPending} onClick={() => void bring(selected)}>
              {t('bin.restoreSome', { count: selected.length })}
            </Button>
          )
        }
      />
      <Table<Rec>
        rowKey="sid"
        size="small"
        loading={isPending}
        pagination={false}
        dataSource={data?.record ?? []}
        rowSelection={{
          selectedRowKeys: selected,
          onChange: (keys) => setSelected(keys.map(String).slice(0, 100)),
          getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
        }}
        locale={{ emptyText: <Nothing text={t('bin.none')} hint={t('bin.hint')} /> }}
        columns={[
          { key: 'name', title: schema.label, render: (_, record) => displayName(record, schema, lang) },
          {
            key: 'at',
            title: t('bin.at'),
            width: 180,
            render: (_, record) => timeText(String(record['deleted_at'] ?? record['updated_at'] ?? ''), tag, zone),
          },
          { key: 'by', title: t('bin.by'), width: 160, render: (_, record) => shown(record['deleted_by']) || shown(record['updated_by']) },
          {
            key: 'act',
            title: <span className="unseen">{t('bin.restore')}</span>,
            width: 110,
            align: 'right',
            render: (_, record) =>
              allows(schema, 'delete') && (
                <Button size="small" icon={<UndoOutlined />} onClick={() => void bring([record.sid])}>
                  {t('bin.restore')}
                </Button>
              ),
          },
        ]}
      />
      {(data?.total ?? 0) > rows && (
        <Pagination
          className="below"
          current={page}
          pageSize={rows}
          total={reachable(data ?? {}, page, rows)}
          showSizeChanger={false}
          onChange={(next) => setQuery({ page: String(next) })}
        />
      )}
    </div>
  )
}
