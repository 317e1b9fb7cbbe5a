import { createHmac } from 'node:crypto'
import type { Words } from '../../model/kit/fields.ts'
import type { RobotKind } from '../../model/robots/chat_robot.ts'
import type { Posted } from '../outbound/post.ts'

export type Line = { text: string; url: string | undefined }
type Robot = { token: string; secret: string | null; gateway: string | null }
type Request = { url: string; body: string }

const GATEWAYS: Record<RobotKind, string> = {
  DINGTALK: 'https://oapi.dingtalk.com/robot/send',
  WECOM: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send',
  FEISHU: 'https://open.feishu.cn/open-apis/bot/v2/hook',
}

/** The call by which a robot says these lines, by the published protocol of its messenger. */
export const requestOf = (kind: RobotKind, robot: Robot, title: string, lines: readonly Line[], now = Date.now()): Request =>
  REQUESTS[kind]({ ...robot, token: tokenIn(robot.token) }, { title, lines, now, gateway: robot.gateway || GATEWAYS[kind] })

type Said = { title: string; lines: readonly Line[]; now: number; gateway: string }

const REQUESTS: Record<RobotKind, (robot: Robot, said: Said) => Request> = {
  DINGTALK: ({ token, secret }, { title, lines, now, gateway }) => {
    const url = new URL(gateway)
    url.searchParams.set('access_token', token)
    if (secret) {
      url.searchParams.set('timestamp', String(now))
      url.searchParams.set('sign', createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'))
    }
    return { url: url.href, body: JSON.stringify({ msgtype: 'markdown', markdown: { title, text: markdown(title, lines) } }) }
  },
  WECOM: ({ token }, { title, lines, gateway }) => {
    const url = new URL(gateway)
    url.searchParams.set('key', token)
    return { url: url.href, body: JSON.stringify({ msgtype: 'markdown', markdown: { content: markdown(title, lines) } }) }
  },
  FEISHU: ({ token, secret }, { title, lines, now, gateway }) => {
    const timestamp = String(Math.floor(now / 1000))
    const signed = secret ? { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') } : {}
    const content = lines.map(({ text, url }) => [url ? { tag: 'a', text, href: url } : { tag: 'text', text }])
    const post = { zh_cn: { title, content } }
    return {
      url: `${gateway.replace(/\/$/, '')}/${encodeURIComponent(token)}`,
      body: JSON.stringify({ ...signed, msg_type: 'post', content: { post } }),
    }
  },
}

/** The longest text of a message in bytes; of those that count the whole call, less than it. */
const MAX_BYTES: Record<RobotKind, number> = { DINGTALK: 16_000, WECOM: 4096, FEISHU: 16_000 }

/** How many of the lines one message holds, of which the first is always said. */
export function fitting(kind: RobotKind, title: string, lines: readonly Line[]): number {
  const bytes = (count: number) => Buffer.byteLength(markdown(title, lines.slice(0, count)))
  let count = lines.length
  while (count > 1 && bytes(count) > MAX_BYTES[kind]) count--
  return count
}

/** People paste the whole address that the messenger shows. */
function tokenIn(given: string): string {
  if (!URL.canParse(given) || !/^https?:/.test(given)) return given
  const { searchParams, pathname } = new URL(given)
  return searchParams.get('access_token') ?? searchParams.get('key') ?? pathname.split('/').findLast(Boolean) ?? given
}

const markdown = (title: string, lines: readonly Line[]) =>
  [`**${plain(title)}**`, ...lines.map(({ text, url }) => (url ? `> [${plain(text)}](${url})` : `> ${plain(text)}`))].join('\n\n')

/** Text that people typed must not act as markdown. */
const plain = (text: string) => text.replace(/[\\`*_[\]<>#~|]/g, (sign) => WIDE[sign] ?? ' ').replace(/\s+/g, ' ')
const WIDE: Readonly<Record<string, string>> = { '*': '＊', '_': '＿', '[': '［', ']': '］', '<': '＜', '>': '＞', '#': '＃', '~': '～', '|': '｜', '`': '｀', '\\': '＼' } // oxfmt-ignore

/** Undefined where the messenger took the message: it answers 200 to refusals, too. */
export function refusalOf(posted: Posted): Words | undefined {
  if ('fault' in posted) return posted.fault
  const answer = parsed(posted.text)
  const code = answer['errcode'] ?? answer['code'] ?? answer['StatusCode']
  if (posted.code === 200 && code === 0) return undefined
  const says = String(answer['errmsg'] ?? answer['msg'] ?? '').slice(0, 120)
  const which = typeof code === 'number' ? code : posted.code
  return [`平台不接受：${which} ${says}`.trim(), `the messenger refused it: ${which} ${says}`.trim()]
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
