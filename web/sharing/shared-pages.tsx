import { Alert, Button, Modal, Space, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { type SharedFile, viewShared } from '../../model/sharing/share-routes.ts'
import { downloadOpen } from '../api/call.ts'
import { ApiFault, reactionTo } from '../api/fault.ts'
import { useWords } from '../words/language.ts'

type Props = { file: SharedFile; pass: string; onClose: () => void }

/** The pages of a document of a link as pictures, one after the other. */
export function SharedPages({ file, pass, onClose }: Props) {
  const { t } = useWords()
  const [page, setPage] = useState(1)
  const { address, fault } = usePage(file.sid, pass, page)
  return (
    <Modal open title={file.name} footer={null} width={900} onCancel={onClose}>
      <Space className="spaced">
        <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
          {t('link.back')}
        </Button>
        <span>{t('link.page', { page })}</span>
        <Button disabled={fault !== undefined} onClick={() => setPage(page + 1)}>
          {t('link.next')}
        </Button>
      </Space>
      {fault !== undefined ? (
        <NoPage fault={fault} />
      ) : address ? (
        <img className="shared-page" src={address} alt={`${file.name}, ${t('link.page', { page })}`} />
      ) : (
        <Spin />
      )}
    </Modal>
  )
}

/** No picture can be made of the file, or of a page after its last one. */
const UNREADABLE = 415

function NoPage({ fault }: { fault: unknown }) {
  const { t } = useWords()
  if (!(fault instanceof ApiFault)) return <Alert type="error" showIcon role="alert" title={t('fault.failed')} />
  if (fault.code === UNREADABLE) return <Alert type="info" showIcon title={t('link.noPage')} />
  const reaction = reactionTo(fault)
  return <Alert type="error" showIcon role="alert" title={reaction.show === 'words' ? t(reaction.word) : fault.message} />
}

function usePage(document_sid: string, pass: string, page: number) {
  const [shown, setShown] = useState<{ of: string; address?: string; fault?: unknown }>()
  const of = `${document_sid} ${page}`
  useEffect(() => {
    let isLeft = false
    let made: string | undefined
    downloadOpen(viewShared, { pass, document_sid, page })
      .then((blob) => {
        if (isLeft) return
        made = URL.createObjectURL(blob)
        setShown({ of, address: made })
      })
      .catch((fault: unknown) => !isLeft && setShown({ of, fault }))
    return () => {
      isLeft = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [of, document_sid, pass, page])
  return shown?.of === of ? { address: shown.address, fault: shown.fault } : { address: undefined, fault: undefined }
}
