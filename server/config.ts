import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Lang, Words } from '../model/kit/fields.ts'

const EDITIONS = ['enterprise', 'cloud'] as const
const ROLES = ['all', 'web', 'worker'] as const
const API_DOCS = ['open', 'signed-in'] as const
const ADDRESS_TOKENS = ['accepted', 'refused'] as const
const LEVELS = ['warn', 'trace', 'debug', 'info', 'error', 'fatal', 'silent'] as const
// Read where they are used; checked here, so that a mistake is reported at the start.
const NUMBERS = [
  'INNOE_RATE_LIMIT',
  'INNOE_LOGIN_LIMIT',
  'INNOE_COSTLY_LIMIT',
  'INNOE_STATEMENT_SECONDS',
  'INNOE_MAX_EXPORTED',
  'INNOE_MAX_SELECTED',
  'INNOE_IMPORT_KEPT_DAYS',
  'INNOE_AUDIT_KEPT_DAYS',
  'INNOE_RSA_BITS',
] as const

export type Config = Readonly<{
  port: number
  host: string
  /** Absolute path of the folder for the embedded database, documents and the secret. */
  data: string
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
  /** A streaming replica of it, for reads. */
  replicaUrl?: string | undefined
  /** Further servers that tenants may be on, by name. */
  nodes?: Readonly<Record<string, string>> | undefined
  /** `file:` or `s3:`. */
  storageUrl: string
  edition: (typeof EDITIONS)[number]
  role: (typeof ROLES)[number]
  /** Addresses or networks of the balancers in front, whose word on where a call comes from is taken; this machine's own always is. */
  proxies?: readonly string[]
  /** Seconds between the signal to stop and the closing of the port, in which balancers notice that /readyz answers 503. */
  drainSeconds?: number
  /** Where the embedded database listens for BI tools; absent: nowhere. */
  biListen?: { address: string; port: number } | undefined
  /** Whether a new database is given the demo company. */
  demo: boolean
  /** Whether the description of the API is shown to everybody, or only to those who are signed in. */
  apiDocs?: (typeof API_DOCS)[number]
  /** What is logged; `warn` unless told otherwise. */
  logLevel?: (typeof LEVELS)[number]
  /** Signs what leaves the server and comes back; the same in every process of one installation. */
  secret: string
  /** The one before, while what was sealed with it is still there. */
  secretBefore?: string
}>

/** Why the program cannot run here, in words for whoever runs it; every reason at once. */
export class StartFault extends Error {
  readonly faults: readonly Words[]

  constructor(...faults: readonly Words[]) {
    super(faults.map(([, en]) => en).join('\n'))
    this.name = 'StartFault'
    this.faults = faults
  }

  words(lang: Lang) {
    return this.faults.map(([zh, en]) => (lang === 'zh' ? zh : en)).join('\n')
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment once; throws a `StartFault` that lists everything wrong with it. */
export function readConfig(env: Environment = process.env): Config {
  const faults: Words[] = []
  const data = resolve(given(env, 'INNOE_DATA') ?? 'data')
  const databaseUrl = urlOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:'], faults)
  const role = oneOf(env, 'INNOE_ROLE', ROLES, faults)
  if (role !== 'all' && !databaseUrl)
    faults.push([
      `INNOE_ROLE=${role} 需要 DATABASE_URL：内置数据库只供一个进程使用`,
      `INNOE_ROLE=${role} needs DATABASE_URL: the embedded database serves one process`,
    ])
  const biListen = listenOf(env, faults)
  const nodes = nodesOf(env, databaseUrl, faults)
  const config = {
    port: portOf(env, faults),
    host: given(env, 'HOST') ?? '127.0.0.1',
    data,
    databaseUrl,
    replicaUrl: urlOf(env, 'INNOE_REPLICA_URL', ['postgres:', 'postgresql:'], faults),
    storageUrl: storageOf(env, faults) ?? pathToFileURL(join(data, 'documents')).href,
    edition: oneOf(env, 'INNOE_EDITION', EDITIONS, faults),
    role,
    proxies: proxiesOf(env, faults),
    drainSeconds: secondsOf(env, 'INNOE_DRAIN_SECONDS', faults),
    demo: oneOf(env, 'INNOE_DEMO', ['1', '0'], faults) === '1',
    apiDocs: oneOf(env, 'INNOE_API_DOCS', API_DOCS, faults),
    logLevel: oneOf(env, 'LOG_LEVEL', LEVELS, faults),
  }
  for (const name of NUMBERS) refuseOddNumber(env, name, faults)
  oneOf(env, 'INNOE_ADDRESS_TOKENS', ADDRESS_TOKENS, faults)
  refuseOddForward(env, faults)
  refuseOddHosts(env, faults)
  refuseOddScanner(env, faults)
  openData(data, faults)
  const secret = secretOf(env, data, faults)
  const secretBefore = given(env, 'INNOE_SECRET_BEFORE')
  if (faults.length > 0) throw new StartFault(...faults)
  return Object.freeze({ ...config, secret, ...(biListen && { biListen }), ...(nodes && { nodes }), ...(secretBefore && { secretBefore }) })
}

/** An empty setting is one that was not made. */
const given = (env: Environment, name: string) => env[name]?.trim() || undefined

function portOf(env: Environment, faults: Words[]) {
  const text = given(env, 'PORT') ?? '8080'
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  faults.push([`PORT 应为 0 到 65535 的整数，现为“${text}”`, `PORT must be a whole number from 0 to 65535, not “${text}”`])
  return 0
}

/** Such as `127.0.0.1:5433`. */
function listenOf(env: Environment, faults: Words[]) {
  const text = given(env, 'INNOE_BI_LISTEN')
  if (text === undefined) return undefined
  const [, inner, plain = inner, port] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  if (plain && isIP(plain) && Number(port) > 0 && Number(port) <= 65535) return { address: plain, port: Number(port) }
  faults.push([
    `INNOE_BI_LISTEN 应为本机的 IP 地址与端口，如 127.0.0.1:5433，现为“${text}”`,
    `INNOE_BI_LISTEN must be an IP address of this machine and a port, such as 127.0.0.1:5433, not “${text}”`,
  ])
  return undefined
}

/** Absent: 0. */
function secondsOf(env: Environment, name: string, faults: Words[]) {
  const text = given(env, name) ?? '0'
  if (/^\d{1,3}$/.test(text) && Number(text) <= 600) return Number(text)
  faults.push([`${name} 应为 0 到 600 的整数（秒），现为“${text}”`, `${name} must be a whole number of seconds from 0 to 600, not “${text}”`])
  return 0
}

function oneOf<const T extends readonly [string, ...string[]]>(env: Environment, name: string, allowed: T, faults: Words[]): T[number] {
  const text = given(env, name) ?? allowed[0]
  if (allowed.includes(text)) return text
  faults.push([`${name} 应为 ${allowed.join('、')} 之一，现为“${text}”`, `${name} must be one of ${allowed.join(', ')}, not “${text}”`])
  return allowed[0]
}

/** Such as `10.0.0.0/8,192.168.1.7`. */
function proxiesOf(env: Environment, faults: Words[]): string[] {
  const list = (given(env, 'INNOE_PROXIES') ?? '').split(',').flatMap((one) => one.trim() || [])
  const wrong = list.filter((one) => {
    const [address = '', bits, ...rest] = one.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    return isIP(address) === 0 || rest.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  })
  if (wrong.length > 0)
    faults.push([
      `INNOE_PROXIES 应为以逗号分隔的 IP 地址或网段，有误：${wrong.join('、')}`,
      `INNOE_PROXIES must be IP addresses or networks separated by commas; invalid: ${wrong.join(', ')}`,
    ])
  return list
}

/** The value is never repeated in the fault: it may hold a password. */
function urlOf(env: Environment, name: string, schemes: readonly string[], faults: Words[]) {
  const text = given(env, name)
  if (!text || (URL.canParse(text) && schemes.includes(new URL(text).protocol))) return text
  const begins = schemes.map((scheme) => `${scheme}//`)
  faults.push([`${name} 应为以 ${begins.join(' 或 ')} 开头的地址`, `${name} must be a URL that begins with ${begins.join(' or ')}`])
  return undefined
}

/** Such as `north=postgres://… south=postgres://…`. */
function nodesOf(env: Environment, databaseUrl: string | undefined, faults: Words[]) {
  const list = (given(env, 'INNOE_NODES') ?? '').split(/\s+/).filter(Boolean)
  if (list.length === 0) return undefined
  const named = list.map((one) => /^([a-z][a-z0-9-]{0,30})=(postgres(?:ql)?:\/\/.+)$/.exec(one)?.slice(1) ?? [])
  const isWrong = named.some(([name = '', url = '']) => !name || !URL.canParse(url)) || new Set(named.map(([name]) => name)).size < named.length
  if (isWrong)
    faults.push([
      'INNOE_NODES 应形如 north=postgres://… south=postgres://…：以空格分隔，名称为小写字母、数字与 -，不重复',
      'INNOE_NODES must be like north=postgres://… south=postgres://…: separated by spaces, the names of small letters, digits and -, none twice',
    ])
  const places = [...(databaseUrl ? [databaseUrl] : []), ...named.flatMap(([, url]) => url ?? [])].flatMap((url) =>
    URL.canParse(url) ? placeOf(url) : [],
  )
  if (named.some(([name]) => name === 'home') || new Set(places).size < places.length)
    faults.push([
      'INNOE_NODES：home 是本安装的数据库（DATABASE_URL）的名称，不能另用；每个名称须为另一个数据库',
      'INNOE_NODES: home is the name of the installation’s own database (DATABASE_URL) and of no other; each name is of another database',
    ])
  return Object.fromEntries(named) as Record<string, string>
}

/** The database that an address leads to, whoever signs in. */
function placeOf(url: string) {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}${pathname}`
}

/** A bucket of S3, or a whole path of this machine. */
function storageOf(env: Environment, faults: Words[]) {
  const text = urlOf(env, 'STORAGE_URL', ['file:', 's3:'], faults)
  if (!text) return undefined
  const { protocol, host } = new URL(text)
  if (protocol === 's3:' ? host !== '' : host === '' && text.startsWith('file:///')) return text
  faults.push(['STORAGE_URL 应形如 s3://存储桶/前缀 或 file:///路径', 'STORAGE_URL must be like s3://bucket/prefix or file:///path'])
  return undefined
}

/** A syslog server with its port, or a whole path of this machine. */
function refuseOddForward(env: Environment, faults: Words[]) {
  const text = urlOf(env, 'INNOE_AUDIT_FORWARD', ['syslog+tls:', 'syslog+tcp:', 'syslog+udp:', 'file:'], faults)
  if (!text || !URL.canParse(text)) return
  const { protocol, hostname, port } = new URL(text)
  if (protocol === 'file:' ? !text.startsWith('file:///') : hostname === '' || port === '')
    faults.push([
      'INNOE_AUDIT_FORWARD 应形如 syslog+tls://主机:端口、syslog+tcp://主机:端口、syslog+udp://主机:端口 或 file:///路径',
      'INNOE_AUDIT_FORWARD must be like syslog+tls://host:port, syslog+tcp://host:port, syslog+udp://host:port or file:///path',
    ])
}

/** Names of hosts, or `*.` before the name of a domain. */
function refuseOddHosts(env: Environment, faults: Words[]) {
  const odd = (given(env, 'INNOE_OUTBOUND_HOSTS') ?? '').split(',').map((one) => one.trim()).filter((one) => one !== '' && !/^(\*\.)?[a-z\d][a-z\d.:-]*$/i.test(one)) // oxfmt-ignore
  if (odd.length > 0)
    faults.push([
      `INNOE_OUTBOUND_HOSTS 应为以逗号分隔的主机名或 *.域名，有误：${odd.join('、')}`,
      `INNOE_OUTBOUND_HOSTS must be names of hosts or *.domain separated by commas; invalid: ${odd.join(', ')}`,
    ])
}

/** A clamd: a host with its port, or a whole path of this machine. */
function refuseOddScanner(env: Environment, faults: Words[]) {
  const text = given(env, 'INNOE_SCANNER')
  if (!text || /^unix:\/[^/]/.test(text)) return
  if (URL.canParse(text) && new URL(text).protocol === 'tcp:' && new URL(text).hostname !== '' && new URL(text).port !== '') return
  faults.push(['INNOE_SCANNER 应形如 tcp://主机:端口 或 unix:/路径', 'INNOE_SCANNER must be like tcp://host:port or unix:/path'])
}

function refuseOddNumber(env: Environment, name: string, faults: Words[]) {
  const text = given(env, name)
  if (!text || (/^[1-9]\d{0,14}$/.test(text) && !(name.endsWith('SECONDS') && Number(text) > 86_400))) return
  faults.push([`${name} 应为正整数，现为“${text}”`, `${name} must be a positive whole number, not “${text}”`])
}

function openData(data: string, faults: Words[]) {
  try {
    mkdirSync(data, { recursive: true })
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    faults.push([`INNOE_DATA 文件夹 ${data} 无法读写：${why}`, `The INNOE_DATA folder ${data} cannot be read and written: ${why}`])
  }
}

function secretOf(env: Environment, data: string, faults: Words[]) {
  const text = given(env, 'INNOE_SECRET')
  if (!text) return faults.length > 0 ? '' : keptSecret(join(data, 'secret'), faults)
  if (text.length < 32) faults.push(['INNOE_SECRET 至少 32 个字符', 'INNOE_SECRET must have at least 32 characters'])
  return text
}

function keptSecret(file: string, faults: Words[]) {
  try {
    const text = readOrMake(file)
    if (text.length >= 32) return text
    faults.push([
      `${file} 已损坏：请从备份恢复，或删除它以生成新的（原密钥签发的内容将失效）`,
      `${file} is damaged: restore it from a backup, or delete it to create a new one (everything signed with the old secret becomes invalid)`,
    ])
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    faults.push([`${file} 无法读写：${why}`, `${file} cannot be read or written: ${why}`])
  }
  return ''
}

/** Made once and linked into place whole, so that two processes starting at once read the same secret. */
function readOrMake(file: string) {
  const fresh = `${file}.${process.pid}`
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  }
  try {
    linkSync(fresh, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
