import { UndoOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Pagination } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { doVerb, useRestore, useSchema } from '../../api/api.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { displayName, isRef } from '../../fields/names.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { MAX_SELECTED } from './list-settings.ts'
import { reachable } from './total-text.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { allows } from '../../api/allows.ts'
import { PlainTable } from './plain-table.tsx'
import { usePageItem } from '../../ui/page/page-item.tsx'

const ROWS = 50

/** The deleted records, with their user and a restore. */
export function BinScreen() {
  const { model = '' } = useParams()
  const { t, lang } = useWords()
  const pageItem = usePageItem()
  const [query, setQuery] = useSearchParams()
  const [selected, setSelected] = useState<string[]>([])
  const { data: schema } = useSchema(model)
  const { bring, isPending } = useBringing(model, () => setSelected([]))
  const page = Math.max(1, Number(query.get('page')) || 1)
  const found = useQuery({
    queryKey: [model, 'bin', page],
    queryFn: () => doVerb(model, 'search_deleted', { rows: ROWS, start: (page - 1) * ROWS, total: 'capped' }),
  })
  if (!schema) return <PageSkeleton />
  const restore = selected.length > 0 && (
    <Button type="primary" icon={<UndoOutlined />} loading={isPending} onClick={() => void bring(selected)}>
      {t('bin.restoreSome', { count: selected.length })}
    </Button>
  )
  return (
    <div className="page">
      <PageHead
        title={t('bin.title')}
        name={`${t('bin.title')} · ${schema[lang]}`}
        crumbs={[{ label: schema[lang], to: pageOf(model) }]}
        acts={restore}
      />
      <Deleted
        schema={schema}
        records={found.data?.record ?? []}
        isPending={found.isPending}
        selected={selected}
        onSelect={setSelected}
        onBring={(sid) => void bring([sid])}
      />
      {(found.data?.total ?? 0) > ROWS && (
        <Pagination
          itemRender={pageItem}
          className="below"
          current={page}
          pageSize={ROWS}
          total={reachable(found.data ?? {}, page, ROWS)}
          showSizeChanger={false}
          onChange={(next) => setQuery({ page: String(next) })}
        />
      )}
    </div>
  )
}

function useBringing(model: string, onDone: () => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const restore = useRestore(model)
  const bring = (sids: string[]) =>
    restore.mutateAsync(sids).then(
      () => {
        message.success(t('bin.restored', { count: sids.length }))
        onDone()
      },
      () => undefined, // a refusal has already been shown
    )
  return { bring, isPending: restore.isPending }
}

type DeletedProps = {
  schema: WireSchema
  records: readonly Rec[]
  isPending: boolean
  selected: string[]
  onSelect: (sids: string[]) => void
  onBring: (sid: string) => void
}

function Deleted({ schema, records, isPending, selected, onSelect, onBring }: DeletedProps) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const shown = (value: unknown) => (isRef(value) ? value.name : '')
  return (
    <PlainTable<Rec>
      loading={isPending}
      dataSource={records}
      rowSelection={{
        selectedRowKeys: selected,
        onChange: (keys) => onSelect(keys.map(String).slice(0, MAX_SELECTED)),
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
              <Button size="small" icon={<UndoOutlined />} onClick={() => onBring(record.sid)}>
                {t('bin.restore')}
              </Button>
            ),
        },
      ]}
    />
  )
}
