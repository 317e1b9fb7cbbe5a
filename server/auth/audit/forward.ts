import { createSocket } from 'node:dgram'
import { appendFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { hostname } from 'node:os'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RowOf } from '../../database/tables.ts'
import type { Context } from '../../records/context.ts'
import { keepSetting, readSetting } from '../../records/settings/settings.ts'

type Entry = RowOf<'audit_entry'>
type Send = (lines: readonly string[], entries: readonly Entry[]) => Promise<void>

/** The number of the last entry that was forwarded. */
const FORWARDED = 'audit.forwarded'
const BATCH = 500
const ANSWER_TIMEOUT_MS = 10_000

export const forwardedTo = () => process.env['INNOE_AUDIT_FORWARD'] || undefined // examined at the start

export const forwardedUntil = async (ctx: Pick<Context, 'db'>) => Number((await readSetting(ctx, FORWARDED)) ?? 0)

/** Sends the sealed entries to this place, in their order. After a failure the same ones are sent again, so none is left out and some may come twice. */
export async function forwardEntries(ctx: Context, to: string | undefined): Promise<number> {
  if (!to) return 0
  const send = senderTo(new URL(to))
  let sent = 0
  for (;;) {
    const last = await forwardedUntil(ctx)
    const entries = await ctx.db.selectFrom('audit_entry').selectAll().where('number', '>', last).orderBy('number').limit(BATCH).execute()
    if (entries.length === 0) return sent
    await send(entries.map((entry) => lineOf(ctx.tenant.name, entry)), entries) // oxfmt-ignore
    await keepSetting(ctx, FORWARDED, entries.at(-1)?.number)
    sent += entries.length
  }
}

/** One entry as a line of JSON, without empty columns. */
function lineOf(tenant: string, { sid, version: _v, valid: _d, updated_at: _u, updated_by: _b, remark: _r, ...entry }: Entry) {
  return JSON.stringify({ tenant, sid, ...Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) })
}

/** The schemes of INNOE_AUDIT_FORWARD. */
const SENDERS: Readonly<Record<string, (to: URL) => Send>> = {
  'file:': (to) => (lines) => appendFile(fileURLToPath(to), `${lines.join('\n')}\n`),
  'syslog+udp:': (to) => async (lines, entries) => {
    const socket = createSocket(to.hostname.includes(':') ? 'udp6' : 'udp4')
    try {
      for (const [at, line] of lines.entries())
        await new Promise<void>((done, failed) =>
          socket.send(syslog(line, entries[at]), Number(to.port), hostOf(to), (error) => (error ? failed(error) : done())),
        )
    } finally {
      socket.close()
    }
  },
  'syslog+tcp:': (to) => (lines, entries) => sendFrames(connect({ host: hostOf(to), port: Number(to.port) }), lines, entries),
  // RFC 5425: nothing is written before the certificate was found to be that of this host.
  'syslog+tls:': (to) => (lines, entries) =>
    sendFrames(connectTls({ host: hostOf(to), port: Number(to.port), minVersion: 'TLSv1.2' }), lines, entries),
}

/** Framed by length, as RFC 6587 3.4.1 has it: a line may hold any character. */
async function sendFrames(socket: Socket, lines: readonly string[], entries: readonly Entry[]) {
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('the syslog server does not answer')))
  const frames = lines.map((line, at) => syslog(line, entries[at])).map((text) => `${Buffer.byteLength(text)} ${text}`)
  socket.resume().end(frames.join(''))
  await once(socket, 'close') // an error is thrown here
}

function senderTo(to: URL): Send {
  const of = SENDERS[to.protocol]
  if (!of) throw new Error(`no way to forward to ${to.protocol}`)
  return of(to)
}

const hostOf = ({ hostname: name }: URL) => name.replace(/^\[|\]$/g, '')

/** RFC 5424: facility 13, the audit log; severity 4, a warning, for refusals, else 6. */
function syslog(line: string, entry: Entry | undefined) {
  const priority = 13 * 8 + (entry?.result === 'REFUSED' ? 4 : 6)
  return `<${priority}>1 ${new Date(String(entry?.created_at)).toISOString()} ${hostname() || '-'} innoe ${process.pid} audit - ${line}`
}
