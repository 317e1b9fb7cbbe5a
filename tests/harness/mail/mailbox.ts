import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'

export type Received = { to: string[]; from: string; subject: string; text: string; raw: string }

/** A real SMTP server on a free port of this machine, which keeps what it is sent. It takes one account. `secure`: by TLS, with a certificate that nobody knows. */
export async function openMailbox({
  user = 'sender',
  pass = 'Mailbox-secret-1',
  refuses = /^refused@/,
  isSilent = (): boolean => false,
  secure = false,
} = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    secure,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === pass ? done(null, { user }) : done(new Error('wrong account or password')),
    onRcptTo: ({ address }, _session, done) => done(refuses.test(address) ? Object.assign(new Error('no such person'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ to, from: envelope.mailFrom ? envelope.mailFrom.address : '', ...read(Buffer.concat(parts).toString('utf8')) })
        if (!isSilent()) done() // a sender that waits for the answer may be killed
      })
    },
  })
  server.on('error', () => undefined) // a client that goes away
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  after(() => new Promise<void>((done) => server.close(() => done())))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const settings = { host: '127.0.0.1', port, security: 'NONE', username: user, password: pass, from_address: 'innoe@sender.test', from_name: '知识产权', site_address: 'https://ip.sender.test' } // oxfmt-ignore
  const receivedBy = (to: string) => received.filter((mail) => mail.to.some((one) => one.toLowerCase() === to.toLowerCase()))
  return { received, receivedBy, settings, next: (count: number) => arrived(received, count) }
}

const MAIL_TIMEOUT_MS = 10_000

/** The mail with this number, counted from one, once it is there. */
async function arrived(received: readonly Received[], count: number): Promise<Received> {
  for (const start = Date.now(); Date.now() - start < MAIL_TIMEOUT_MS;) {
    const mail = received[count - 1]
    if (mail) return mail
    await new Promise((resume) => setTimeout(resume, 20))
  }
  throw new Error(`only ${received.length} mails came`)
}

function read(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const [head, body] = [raw.slice(0, end).replace(/\r\n[ \t]+/g, ' '), raw.slice(end + 4)]
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const encoding = header('Content-Transfer-Encoding')
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? unquoted(body.replace(/=\r\n/g, ''))
        : body
  return { subject: words(header('Subject')), text: text.replaceAll('\r\n', '\n'), raw }
}

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const words = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, coded: string) => Buffer.from(coded, 'base64').toString('utf8'))
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, coded: string) => unquoted(coded.replaceAll('_', ' ')))
