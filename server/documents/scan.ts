import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { refuse } from '../errors.ts'

const SECONDS = 60
const MAX_ANSWER = 4096

/** `tcp://host:port` or `unix:/path` of a clamd, which the operator names; examined at the start. */
const scannerOf = () => process.env['INNOE_SCANNER']?.trim() || undefined

/**
 * Before anything else reads a file from outside, the scanner checks it. An infected file, and one that it cannot check,
 * is refused; without a scanner there is no check.
 */
export async function refuseInfected(path: string) {
  const scanner = scannerOf()
  if (!scanner) return
  const answer = await asked(scanner, path).catch(() => '')
  if (/^stream: OK$/.test(answer)) return
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  refuse(found ? 'file_infected' : 'scanner_away', { name: (found ?? '').slice(0, 100) })
}

/** INSTREAM of clamd: each chunk after its length, an empty one at the end. */
async function asked(scanner: string, path: string): Promise<string> {
  const { protocol, hostname, port, pathname } = new URL(scanner)
  const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
  socket.setTimeout(SECONDS * 1000, () => socket.destroy(new Error('the scanner takes too long')))
  try {
    await once(socket, 'connect')
    const answer = answerOf(socket)
    answer.catch(() => undefined) // read below, unless sending fails first
    socket.write('zINSTREAM\0')
    for await (const chunk of createReadStream(path)) {
      const bytes = Buffer.from(chunk)
      // A scanner that has seen enough answers before the end.
      if (!socket.write(Buffer.concat([lengthOf(bytes), bytes]))) await Promise.race([once(socket, 'drain'), answer])
    }
    socket.write(Buffer.alloc(4))
    return await answer
  } finally {
    socket.destroy()
  }
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

const answerOf = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    const end = () => resolve(text.split('\0')[0]?.trim() ?? '')
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\0') || text.length > MAX_ANSWER) end()
    })
    socket.on('close', end)
    socket.on('error', reject)
  })
