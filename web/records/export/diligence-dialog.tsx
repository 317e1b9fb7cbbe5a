import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { DILIGENCE } from '../../../model/dealings/diligence.ts'
import { useWords } from '../../words/language.ts'
import { useDiligence } from './export.tsx'

/** `model`: a kind of right, or the head of all; `count`: as many as the query finds. */
export type DiligenceProps = { model: string; iql: string; count: number }

/** The contents of the package, and possible gaps. */
export function DiligenceDialog({ model, iql, count, onClose }: DiligenceProps & { onClose: () => void }) {
  const { t, tag } = useWords()
  const start = useDiligence(model)
  const [withDocuments, setWithDocuments] = useState(true)
  const isTooMany = count > DILIGENCE.rights
  const begin = () => {
    start(iql, withDocuments)
    onClose()
  }
  return (
    <Modal
      open
      title={t('diligence.title', { count: count.toLocaleString(tag) })}
      okText={t('export.start')}
      okButtonProps={{ disabled: isTooMany }}
      onOk={begin}
      onCancel={onClose}
    >
      <p>{t('diligence.holds')}</p>
      <Checkbox checked={withDocuments} onChange={({ target }) => setWithDocuments(target.checked)}>
        {t('diligence.documents')}
      </Checkbox>
      <p className="quiet">{t('diligence.yours')}</p>
      <p className="quiet">{t('diligence.most', { rights: DILIGENCE.rights.toLocaleString(tag), files: DILIGENCE.files.toLocaleString(tag) })}</p>
    </Modal>
  )
}
