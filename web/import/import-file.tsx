import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Alert, Button, Progress, Upload } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { importTemplate, previewRecords } from '../../model/import/import-routes.ts'
import { ask, fetchFile, PAGE_TIMEOUT } from '../api/call.ts'
import { ApiFault, reactionTo } from '../api/fault.ts'
import { useLimits } from '../api/limits.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { useSaveFile } from '../fields/documents/save-file.ts'
import { useWords } from '../words/language.ts'

const TAKES_PUBLICATIONS: ReadonlySet<string> = new Set(['patent', 'official_record'])

type ImportFileProps = { schema: WireSchema; onTaken: (file: string) => void }

/** The first step: the table itself. */
export function ImportFile({ schema, onTaken }: ImportFileProps) {
  const { model } = schema
  const { t, tag } = useWords()
  const limits = useLimits()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  const send = async (file: File) => {
    if (name) return
    setFault('')
    if (!/\.(xlsx|xls|csv|tsv|txt|sql|xml|zip)$/i.test(file.name)) return setFault(t('file.wrongFormat'))
    setName(file.name)
    const form = new FormData()
    form.append('file', file, file.name)
    try {
      const preview = await ask(previewRecords, form, { path: { model }, timeout: PAGE_TIMEOUT })
      client.setQueryData(['import', model, { file_sid: preview.file_sid }], preview)
      onTaken(preview.file_sid)
    } catch (wrong) {
      if (!(wrong instanceof ApiFault)) throw wrong
      const reaction = reactionTo(wrong)
      const why = wrong.errors.find(({ field }) => field === 'file')?.reason
      const said = reaction.show === 'words' ? t(reaction.word) : wrong.message
      setFault(why && !said.includes(why) ? `${said}${t('import.because')}${why}` : said)
    } finally {
      setName('')
    }
  }
  usePasted((table) => void send(new File([table], `${t('import.pasted')}.tsv`, { type: 'text/tab-separated-values' })))
  return (
    <section className="group import-file">
      {fault && <Alert type="error" showIcon role="alert" className="spaced" title={fault} description={t('import.kept')} />}
      <Upload.Dragger
        showUploadList={false}
        accept=".xlsx,.xls,.csv,.tsv,.txt,.sql,.xml,.zip"
        disabled={Boolean(name)}
        beforeUpload={(file) => (void send(file), Upload.LIST_IGNORE)}
      >
        <FileExcelOutlined className="import-icon" aria-hidden />
        <p>
          <b>{t(name ? 'import.sending' : 'import.drop', { name })}</b>
        </p>
        {limits && <p className="quiet">{t('import.dropHint', { mb: limits.imported_mb, rows: limits.imported_rows.toLocaleString(tag) })}</p>}
        {name && <Progress percent={100} status="active" showInfo={false} size="small" aria-label={t('import.sending', { name })} />}
      </Upload.Dragger>
      <ul className="import-notes quiet">
        <li>
          {t('import.note.template')} <ToTemplate schema={schema} />
        </li>
        <li>{t('import.note.paste')}</li>
        <li>{t('import.note.headings')}</li>
        <li>{t('import.note.dates')}</li>
        {TAKES_PUBLICATIONS.has(model) && <li>{t('import.note.publications')}</li>}
        {schema.case && <li>{t('import.note.phpip')}</li>}
        <li>{t('import.note.safe')}</li>
      </ul>
    </section>
  )
}

/** An empty table, with what belongs into each column. */
function ToTemplate({ schema }: { schema: WireSchema }) {
  const { t, lang } = useWords()
  const saveFile = useSaveFile()
  const name = t('import.template', { name: schema[lang] })
  const save = () => void saveFile(() => fetchFile(importTemplate, { model: schema.model }), `${name}.xlsx`)
  return (
    <Button type="link" size="small" icon={<DownloadOutlined />} onClick={save}>
      {t('import.download')}
    </Button>
  )
}

/** Rows copied in a spreadsheet: two lines or more, of one column or of several. */
const isTable = (text: string) => text.trim().includes('\n')

/** A table that is pasted anywhere on the page, except into a field that can be written in. */
function usePasted(take: (table: string) => void) {
  const taken = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const isInField = event.target instanceof Element && event.target.closest('input:not([readonly]), textarea:not([readonly])') !== null
    if (isInField || !isTable(text)) return
    event.preventDefault()
    take(text)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => taken(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
