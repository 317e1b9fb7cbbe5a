import { useState } from 'react'

type Read<A> = (body: FormData) => Promise<A | undefined>

/** A file that is read, and read again with the order of its dates where it was asked for. */
export function useSentFile<A extends { asks_day_order?: boolean }>(read: Read<A>, onRead: (answer: A) => void) {
  const [sent, setSent] = useState<{ file: File; order?: string; asks: boolean }>()
  const send = async (file: File, order?: string) => {
    const body = new FormData()
    if (order) body.append('day_order', order)
    body.append('file', file, file.name)
    const found = await read(body)
    if (!found) return
    setSent({ file, ...(order && { order }), asks: found.asks_day_order === true })
    onRead(found)
  }
  const days = { asks: sent?.asks === true, order: sent?.order, choose: (order: string) => void (sent && send(sent.file, order)) }
  return { onFile: (file: File) => void send(file), days }
}
