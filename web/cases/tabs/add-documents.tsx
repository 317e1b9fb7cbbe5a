import { useQueryClient } from '@tanstack/react-query'
import { App, Form, Modal, Radio, Select, Tag } from 'antd'
import type dayjs from 'dayjs'
import { useState } from 'react'
import { archiveName, receiptName } from '../../../model/documents/archive-name.ts'
import { VOUCHERS } from '../../../model/documents/vouchers.ts'
import { type Lang, wordIn } from '../../../model/kit/fields.ts'
import { type Rec, useSearch } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { useLimits } from '../../api/limits.ts'
import { FileIcon } from '../../fields/file-icon.tsx'
import { sizeText } from '../../fields/file-kinds.ts'
import { useOptions } from '../../fields/use-options.ts'
import { markRequired } from '../../records/form/record-form.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { useSees } from '../../api/sees.ts'
import { DocumentTypePicker, useDocumentTypes } from './document-type.tsx'
import type { TemplateCase } from './fill-template.tsx'
import { sendDocument } from './send-document.ts'

type Filed = { doc_type?: string; issue_date?: dayjs.Dayjs; delivery_way?: string; fee_sid?: string; voucher?: keyof typeof VOUCHERS }
type Props = { of: TemplateCase; files: readonly File[]; onClose: () => void }

/** The type and date of the files; the same values apply to all files of one drop. */
export function AddDocuments({ of, files, onClose }: Props) {
  const { t } = useWords()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Filed>()
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState(files)
  const [faults, setFaults] = useState<readonly string[]>([])
  const filed = Form.useWatch([], form) ?? {}
  /** Refused documents stay in the dialog with the reason; the others are added, and are not sent again. */
  const save = async ({ issue_date, ...given }: Filed) => {
    setBusy(true)
    setFaults([])
    const refused: { file: File; reason: string }[] = []
    try {
      for (const file of left)
        await sendDocument(file, { case_sid: of.sid, ...given, issue_date: issue_date?.format('YYYY-MM-DD') }).catch((wrong: unknown) => {
          if (!(wrong instanceof ApiFault)) throw wrong
          refused.push({ file, reason: wrong.errors.map(({ reason }) => reason).join(t('semicolon')) || wrong.message || t('file.uploadFailed') })
        })
      if (left.length > refused.length) message.success(t('documents.added', { count: left.length - refused.length }))
      if (refused.length === 0) return onClose()
      setLeft(refused.map(({ file }) => file))
      setFaults(refused.map(({ file, reason }) => `${file.name}${t('colon')}${reason}`))
    } finally {
      setBusy(false)
      await client.invalidateQueries()
    }
  }
  return (
    <Modal
      open
      title={t('documents.add', { count: left.length })}
      onCancel={onClose}
      okText={t('documents.upload')}
      onOk={() => form.submit()}
      confirmLoading={isBusy}
      width={520}
    >
      <NamedFiles of={of} files={left} filed={filed} />
      <FaultLines lines={faults} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={markRequired}
        className="dialog-form"
        onFinish={(values) => void save(values)}
        initialValues={{ delivery_way: 'ELECTRONIC', voucher: 'RECEIPT' }}
      >
        <FiledFields caseSid={of.sid} />
      </Form>
      <p className="quiet">{t('documents.addHint')}</p>
    </Modal>
  )
}

/** Each file with its size, and the name that it will have. */
function NamedFiles({ of, files, filed }: { of: TemplateCase; files: readonly File[]; filed: Filed }) {
  const { t } = useWords()
  const nameOf = useNames(of, filed)
  return (
    <ul className="dropped">
      {files.map((file) => (
        <li key={`${file.name} ${file.size}`}>
          <FileIcon name={file.name} /> {file.name} <small className="quiet number">{sizeText(file.size)}</small>
          {file.size > 50 * 1024 * 1024 && <Tag color="warning">{t('documents.large')}</Tag>}
          {nameOf(file.name) && (
            <div className="quiet">
              {t('documents.named')} <strong>{nameOf(file.name)}</strong>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function FiledFields({ caseSid }: { caseSid: string }) {
  const { t, lang } = useWords()
  const fees = useFees(caseSid)
  const ways = useOptions('document', 'delivery_way')
  return (
    <>
      <Form.Item name="doc_type" label={t('documents.type')}>
        <DocumentTypePicker />
      </Form.Item>
      <Form.Item name="issue_date" label={t('documents.issued')}>
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="delivery_way" label={t('documents.delivery')}>
        <Select options={ways} />
      </Form.Item>
      {fees.length > 0 && (
        <Form.Item name="fee_sid" label={t('documents.fee')} extra={t('documents.feeHint')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={fees.map((fee) => ({ value: fee.sid, label: `${feeName(fee, lang)} · ${String(fee['fee_no'])}` }))}
          />
        </Form.Item>
      )}
      <Form.Item noStyle dependencies={['fee_sid']}>
        {({ getFieldValue }) =>
          getFieldValue('fee_sid') ? (
            <Form.Item name="voucher" label={t('documents.voucher')}>
              <Radio.Group options={Object.entries(VOUCHERS).map(([value, words]) => ({ value, label: wordIn(words, lang) }))} />
            </Form.Item>
          ) : null
        }
      </Form.Item>
    </>
  )
}

/** The fees of the case, the latest first; none for a person who sees no fees. */
function useFees(caseSid: string): Rec[] {
  const mayRead = useSees('fee')
  const iql = `case_sid = '${caseSid}' ORDER BY due_date DESC`
  return (
    useSearch('fee', { fl: ['fee_no', 'name', 'name_en'], iql, rows: 100 }, { enabled: mayRead === true, meta: { faults: 'own' } }).data?.record ?? []
  )
}

const feeName = (fee: Rec, lang: Lang) => String((lang === 'en' && fee['name_en']) || (fee['name'] ?? ''))

/** The name under which a file will be filed, where a rule gives it one. */
function useNames({ sid, case_no }: TemplateCase, { doc_type, issue_date, fee_sid, voucher }: Filed) {
  const { lang } = useWords()
  const types = useDocumentTypes()
  const connector = useLimits()?.name_connector ?? 'UNDERSCORE'
  const fee = useFees(sid).find((one) => one.sid === fee_sid)
  const type = types.find((one) => one.sid === doc_type)
  return (file: string) => {
    const named = { case_no, connector, ext: /\.([A-Za-z0-9]{1,16})$/.exec(file)?.[1]?.toLowerCase() ?? '' }
    if (fee) return receiptName({ ...named, fee: feeName(fee, lang), voucher: wordIn(VOUCHERS[voucher ?? 'RECEIPT'], lang) })
    if (!type) return undefined
    const name = String((lang === 'en' && type['name_en']) || type['name'])
    return archiveName({ ...named, type: name, issue_date: issue_date?.format('YYYY-MM-DD') ?? null })
  }
}
