import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { AttachedFile } from '../../../model/kit/pictures.ts'
import { downloadDocument } from '../../../model/documents/document-routes.ts'
import { fetchFile } from '../../api/call.ts'
import { useWords } from '../../words/language.ts'
import { useSaveFile } from '../documents/save-file.ts'
import { FileIcon } from '../file-icon.tsx'
import { sizeText } from '../file-kinds.ts'
import type { CellProps } from '../view.ts'
import { PictureFactsText, Thumbnail } from './picture.tsx'

const isFile = (value: unknown): value is AttachedFile => typeof value === 'object' && value !== null && 'sid' in value && 'name' in value
export const filesOf = (value: unknown): AttachedFile[] => (Array.isArray(value) ? value.filter(isFile) : [])

export const FileCell = ({ value }: CellProps) => (
  <>
    {filesOf(value).map((file) => (
      <FileLink key={file.sid} file={file} />
    ))}
  </>
)

/** Saved under its own name; the session is in a header, so a plain link is not enough. */
export function FileLink({ file }: { file: AttachedFile }) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await saveFile(() => fetchFile(downloadDocument, { sid: file.sid }), file.name)
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="file plain"
      disabled={isBusy}
      onClick={(event) => {
        event.stopPropagation()
        void save()
      }}
      title={t('file.download', { name: file.name })}
    >
      {file.picture ? <Thumbnail sid={file.sid} name={file.name} /> : <FileIcon name={file.name} />} <span>{file.name}</span>{' '}
      <small className="quiet number">{sizeText(file.size)}</small> {file.picture && <PictureFactsText picture={file.picture} />}{' '}
      <DownloadOutlined aria-hidden />
    </button>
  )
}
