import { Link } from 'react-router'
import type { SharedWithMe as Shared } from '../../model/sharing/share-actions.ts'
import { downloadDocument } from '../../model/documents/document-routes.ts'
import { Button } from 'antd'
import { fetchFile } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { rightText, useSharedWithMe } from '../cases/sharing/shared-by.tsx'
import { useSaveFile } from '../fields/documents/save-file.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'

/** All records shared with this person, with their roles and departments. */
export function SharedWithMe() {
  const { t, lang } = useWords()
  const { data } = useSharedWithMe()
  if (!data) return <PageSkeleton />
  return (
    <div className="page">
      <PageHead title={t('share.mine')} name={t('share.mine')} />
      {data.record.length === 0 ? (
        <Nothing text={t('share.mineNone')} hint={t('share.mineHint')} />
      ) : (
        <PlainTable<Shared>
          dataSource={[...data.record]}
          scroll={{ x: 700 }}
          columns={[
            { title: t('share.what'), render: (_, row) => <What of={row} /> },
            { title: t('share.rights'), width: 220, render: (_, { right }) => rightText(right, lang) },
            { title: t('share.by'), width: 160, dataIndex: 'sharer' },
          ]}
        />
      )}
    </div>
  )
}

function What({ of: { case_sid, case: name, document_sid, document, right } }: { of: Shared }) {
  const { t } = useWords()
  const save = useSaveFile()
  if (document_sid === null) return <Link to={pageOf('case', `/${case_sid}`)}>{name}</Link>
  const fetch = () => fetchFile(downloadDocument, { sid: document_sid })
  return (
    <>
      <Link to={pageOf('document', `/${document_sid}`)}>{document}</Link>
      {right !== 'VIEW' && (
        <Button type="link" size="small" onClick={() => void save(fetch, document ?? '')}>
          {t('share.download')}
        </Button>
      )}
    </>
  )
}
