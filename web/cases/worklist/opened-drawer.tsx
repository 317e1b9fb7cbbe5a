import { Drawer, Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useAddress } from './address.ts'

type OpenedDrawerProps = { title: string; size: number; children: (sid: string) => ReactNode }

/** The record in the address opens beside the list; the list stays usable. */
export function OpenedDrawer({ title, size, children }: OpenedDrawerProps) {
  const { read, put } = useAddress()
  const sid = read('open')
  return (
    <Drawer open={Boolean(sid)} onClose={() => put({ open: null }, true)} size={size} mask={false} title={title} destroyOnHidden>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{sid && children(sid)}</Suspense>
    </Drawer>
  )
}
