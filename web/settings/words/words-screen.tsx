import { EditOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Select, Table, Tag } from 'antd'
import { useMemo, useState } from 'react'
import { useAddress } from '../../cases/worklist/address.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { PageFault } from '../../ui/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { isChanged, isMissing, useWordRows, type WordRow } from './word-rows.ts'
import { WordForm } from './word-form.tsx'

type Which = 'all' | 'changed' | 'missing'

/** Every word of the screens and of the models in both languages: found, changed, and taken back. */
export function WordsScreen() {
  const { t } = useWords()
  const { data, error, refetch } = useWordRows()
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  return (
    <div className="page">
      <PageHead title={t('words.title')} name={t('words.title')} />
      <p className="quiet">{t('words.text')}</p>
      {data ? <Words rows={data} /> : <PageSkeleton />}
    </div>
  )
}

function Words({ rows }: { rows: readonly WordRow[] }) {
  const { t, lang } = useWords()
  const { read, put } = useAddress()
  const [edited, setEdited] = useState<WordRow | null>(null)
  const [sought, of, which] = [read('q'), read('of'), read('which', 'all') as Which] // one of the values below
  const shown = useMemo(() => rows.filter((row) => fits(row, { sought, of, which })), [rows, sought, of, which])
  const models = useMemo(() => rows.filter(({ key, model }) => key === model), [rows])
  return (
    <>
      <div className="words-bar">
        <Input.Search
          defaultValue={sought}
          onSearch={(text) => put({ q: text.trim() })}
          placeholder={t('words.search')}
          aria-label={t('words.search')}
          style={{ maxWidth: 280 }}
        />
        <Select
          value={of || null}
          onChange={(model: string | undefined) => put({ of: model ?? null })}
          options={[
            { value: SCREENS, label: t('words.screens') },
            ...models.map(({ key, product, own }) => ({ value: key, label: own[lang] ?? product[lang] })),
          ]}
          placeholder={t('words.everywhere')}
          aria-label={t('words.everywhere')}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          style={{ minWidth: 200 }}
        />
        <Segmented<Which>
          value={which}
          onChange={(next) => put({ which: next === 'all' ? null : next })}
          options={(['all', 'changed', 'missing'] as const).map((value) => ({ value, label: t(`words.${value}`) }))}
        />
        <span className="quiet">{t('words.count', { count: shown.length })}</span>
      </div>
      <WordTable rows={shown} onEdit={setEdited} />
      {edited && <WordForm key={edited.key} row={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const SCREENS = '-'

type Wanted = { sought: string; of: string; which: Which }

function fits(row: WordRow, { sought, of, which }: Wanted) {
  if (of && row.model !== (of === SCREENS ? '' : of)) return false
  if (which === 'changed' ? !isChanged(row) : which === 'missing' && !isMissing(row)) return false
  const text = [row.key, row.product.zh, row.product.en, row.own.zh, row.own.en].join('\n').toLowerCase()
  return text.includes(sought.toLowerCase())
}

function WordTable({ rows, onEdit }: { rows: readonly WordRow[]; onEdit: (row: WordRow) => void }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  return (
    <Table<WordRow>
      size="small"
      rowKey="key"
      dataSource={[...rows]}
      scroll={{ x: 'max-content' }}
      pagination={{
        pageSize: 50,
        current: Number(read('page', '1')),
        onChange: (page) => put({ page: page === 1 ? null : page }),
        showSizeChanger: false,
      }}
      columns={[
        { title: t('words.chinese'), key: 'zh', render: (_, row) => <Text row={row} lang="zh" /> },
        { title: t('words.english'), key: 'en', render: (_, row) => <Text row={row} lang="en" /> },
        { title: t('words.key'), dataIndex: 'key', render: (key: string) => <code className="quiet">{key}</code> },
        {
          key: 'acts',
          render: (_, row) => (
            <Button type="text" size="small" icon={<EditOutlined />} aria-label={`${t('words.change')} ${row.key}`} onClick={() => onEdit(row)} />
          ),
        },
      ]}
    />
  )
}

function Text({ row, lang }: { row: WordRow; lang: 'zh' | 'en' }) {
  const { t } = useWords()
  const own = row.own[lang]
  if (own === undefined) return <span className="words-text">{row.product[lang] || <Tag color="warning">{t('words.none')}</Tag>}</span>
  return (
    <span className="words-text">
      {own} <Tag color="blue">{t('words.own')}</Tag>
      {row.product[lang] && <del className="quiet">{row.product[lang]}</del>}
    </span>
  )
}
