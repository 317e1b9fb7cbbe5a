import { EditOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Select, Table, Tag } from 'antd'
import { useMemo, useState } from 'react'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import { useTenant } from '../../api/api.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { EntityPage } from '../../records/entity-page.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { PageFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { LanguageBar } from './language-bar.tsx'
import { FURTHER_ONLY, isChanged, isFurtherOnly, isMissing, useWordRows, type WordRow } from './word-rows.ts'
import { WordForm } from './word-form.tsx'

type Which = 'all' | 'changed' | 'missing'

/** Every word of the screens and of the models, in our languages and in those that the tenant has added: search, change, and reset. */
export const WordsScreen = () => <EntityPage entity="custom_field" ability="update" content={AllWords} />

function AllWords() {
  const { t } = useWords()
  const { read } = useAddress()
  const languages = useTenant()?.languages
  const further = languages?.find(({ code }) => code === read('language'))
  const { data, error, refetch } = useWordRows(further)
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  return (
    <div className="page">
      <PageHead title={t('words.title')} name={t('words.title')} />
      <p className="quiet">{t('words.text')}</p>
      {data ? (
        <>
          <LanguageBar languages={languages ?? []} further={further} rows={data} />
          <Words rows={data} further={further} />
        </>
      ) : (
        <PageSkeleton />
      )}
    </div>
  )
}

type WordsProps = { rows: readonly WordRow[]; further: FurtherLanguage | undefined }

function Words({ rows, further }: WordsProps) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const [edited, setEdited] = useState<WordRow | null>(null)
  const [sought, of, which] = [read('q'), read('of'), read('which', 'all') as Which] // one of the values below
  const shown = useMemo(() => rows.filter((row) => fits(row, { sought, of, which, further })), [rows, sought, of, which, further])
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
        <Places rows={rows} further={further} />
        <Segmented<Which>
          value={which}
          onChange={(next) => put({ which: next === 'all' ? null : next })}
          options={(['all', 'changed', 'missing'] as const).map((value) => ({ value, label: t(`words.${value}`) }))}
        />
        <span className="quiet">{t('words.count', { count: shown.length })}</span>
      </div>
      <WordTable rows={shown} further={further} onEdit={setEdited} />
      {edited && <WordForm key={edited.key} row={edited} further={further} onClose={() => setEdited(null)} />}
    </>
  )
}

const SCREENS = '-'

/** The origin of the words: the screens, the menus, the views, the statistics, the messages, or one model. */
function Places({ rows, further }: WordsProps) {
  const { t, lang } = useWords()
  const { read, put } = useAddress()
  const models = useMemo(() => rows.filter(({ key, model }) => key === model), [rows])
  return (
    <Select
      value={read('of') || null}
      onChange={(model: string | undefined) => put({ of: model ?? null })}
      options={[
        { value: SCREENS, label: t('words.screens') },
        ...(further ? FURTHER_ONLY.map((value) => ({ value, label: t(`words.${value}`) })) : []),
        ...models.map(({ key, product, own }) => ({ value: key, label: own[lang] ?? product[lang] })),
      ]}
      placeholder={t('words.everywhere')}
      aria-label={t('words.everywhere')}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      style={{ minWidth: 200 }}
    />
  )
}

type Wanted = { sought: string; of: string; which: Which; further: FurtherLanguage | undefined }

function fits(row: WordRow, { sought, of, which, further }: Wanted) {
  if (!further && isFurtherOnly(row)) return false
  if (of && row.model !== (of === SCREENS ? '' : of)) return false
  if (which === 'changed' ? !isChanged(row) : which === 'missing' && !isMissing(row, further)) return false
  const text = [row.key, row.product.zh, row.product.en, ...Object.values(row.own)].join('\n').toLowerCase()
  return text.includes(sought.toLowerCase())
}

function WordTable({ rows, further, onEdit }: WordsProps & { onEdit: (row: WordRow) => void }) {
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
        ...(further
          ? [{ title: further.name, key: 'further', render: (_: unknown, row: WordRow) => <FurtherText row={row} code={further.code} /> }]
          : []),
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

function FurtherText({ row, code }: { row: WordRow; code: string }) {
  const { t } = useWords()
  return (
    <span className="words-text" lang={code}>
      {row.own[code] ?? <Tag>{t('words.none')}</Tag>}
    </span>
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
