import { FileSearchOutlined } from '@ant-design/icons'
import { Alert, Modal, Radio, Upload } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'

type ReadTableProps = {
  title: string
  hint: string
  /** The label of the button, if it does more than record lines. */
  okText?: string
  isReading: boolean
  isTaking: boolean
  count: number | undefined
  onFile: (file: File) => void
  onTake: () => void
  onClose: () => void
  /** The dates of the file can be read in two ways: which comes first is asked. */
  days?: { asks: boolean; order: string | undefined; choose: (order: string) => void }
  children: ReactNode
}

const DAY_ORDERS = ['dmy', 'mdy', 'ymd'] as const

/** Reads a table from a bank or an office; lines that agree are recorded when a person confirms them. */
export function ReadTable({ title, hint, okText, isReading, isTaking, count, onFile, onTake, onClose, days, children }: ReadTableProps) {
  const { t } = useWords()
  return (
    <Modal
      open
      title={title}
      width={900}
      onCancel={onClose}
      cancelText={t('settle.close')}
      okText={okText ?? t('settle.record', { count: count ?? 0 })}
      okButtonProps={{ disabled: !count, loading: isTaking }}
      onOk={onTake}
    >
      <Upload.Dragger
        showUploadList={false}
        accept=".xlsx,.xls,.csv"
        disabled={isReading || isTaking}
        beforeUpload={(file) => {
          onFile(file)
          return Upload.LIST_IGNORE
        }}
      >
        <p>
          <FileSearchOutlined aria-hidden /> <b>{isReading ? t('vat.reading') : t('settle.drop')}</b>
        </p>
        <p className="quiet">{hint}</p>
      </Upload.Dragger>
      <div aria-live="polite" className="settle-lines">
        {days && (days.asks || days.order) && (
          <Alert
            type={days.asks ? 'warning' : 'success'}
            showIcon
            className="spaced"
            title={t('settle.dayOrder')}
            description={
              <Radio.Group
                aria-label={t('settle.dayOrder')}
                value={days.order}
                disabled={isReading || isTaking}
                onChange={(event) => days.choose(String(event.target.value))}
                options={DAY_ORDERS.map((one) => ({ value: one, label: t(`settle.dayOrder.${one}`) }))}
              />
            }
          />
        )}
        {children}
      </div>
    </Modal>
  )
}
