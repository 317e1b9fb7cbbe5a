import { BellOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Empty, Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { doVerb, useSearch, useSession } from '../../api/api.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { Failed } from '../../ui/faults/failed.tsx'
import { useWords } from '../../words/language.ts'

// An administrator may read the notices of others, which are not theirs to answer.
const UNREAD = 'user_sid = me() AND read_at IS EMPTY'
const OWN = { meta: { faults: 'own' } } as const

/** The largest number on the bell; its label says the same, such as “99+”. */
const MAX_SHOWN = 99

/** Counts unread notifications; the server reports new ones. */
export function Bell() {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const client = useQueryClient()
  const me = useSession()?.user_sid
  const [isOpen, setOpen] = useState(false)
  const unread = useSearch('notification', { iql: `${UNREAD} ORDER BY created_at DESC`, rows: 20, total: 'capped' }, { enabled: Boolean(me), ...OWN })
  const notices = unread.data?.record ?? []
  const count = unread.data?.total ?? notices.length
  const read = async (some: readonly Rec[]) => {
    setOpen(false)
    const read_at = new Date().toISOString()
    await Promise.all(some.map(({ sid }) => doVerb('notification', 'update', { sid, read_at })))
    await client.invalidateQueries({ queryKey: ['notification'] })
  }
  const list = (
    <div className="notices">
      <Failed query={unread} words="bell.failed" />
      {notices.length === 0 && !unread.isError && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('bell.none')} />}
      {notices.map((notice) => (
        <Link key={notice.sid} to={String(notice['link'] || '/m/notification')} className="notice-line" onClick={() => void read([notice])}>
          <b>{String((lang === 'en' && notice['title_en']) || notice['title'] || '')}</b>
          <small className="quiet">{timeText(String(notice['created_at'] ?? ''), tag, zone)}</small>
        </Link>
      ))}
      <footer>
        <Link to="/m/notification" onClick={() => setOpen(false)}>
          {t('bell.all')}
        </Link>
        {notices.length > 0 && (
          <Button type="link" size="small" onClick={() => void read(notices)}>
            {t('bell.read')}
          </Button>
        )}
      </footer>
    </div>
  )
  return (
    <Popover content={list} trigger="click" open={isOpen} onOpenChange={setOpen} placement="bottomRight" title={t('bell.title')}>
      <Button
        type="text"
        aria-label={unread.isError ? t('bell.failed') : t('bell.label', { count: count > MAX_SHOWN ? `${MAX_SHOWN}+` : count })}
        icon={
          <Badge count={unread.isError ? '?' : count} overflowCount={MAX_SHOWN} size="small" offset={[2, -2]}>
            <BellOutlined className="bell" />
          </Badge>
        }
      />
    </Popover>
  )
}
