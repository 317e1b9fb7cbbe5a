import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { saveAs } from '../../fields/documents/save-file.ts'
import { useWords } from '../../words/language.ts'
import { LanguageForm } from './language-form.tsx'
import { tableOf } from './word-file.ts'
import { WordImport } from './word-import.tsx'
import { isMissing, useKeepLanguages, type WordRow } from './word-rows.ts'

export type LanguageBarProps = { languages: readonly FurtherLanguage[]; further: FurtherLanguage | undefined; rows: readonly WordRow[] }

/** The language that is worked on beside ours: added, changed, filled from a file, and taken off. */
export function LanguageBar({ languages, further, rows }: LanguageBarProps) {
  const { t } = useWords()
  const { put } = useAddress()
  const [open, setOpen] = useState<'add' | 'change' | 'import' | null>(null)
  const close = () => setOpen(null)
  const shows = (code: string | null) => put({ language: code })
  return (
    <div className="words-bar">
      <Select
        value={further?.code ?? ''}
        onChange={(code: string) => shows(code || null)}
        options={[{ value: '', label: t('words.ours') }, ...languages.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))]}
        aria-label={t('words.language')}
        style={{ minWidth: 200 }}
      />
      {further && <Done further={further} rows={rows} />}
      {further && <FurtherActs further={further} languages={languages} rows={rows} onChange={() => setOpen('change')} onGone={() => shows(null)} />}
      <Button icon={<UploadOutlined />} onClick={() => setOpen('import')}>
        {t('words.import')}
      </Button>
      <Button icon={<PlusOutlined />} onClick={() => setOpen('add')}>
        {t('words.add')}
      </Button>
      {open === 'import' && <WordImport languages={languages} further={further} onClose={close} onDone={shows} />}
      {(open === 'add' || open === 'change') && (
        <LanguageForm languages={languages} changed={open === 'change' ? further : undefined} onClose={close} onDone={shows} />
      )}
    </div>
  )
}

function Done({ further, rows }: { further: FurtherLanguage; rows: readonly WordRow[] }) {
  const { t } = useWords()
  const missing = rows.filter((row) => isMissing(row, further)).length
  return <span className="quiet">{t('words.done', { done: (rows.length - missing).toLocaleString('en'), total: rows.length })}</span>
}

type FurtherActsProps = LanguageBarProps & { further: FurtherLanguage; onChange: () => void; onGone: () => void }

function FurtherActs({ further, languages, rows, onChange, onGone }: FurtherActsProps) {
  const { t } = useWords()
  const { notification } = App.useApp()
  const keep = useKeepLanguages()
  const remove = () =>
    keep
      .mutateAsync({ languages: languages.filter(({ code }) => code !== further.code), known: languages })
      .then(onGone, (fault: Error) => notification.error({ title: fault.message }))
  return (
    <>
      <Button onClick={onChange}>{t('words.changeLanguage')}</Button>
      <Button
        icon={<DownloadOutlined />}
        onClick={() => saveAs(new Blob([tableOf(rows, further)], { type: 'text/csv' }), `${t('words.title')}_${further.code}.csv`)}
      >
        {t('words.export')}
      </Button>
      <Popconfirm title={t('words.remove', { name: further.name })} description={t('words.removeText')} onConfirm={remove}>
        <Button danger>{t('words.removeShort')}</Button>
      </Popconfirm>
    </>
  )
}
