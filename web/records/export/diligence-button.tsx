import { FolderOpenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { dialogOnRequest } from '../../ui/on-request.tsx'
import { useWords } from '../../words/language.ts'
import type { DiligenceProps } from './diligence-dialog.tsx'

const DiligenceDialog = dialogOnRequest(async () => (await import('./diligence-dialog.tsx')).DiligenceDialog)

/** Exports the due-diligence package of a portfolio: a workbook and the documents, as one zip. */
export function DiligenceButton({ size = 'small', ...asked }: DiligenceProps & { size?: 'small' | 'middle' }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} icon={<FolderOpenOutlined />} onClick={() => setOpen(true)}>
        {t('diligence.name')}
      </Button>
      {isOpen && <DiligenceDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  )
}
