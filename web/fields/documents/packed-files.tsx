import { EyeOutlined, LockOutlined } from '@ant-design/icons'
import { Alert, Button, Tag } from 'antd'
import { type PackedFile, SHOWN } from '../../../model/documents/preview.ts'
import { useWords } from '../../words/language.ts'
import { FileIcon } from '../file-icon.tsx'
import { sizeText } from '../file-kinds.ts'

type PackedProps = { files: readonly PackedFile[]; cut: boolean; canOpen: boolean; onOpen: (file: PackedFile) => void }

/** The files of an archive or a mail, each opened here; those of an archive within it are only listed. */
export function PackedFiles({ files, cut, canOpen, onOpen }: PackedProps) {
  const { t } = useWords()
  return (
    <>
      {cut && <Alert type="info" showIcon title={t('viewer.cutFiles', { count: SHOWN.files })} className="spaced" />}
      {files.length === 0 && <p className="viewer-none">{t('viewer.noFiles')}</p>}
      <ul className="viewer-files">
        {files.map((file) => (
          <li key={file.at}>
            <FileIcon name={file.name} /> <span>{file.name}</span> <small className="quiet number">{sizeText(file.size)}</small>
            {file.locked && (
              <Tag icon={<LockOutlined />} color="warning">
                {t('viewer.locked')}
              </Tag>
            )}
            {canOpen && !file.locked && (
              <Button
                size="small"
                type="text"
                icon={<EyeOutlined />}
                aria-label={t('viewer.open', { name: file.name })}
                onClick={() => onOpen(file)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
