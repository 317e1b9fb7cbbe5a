import { FileSearchOutlined, ImportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { EntityPage } from '../../records/entity-page.tsx'
import { ModelList } from '../../records/list/list.tsx'
import { useWords } from '../../words/language.ts'
import { dialogOnRequest } from '../../ui/on-request.tsx'

const ReadBills = dialogOnRequest(async () => (await import('./read-bills.tsx')).ReadBills)
const ReadVatInvoices = dialogOnRequest(async () => (await import('./vat-invoices.tsx')).ReadVatInvoices)

/** The invoices; files of VAT invoices are dropped here. */
export const InvoicesScreen = () => <EntityPage entity="invoice" content={Invoices} />

/** Column widths that show the open amount and the status at 1280 pixels. */
const WIDTHS = { invoice_no: 150, agency_sid: 140, total: 130, outstanding: 130, status: 160 }

function Invoices({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const [files, setFiles] = useState<readonly File[] | null>(null)
  const mayRead = allows(schema, 'update')
  const isFiles = (event: DragEvent) => mayRead && files === null && event.dataTransfer.types.includes('Files')
  const [isImporting, setImporting] = useState(false)
  const read = (
    <>
      {allows(schema, 'create') && (
        <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
          {t('settle.readBills')}
        </Button>
      )}
      {mayRead && (
        <Button icon={<FileSearchOutlined />} onClick={() => setFiles([])}>
          {t('vat.read')}
        </Button>
      )}
    </>
  )
  return (
    <div
      className="list-whole"
      onDragOver={(event) => isFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!isFiles(event)) return
        event.preventDefault()
        setFiles([...event.dataTransfer.files])
      }}
    >
      <ModelList schema={schema} own={{ acts: read, widths: WIDTHS }} />
      {isImporting && <ReadBills schema={schema} onClose={() => setImporting(false)} />}
      {files && <ReadVatInvoices files={files} onClose={() => setFiles(null)} />}
    </div>
  )
}
