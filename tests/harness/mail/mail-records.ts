import { randomUUIDv7 } from 'node:crypto'
import type { Tenant } from '../../../server/records/context.ts'

type Make = (model: string, row: Record<string, unknown>) => Promise<string>

/** Bodies of the actions on mails, each with the records that it names. */
export function mailBodies({ db }: Tenant, make: Make, patent: () => Promise<string>) {
  /** A mail whose case is not known. */
  const unfiled = async () => {
    const sid = await make('archived_mail', {})
    const values = { state: 'UNMATCHED', subject: '虚构', from_address: 'a@agency.test', files: '[]' } as const
    await db.updateTable('archived_mail').set(values).where('sid', '=', sid).execute()
    return sid
  }
  let made = 0
  const mailbox = () =>
    make('incoming_mailbox', { name: `收信 ${++made}`, host: '127.0.0.1', port: 1, security: 'NONE', username: 'a', password: 'b', is_on: false })
  const dead = async () => {
    const sid = await make('outgoing_mail', {})
    await db
      .updateTable('outgoing_mail')
      .set({ state: 'DEAD', to_addresses: ['a@agency.test'], case_sid: await patent() })
      .where('sid', '=', sid)
      .execute()
    return sid
  }
  const webhook = () =>
    make('webhook', { name: `回调 ${++made}`, url: 'https://receiver.test/', secret: 'a secret of the receiver', events: [{ entity: 'tag', change: 'DELETED' }] }) // oxfmt-ignore
  const delivery = async () => {
    const sid = randomUUIDv7()
    await db.insertInto('webhook_delivery').values({ sid, ...TIMES, webhook_sid: await webhook(), change: 'TEST', state: 'DEAD', attempts: 1 }).execute() // oxfmt-ignore
    return sid
  }
  const robot = () =>
    make('chat_robot', { name: `机器人 ${++made}`, kind: 'WECOM', token: 'x', topics: ['TASK'], gateway: 'https://messenger.invalid/' })
  const said = async () => {
    const sid = randomUUIDv7()
    await db.insertInto('robot_message').values({ sid, ...TIMES, robot_sid: await robot(), title: '虚构', state: 'DEAD', attempts: 1 }).execute() // oxfmt-ignore
    return sid
  }
  /** A line of a list of an agency, to be asked about in a mail. */
  const listed = async () => {
    const sid = await make('docket_list', {})
    await db.updateTable('docket_list').set({ status: 'OPEN' }).where('sid', '=', sid).execute()
    const line = await make('docket_line', {})
    await db
      .updateTable('docket_line')
      .set({ list_sid: sid, case_sid: await patent(), result: 'DIFFERENT' })
      .where('sid', '=', line)
      .execute()
    return { sid, line_sids: [line] }
  }
  return {
    'docket_list/ask': async () => ({ ...(await listed()), due_date: '2027-01-04', language: 'zh' }),
    'webhook/test': async () => ({ sid: await webhook() }),
    'webhook_delivery/replay': async () => ({ sid: await delivery() }),
    'robot_message/replay': async () => ({ sid: await said() }),
    'chat_robot/test': async () => ({ sid: await robot() }),
    'outgoing_mail/retry': async () => ({ sid: await dead() }),
    'outgoing_mail/discard': async () => ({ sid: await dead(), reason: '虚构' }),
    'archived_mail/file': async () => ({ sid: await unfiled(), case_sid: await patent() }),
    'archived_mail/dismiss': async () => ({ sid: await unfiled() }),
    'incoming_mailbox/test': async () => ({ sid: await mailbox() }),
    'incoming_mailbox/fetch': async () => ({ sid: await mailbox() }),
  }
}

const TIMES = { version: 1, valid: true, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
