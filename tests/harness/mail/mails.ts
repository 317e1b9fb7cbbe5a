export type Attached = { name: string; content: string | Buffer; type?: string }
export type Composed = {
  from?: string | undefined
  to?: string
  subject?: string
  id?: string | null
  date?: string
  text?: string
  headers?: readonly string[]
  files?: readonly Attached[]
}

let made = 0
const word = (text: string) => (/^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`)
const lines = (content: string | Buffer) =>
  Buffer.from(content as string)
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n') // a buffer is copied the same way

/** A mail as it stands in a mailbox. */
export function mailOf({
  from = 'Agent <agent@agency.test>',
  to = 'ip@innoe.test',
  subject = '',
  id,
  date = 'Mon, 16 Mar 2026 09:00:00 +0800',
  text = '',
  headers = [],
  files = [],
}: Composed = {}): string {
  const heads = [
    ...(from === '' ? [] : [`From: ${from}`]),
    `To: ${to}`,
    `Subject: ${word(subject)}`,
    `Date: ${date}`,
    ...(id === null ? [] : [`Message-ID: ${id ?? `<${++made}@agency.test>`}`]),
    ...headers,
    'MIME-Version: 1.0',
  ]
  const body = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '', lines(text)]
  if (files.length === 0) return [...heads, ...body, ''].join('\r\n')
  const parts = files.flatMap(({ name, content, type = 'application/octet-stream' }) => [
    '--part',
    `Content-Type: ${type}; name="${word(name)}"`,
    `Content-Disposition: attachment; filename="${word(name)}"`,
    'Content-Transfer-Encoding: base64',
    '',
    lines(content),
  ])
  return [...heads, 'Content-Type: multipart/mixed; boundary=part', '', '--part', ...body, ...parts, '--part--', ''].join('\r\n')
}

/** A message within a message, and so on, deeper than a reader follows. */
export const nestedMail = (depth: number) =>
  Array.from({ length: depth }).reduce<string>(
    (inner, _, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n${inner}\r\n--b${at}--\r\n`,
    'Content-Type: text/plain\r\n\r\nx',
  )

/** What a mail server reports of a mail of ours that it could not deliver [RFC 3464]. */
export const returnedMail = (message_id: string, { action = 'failed', to = 'gone@agency.test' } = {}) =>
  [
    'From: Mail Delivery System <mailer-daemon@provider.test>',
    'To: ip@innoe.test',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${++made}@provider.test>`,
    'Date: Mon, 16 Mar 2026 09:00:00 +0800',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;\r\n boundary=part',
    '',
    ...['--part', 'Content-Type: text/plain', '', 'I am sorry.'],
    ...['--part', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; provider.test', ''],
    ...[`Final-Recipient: rfc822; ${to}`, `Action: ${action}`, 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 no such\r\n user', ''],
    ...['--part', 'Content-Type: text/rfc822-headers', '', 'From: ip@innoe.test', 'Subject: question', `Message-ID:\r\n ${message_id}`, ''],
    ...['--part--', ''],
  ].join('\r\n')
