import { ShareAltOutlined } from '@ant-design/icons'
import { Alert, App, Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { giveShare, revokeAnyShare, revokeShare } from '../../../model/sharing/share-actions.ts'
import { SHARE_LEVEL } from '../../../model/sharing/share-level.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useMe, useSchema, useWrite } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { rightText } from './shared-by.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { Visits } from './visits.tsx'

const FIELDS = ['sid', 'to_kind', 'to_name', 'document_sid', 'rights', 'sharer_sid', 'expires_at', 'has_password', 'max_visits', 'visits', 'last_visit_at', 'revoked_at'] // oxfmt-ignore
const ROWS = 50

/** The people with whom a case and its documents are shared, and their visits. */
export function Shares({ schema: kind, record, name }: { schema: WireSchema; record: Rec; name: string }) {
  const { t } = useWords()
  const schema = useSchema('share').data
  const [isGiving, setGiving] = useState(false)
  const iql = `case_sid = '${record.sid}' ORDER BY created_at DESC`
  const { record: shares, isPending, pages } = usePaged('share', { fl: FIELDS, iql, rows: ROWS })
  if (isPending || !schema) return <Skeleton active paragraph={{ rows: 4 }} />
  const level = String(record[SHARE_LEVEL] ?? '')
  const isClosed = level === 'NO' || level === 'SYSTEM_NO'
  const levelField = kind.fields.find(({ code }) => code === SHARE_LEVEL)
  const mayGive = allows(schema, giveShare.name)
  return (
    <>
      {isClosed && levelField && (
        <Alert type="warning" showIcon className="spaced" title={t('share.closed', { level: optionLabel(levelField, level) })} />
      )}
      {mayGive && !isClosed && (
        <p>
          <Button icon={<ShareAltOutlined />} onClick={() => setGiving(true)}>
            {t('share.give')}
          </Button>
        </p>
      )}
      {shares.length === 0 ? <Nothing text={t('share.none')} hint={t('share.noneHint')} /> : <ShareTable shares={shares} isClosed={isClosed} />}
      {pages}
      {isGiving && <ShareDialog caseSid={record.sid} name={name} level={level} onClose={() => setGiving(false)} />}
    </>
  )
}

type TableProps = { shares: readonly Rec[]; isClosed: boolean }

function ShareTable({ shares, isClosed }: TableProps) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const me = useMe().data?.sid
  const schema = useSchema('share').data
  const [visited, setVisited] = useState<Rec>()
  const mayLock = schema !== undefined && allows(schema, revokeAnyShare.name)
  const isOwn = (row: Rec) => isRef(row['sharer_sid']) && row['sharer_sid'].sid === me
  const time = (value: unknown) => (typeof value === 'string' ? timeText(value, tag, zone) : '')
  return (
    <>
      <PlainTable<Rec>
        dataSource={[...shares]}
        scroll={{ x: 1090 }}
        columns={[
          { title: t('share.who'), width: 180, render: (_, row) => <Whom row={row} /> },
          { title: t('share.what'), width: 200, render: (_, row) => (isRef(row['document_sid']) ? row['document_sid'].name : t('share.whole')) },
          { title: t('share.rights'), width: 150, render: (_, row) => rightText(String(row['rights']), lang) },
          { title: t('share.by'), width: 110, render: (_, row) => (isRef(row['sharer_sid']) ? row['sharer_sid'].name : '') },
          { title: t('share.until'), width: 150, render: (_, row) => time(row['expires_at']) || t('share.untilAlways') },
          { title: t('share.state'), width: 100, render: (_, row) => <State row={row} isClosed={isClosed} /> },
          {
            title: t('share.visits'),
            width: 110,
            render: (_, row) => (
              <Button type="link" size="small" className="in-line" onClick={() => setVisited(row)}>
                {row['max_visits']
                  ? t('share.visitsMost', { count: Number(row['visits'] ?? 0), most: Number(row['max_visits']) })
                  : t('share.visitsOf', { count: Number(row['visits'] ?? 0) })}
              </Button>
            ),
          },
          { title: '', width: 90, render: (_, row) => !row['revoked_at'] && (mayLock || isOwn(row)) && <Revoke row={row} isOwn={isOwn(row)} /> },
        ]}
      />
      {visited && <Visits share={visited} onClose={() => setVisited(undefined)} />}
    </>
  )
}

function Whom({ row }: { row: Rec }) {
  const { t } = useWords()
  return (
    <>
      {row['to_kind'] === 'LINK' ? t('share.LINK') : String(row['to_name'] ?? '')}
      {row['has_password'] === true && <Tag className="beside">{t('share.withPassword')}</Tag>}
    </>
  )
}

/** Whether a share shows anything now. */
function State({ row, isClosed }: { row: Rec; isClosed: boolean }) {
  const { t } = useWords()
  const [now] = useState(() => Date.now())
  const isOver = typeof row['expires_at'] === 'string' && Date.parse(row['expires_at']) < now
  const isUsedUp = Number(row['max_visits'] ?? Infinity) <= Number(row['visits'] ?? 0)
  if (row['revoked_at']) return <Tag>{t('share.revoked')}</Tag>
  if (isOver) return <Tag>{t('share.expired')}</Tag>
  if (isUsedUp) return <Tag>{t('share.usedUp')}</Tag>
  return isClosed ? <Tag color="warning">{t('share.paused')}</Tag> : <Tag color="success">{t('share.active')}</Tag>
}

function Revoke({ row, isOwn }: { row: Rec; isOwn: boolean }) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const revoke = useWrite('share', () => act(isOwn ? revokeShare : revokeAnyShare, { sid: row.sid }))
  const name = row['to_kind'] === 'LINK' ? t('share.LINK') : String(row['to_name'] ?? '')
  const ask = () =>
    modal.confirm({
      title: t('share.revokeTitle', { name }),
      content: t('share.revokeText'),
      okText: t('share.revoke'),
      okButtonProps: { danger: true },
      onOk: () => revoke.mutateAsync(undefined).then(undefined, () => undefined), // already shown
    })
  return (
    <Button type="link" size="small" danger className="in-line" onClick={ask}>
      {t('share.revoke')}
    </Button>
  )
}
