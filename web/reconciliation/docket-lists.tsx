import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allows } from '../api/allows.ts'
import { EntityPage } from '../records/entity-page.tsx'
import { ModelList } from '../records/list/list.tsx'
import { useWords } from '../words/language.ts'
import { dialogOnRequest } from '../ui/on-request.tsx'

const UploadList = dialogOnRequest(async () => (await import('./upload-list.tsx')).UploadList)
const COLUMNS = ['file_name', 'agency_sid', 'kind', 'listed_on', 'status', 'row_count', 'different', 'not_ours', 'not_theirs', 'same']

/** The reconciliations with agencies; another list is uploaded here. */
export const DocketLists = () => <EntityPage entity="docket_list" content={Lists} />

function Lists({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const upload = allows(schema, 'update') && (
    <Button type="primary" icon={<UploadOutlined />} onClick={() => setOpen(true)}>
      {t('docket.upload')}
    </Button>
  )
  return (
    <>
      <ModelList schema={schema} own={{ columns: COLUMNS, usual: ['agency_sid', 'status'], acts: upload }} />
      {isOpen && <UploadList schema={schema} onClose={() => setOpen(false)} />}
    </>
  )
}
