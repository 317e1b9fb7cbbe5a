import { CodeOutlined, FilterOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input, Skeleton, Tooltip } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { ApiFault } from '../../api/fault.ts'
import { viewFor, viewOf } from '../../fields/views.ts'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { FilterChip } from '../filter/filter-chip.tsx'
import { GroupSelect } from './group-select.tsx'
import { askedField } from './list-address.ts'
import type { ListOwn } from './list-own.ts'
import type { List } from './use-list.ts'
import { ViewTabs } from '../views/view-tabs.tsx'
import { dialogOnRequest, partOnRequest } from '../../ui/on-request.tsx'

const Advanced = partOnRequest(async () => (await import('../filter/advanced.tsx')).Advanced)

const ColumnChooser = dialogOnRequest(async () => (await import('./column-chooser.tsx')).ColumnChooser)

const USUAL = 5

/** The controls that limit the list: saved views, words, filters, and a query as text. */
export function ListBar({ list, own }: { list: List; own: ListOwn }) {
  const { t } = useWords()
  const { schema, address, change, found } = list
  const [isByHand, setByHand] = useState(Boolean(address.iql))
  const [isChoosing, setChoosing] = useState(false)
  const refusal = found.error instanceof ApiFault && found.error.code === 400 ? found.error.message : ''
  return (
    <div className="list-bar">
      <ViewTabs list={list} />
      <div className="filters">
        {own.Search ? <own.Search list={list} /> : <SearchBox text={address.text} onSearch={(text) => change({ text })} />}
        <Filters list={list} own={own} />
        <Button size="small" type="text" icon={<CodeOutlined />} aria-expanded={isByHand} onClick={() => setByHand(!isByHand)}>
          {t('iql.advanced')}
        </Button>
        {list.isNarrowed && (
          <Button size="small" type="link" onClick={() => change({ text: '', iql: '', filters: {} })}>
            {t('list.clear')}
          </Button>
        )}
        <span className="filters-end">
          <GroupSelect list={list} />
          <Tooltip title={t('columns.choose')}>
            <Button size="small" type="text" icon={<SettingOutlined />} aria-label={t('columns.choose')} onClick={() => setChoosing(true)} />
          </Tooltip>
        </span>
      </div>
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 2 }} />}>
        {isByHand && (
          <Advanced
            key={address.iql}
            schema={schema}
            sample={found.data?.record[0]}
            value={address.iql}
            refusal={refusal}
            onSearch={(iql) => change({ iql })}
          />
        )}
      </Suspense>
      {found.error && !(isByHand && refusal) && <QueryFault fault={found.error} onRetry={() => void found.refetch()} />}
      {isChoosing && <ColumnChooser list={list} onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** A chip for each default filter and each active one; the others are offered. */
function Filters({ list, own }: { list: List; own: ListOwn }) {
  const { t } = useWords()
  const { schema, address, change } = list
  const [added, setAdded] = useState<string[]>([])
  const offered = schema.fields.filter((f) => f.searchable && !f.coded && viewFor(f).Filter && f.code !== 'sid')
  const usual = own.usual
    ? own.usual.flatMap((code) => schema.fields.find((f) => f.code === code && viewOf(askedField(f).type).Filter) ?? [])
    : offered.filter((f) => f.type !== 'string' && !BASE.has(f.code)).slice(0, USUAL)
  const used = offered.filter((f) => address.filters[f.code] || added.includes(f.code))
  const chips = [...usual, ...used.filter((f) => !usual.includes(f))]
  const rest = offered.filter((f) => !chips.includes(f))
  const filter = (code: string, values: string[]) => {
    const { [code]: _, ...others } = address.filters
    change({ filters: values.length > 0 ? { ...others, [code]: values } : others })
  }
  return (
    <>
      {chips.map((field) => (
        <FilterChip
          key={field.code}
          field={field}
          values={address.filters[field.code] ?? []}
          within={{ model: schema.model, iql: list.iqlWithout(field.code), path: askedField(field).code }}
          isNew={added.includes(field.code) && !address.filters[field.code]}
          onChange={(values) => filter(field.code, values)}
        />
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ code, label }) => ({ key: code, label })),
            style: { maxHeight: 380, overflow: 'auto' },
            onClick: ({ key }) => setAdded((now) => [...now, key]),
          }}
        >
          <Button size="small" type="text" icon={<FilterOutlined />}>
            {t('filter.more')}
          </Button>
        </Dropdown>
      )}
    </>
  )
}

const BASE = new Set(['company_sid', 'valid', 'created_at', 'created_by', 'updated_at', 'updated_by'])

function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  return (
    <Input
      className="list-search"
      size="small"
      value={typed}
      prefix={<SearchOutlined aria-hidden />}
      suffix={<kbd aria-hidden>/</kbd>}
      placeholder={t('list.search')}
      aria-label={t('list.search')}
      allowClear
      onChange={(event) => {
        setTyped(event.target.value)
        if (!event.target.value) onSearch('')
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      onPressEnter={(event) => {
        if (!event.nativeEvent.isComposing) onSearch(typed.trim())
      }}
    />
  )
}
