import { FileExcelOutlined } from '@ant-design/icons'
import { Alert, App, Modal, Select, Upload } from 'antd'
import { useState } from 'react'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import { readWordFile } from '../../../model/settings/languages/language-routes.ts'
import { ask, PAGE_TIMEOUT } from '../../api/call.ts'
import { ApiFault } from '../../api/fault.ts'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { type Say, useWords } from '../../words/language.ts'
import { Refused } from '../refused.tsx'
import { type Comparison, compareWords, packIn, type WordPack } from './word-file.ts'
import { useKeepMany, useWordRows } from './word-rows.ts'

type WordImportProps = {
  languages: readonly FurtherLanguage[]
  further: FurtherLanguage | undefined
  onClose: () => void
  onDone: (code: string) => void
}

/** Words from a spreadsheet or a pack in JSON: their changes are shown before the import. */
export function WordImport({ languages, further, onClose, onDone }: WordImportProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [code, setCode] = useState(further?.code ?? languages[0]?.code)
  const [pack, setPack] = useState<WordPack | null>(null)
  const [fault, setFault] = useState<Error | null>(null)
  const keep = useKeepMany()
  const language = languages.find((one) => one.code === (pack?.language?.code ?? code)) ?? pack?.language
  const rows = useWordRows(language && languages.includes(language) ? language : undefined).data
  const compared = pack && language && rows ? compareWords(rows, language.code, pack.record) : null
  const taken = compared ? [...compared.fresh, ...compared.changed] : []
  const take = (file: File) => {
    setFault(null)
    setPack(null)
    void readPack(file, code, t).then(setPack, setFault)
  }
  const save = () =>
    language &&
    keep
      .mutateAsync({
        language: language.code,
        record: taken,
        ...(!languages.includes(language) && { added: { languages: [...languages, language], known: languages } }),
      })
      .then(() => (message.success(t('saved')), onDone(language.code), onClose()), setFault)
  return (
    <Modal
      open
      title={t('words.import')}
      okText={t('words.take', { count: taken.length })}
      okButtonProps={{ disabled: taken.length === 0, loading: keep.isPending }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {fault &&
        (fault instanceof ApiFault ? (
          <Refused error={fault} />
        ) : (
          <Alert type="error" showIcon role="alert" className="spaced" title={fault.message} />
        ))}
      <div className="words-bar">
        <Select
          {...(language && { value: language.code })}
          disabled={pack?.language !== undefined}
          onChange={setCode}
          options={[...new Set([...languages, ...(language ? [language] : [])])].map((one) => ({ value: one.code, label: one.name }))}
          placeholder={t('words.language')}
          aria-label={t('words.language')}
          style={{ minWidth: 200 }}
        />
      </div>
      <WordDrop onFile={take} />
      {pack && !compared && <PageSkeleton />}
      {compared && <ComparedWords compared={compared} />}
    </Modal>
  )
}

/** A pack names its language; a sheet is read for the chosen one. */
async function readPack(file: File, code: string | undefined, t: Say): Promise<WordPack> {
  if (/\.json$/i.test(file.name)) {
    const pack = packIn(await file.text())
    if (!pack) throw new Error(t('words.noPack'))
    if (!pack.language && !code) throw new Error(t('words.noLanguage'))
    return pack
  }
  if (!code) throw new Error(t('words.noLanguage'))
  const form = new FormData()
  form.append('language', code)
  form.append('file', file)
  const { record } = await ask(readWordFile, form, { timeout: PAGE_TIMEOUT })
  return { language: undefined, record }
}

function WordDrop({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useWords()
  return (
    <Upload.Dragger showUploadList={false} accept=".xlsx,.xls,.csv,.json" beforeUpload={(file) => (onFile(file), Upload.LIST_IGNORE)}>
      <p>
        <FileExcelOutlined aria-hidden /> <b>{t('words.drop')}</b>
      </p>
      <p className="quiet">{t('words.dropHint')}</p>
    </Upload.Dragger>
  )
}

const SHOWN = 5

function ComparedWords({ compared: { fresh, changed, same, unknown, broken } }: { compared: Comparison }) {
  const { t } = useWords()
  const some = (keys: readonly string[]) => keys.slice(0, SHOWN).join(', ') + (keys.length > SHOWN ? ' …' : '')
  return (
    <div aria-live="polite" className="spaced">
      <Alert type="info" showIcon title={t('words.compared', { fresh: fresh.length, changed: changed.length, same })} />
      {unknown.length > 0 && <Alert type="warning" showIcon title={t('words.unknown', { count: unknown.length, keys: some(unknown) })} />}
      {broken.length > 0 && <Alert type="warning" showIcon title={t('words.left', { count: broken.length, keys: some(broken) })} />}
    </div>
  )
}
