import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Form, Modal, Radio, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { ARCHIVE, ARCHIVED } from '../../../model/documents/archive.ts'
import { nameArchive } from '../../../model/documents/document-actions.ts'
import { downloadArchive } from '../../../model/documents/document-routes.ts'
import { act } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { useLimits } from '../../api/limits.ts'
import { ApiFault } from '../../api/fault.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { FileIcon } from '../../fields/file-icon.tsx'
import { sizeText } from '../../fields/file-kinds.ts'
import { useWords } from '../../words/language.ts'

type Named = keyof typeof ARCHIVE.named.options
type Connector = keyof typeof ARCHIVE.connector.options

/** The chosen documents as one archive, with the names that they have in it shown before. */
export function ArchiveDialog({ sids, onClose }: { sids: readonly string[]; onClose: () => void }) {
  const { t, lang } = useWords()
  const saveFile = useSaveFile()
  const [named, setNamed] = useState<Named>('KEPT')
  const own = useLimits()?.name_connector
  const [chosen, setConnector] = useState<Connector>()
  const connector = chosen ?? own ?? 'UNDERSCORE'
  const [isBusy, setBusy] = useState(false)
  const asked = { sids: sids.join(','), named, connector }
  const { data, error } = useQuery({
    queryKey: ['document', 'archive', asked],
    queryFn: () => act(nameArchive, asked),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isLarge = (data?.size ?? 0) > ARCHIVED.bytes
  const save = async () => {
    setBusy(true)
    await saveFile(() => fetchFile(downloadArchive, {}, asked), `${t('archive.file')}.zip`)
    setBusy(false)
    onClose()
  }
  const offered = <K extends string>(options: Readonly<Record<K, readonly [string, string]>>) =>
    Object.entries<readonly [string, string]>(options).map(([value, words]) => ({ value: value as K, label: words[lang === 'zh' ? 0 : 1] })) // its own keys
  return (
    <Modal
      open
      width={640}
      title={t('archive.title', { count: sids.length })}
      onCancel={onClose}
      okText={t('archive.download')}
      okButtonProps={{ disabled: !data || isLarge }}
      confirmLoading={isBusy}
      onOk={() => void save()}
    >
      <Form layout="vertical" className="dialog-form">
        <Form.Item label={ARCHIVE.named[lang]}>
          <Radio.Group vertical options={offered(ARCHIVE.named.options)} value={named} onChange={({ target }) => setNamed(target.value)} />
        </Form.Item>
        {named !== 'KEPT' && (
          <Form.Item label={ARCHIVE.connector[lang]}>
            <Select aria-label={ARCHIVE.connector[lang]} options={offered(ARCHIVE.connector.options)} value={connector} onChange={setConnector} />
          </Form.Item>
        )}
      </Form>
      {error && <Alert type="error" showIcon title={error instanceof ApiFault ? error.message : String(error)} />}
      {isLarge && <Alert type="warning" showIcon className="spaced" title={t('archive.large', { size: sizeText(ARCHIVED.bytes) })} />}
      {!data && !error && <Skeleton active />}
      <ul className="dropped" aria-label={t('archive.names')}>
        {data?.record.map(({ sid, path, size }) => (
          <li key={sid}>
            <FileIcon name={path} /> {path} <small className="quiet number">{sizeText(size)}</small>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
