import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import type { Fault } from '../../model/kit/wire.ts'
import {
  isColour,
  LAYOUTS,
  LOOK_COLOURS,
  LOOK_PICTURES,
  LOOK_TEXTS,
  type LookColour,
  type LookPicture,
  type LookText,
  MOST_BYTES,
  sizeOfPng,
} from '../../model/settings/appearance.ts'
import { authorize } from '../records/permission/permission.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { inTransaction, type Tenant, type Context, ZONE } from '../records/context.ts'
import { refuse, refuseFaults } from '../errors.ts'
import type { Server } from '../server.ts'
import { tenantOf } from '../auth/session/language.ts'

const KEY = 'tenant.look'
const PATH = '/innoe-webapi/model/tenant/do/picture'
type Look = Record<string, unknown>

/** What the login page looks like is open to everyone; whoever may change roles may change it. */
export function tenantRoutes(app: FastifyInstance, server: Server, contextOf: (request: FastifyRequest) => Promise<Context>) {
  app.get('/innoe-webapi/model/tenant/do/getTenantInfo', async (request) => tenantInfo(server, tenantOf(server, request)))
  app.post('/innoe-webapi/model/tenant/do/update', async (request) => {
    const ctx = await contextOf(request)
    await changeLook(ctx, request.body ?? {})
    return tenantInfo(server, ctx.tenant)
  })
  app.get(`${PATH}/:name`, async (request, reply) => sendPicture(tenantOf(server, request), (request.params as { name: string }).name, reply)) // named in the route
}

async function tenantInfo({ config }: Server, { db }: Tenant) {
  return { edition: config.edition, time_zone: ZONE, layout: 'double', ...(await readSetting(db, KEY)) }
}

async function readSetting(db: Tenant['db'], key: string): Promise<Look> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return (row?.value as Look | undefined) ?? {} // an object, written below
}

/** POST tenant/do/update: what is named is changed, null takes it back to the ordinary. A picture is a PNG as a data URL. */
async function changeLook(ctx: Context, body: unknown) {
  authorize(ctx, modelNamed(ctx.tenant.models, 'role'), 'update')
  refuseUnlessObject(body)
  const faults: Fault[] = []
  const fault = (field: string, words: Words, reason: Words) =>
    faults.push({ field, label: wordIn(words, ctx.lang), reason: wordIn(reason, ctx.lang) })
  const changes: Look = {}
  const pictures = new Map<LookPicture, Buffer | null>()
  for (const [code, value] of Object.entries(body)) {
    if (isText(code)) changes[code] = textOf(code, value, fault)
    else if (isPicture(code)) pictures.set(code, pictureOf(code, value, fault))
    else if (code === 'theme') changes[code] = themeOf(value, fault)
    else if (code === 'layout') changes[code] = layoutOf(value, fault)
    else if (code === 'online_customer_status') changes[code] = value === true
    else refuse('unknown_key', { key: code })
  }
  if (faults.length > 0) refuseFaults(faults)
  await inTransaction(ctx, async (tx) => {
    for (const [code, bytes] of pictures) changes[code] = await keepPicture(tx, code, bytes)
    const before = await readSetting(tx.db, KEY)
    const look = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
    await keep(tx, KEY, look)
  })
}

type SayFault = (field: string, words: Words, reason: Words) => void

const isText = (code: string): code is LookText => Object.hasOwn(LOOK_TEXTS, code)
const isPicture = (code: string): code is LookPicture => Object.hasOwn(LOOK_PICTURES, code)

function textOf(code: LookText, value: unknown, fault: SayFault): string | null {
  const { words, max } = LOOK_TEXTS[code]
  if (value === null || value === '') return null
  if (typeof value !== 'string' || value.length > max || value.includes('\0'))
    fault(code, words, [`最多 ${max} 个字`, `is at most ${max} characters`])
  return String(value)
}

function layoutOf(value: unknown, fault: SayFault): string | null {
  if (value === null) return null
  if (!LAYOUTS.some((layout) => layout === value)) fault('layout', ['布局', 'Layout'], ['应为 double、left 或 top', 'is double, left or top'])
  return String(value)
}

/** {code, config: {theme_color, menu_bg_color, menu_text_color}} */
function themeOf(value: unknown, fault: SayFault): Look | null {
  if (value === null) return null
  refuseUnlessObject(value)
  const { code = 'custom', config = {} } = value as { code?: unknown; config?: unknown } // an object, as just seen
  refuseUnlessObject(config)
  for (const [key, colour] of Object.entries(config)) {
    if (!Object.hasOwn(LOOK_COLOURS, key)) refuse('unknown_key', { key: `theme.config.${key}` })
    const words = LOOK_COLOURS[key as LookColour] // one of them, as just seen
    if (colour !== null && !isColour(colour)) fault(`theme.config.${key}`, words, ['应为 #rrggbb', 'is written #rrggbb'])
  }
  return { code: String(code).slice(0, 40), config: Object.fromEntries(Object.entries(config).filter(([, colour]) => colour !== null)) }
}

const DATA = /^data:image\/png;base64,([A-Za-z0-9+/=]+)$/

function pictureOf(code: LookPicture, value: unknown, fault: SayFault): Buffer | null {
  const { words, width, height } = LOOK_PICTURES[code]
  if (value === null) return null
  const bytes = Buffer.from((typeof value === 'string' && DATA.exec(value)?.[1]) || '', 'base64')
  const size = sizeOfPng(bytes)
  if (!size) fault(code, words, ['应为 PNG 图片', 'is a PNG picture'])
  else if (bytes.length > MOST_BYTES) fault(code, words, ['超过 200KB', 'is larger than 200 KB'])
  else if (size.width > width || size.height > height)
    fault(code, words, [`尺寸应不超过 ${width}×${height} 像素`, `is at most ${width} × ${height} pixels`])
  return bytes
}

/** Its address changes with its content, so that browsers may keep it for good. */
async function keepPicture(ctx: Context, code: LookPicture, bytes: Buffer | null): Promise<string | null> {
  if (!bytes) {
    await ctx.db.deleteFrom('setting').where('key', '=', `${KEY}.${code}`).execute()
    return null
  }
  await keep(ctx, `${KEY}.${code}`, { png: bytes.toString('base64') })
  return `${PATH}/${code}?v=${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`
}

async function keep({ db }: Context, key: string, value: Look) {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: new Date().toISOString() }))
    .execute()
}

async function sendPicture({ db }: Tenant, name: string, reply: FastifyReply) {
  const { png } = isPicture(name) ? await readSetting(db, `${KEY}.${name}`) : {}
  if (typeof png !== 'string') return refuse('not_found')
  return reply.header('Cache-Control', 'public, max-age=31536000, immutable').type('image/png').send(Buffer.from(png, 'base64'))
}
