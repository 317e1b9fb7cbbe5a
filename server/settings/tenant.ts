import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { ZONE } from '../../model/kit/days/clock.ts'
import type { MadeAnswer } from '../../model/kit/action.ts'
import { type Field, labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import { type ReadFrom, urlOf } from '../../model/kit/wire/route.ts'
import type { Fault } from '../../model/kit/wire/wire.ts'
import {
  isColour,
  LOOK_CHANGES,
  LOOK_COLOURS,
  LOOK_PICTURES,
  type LookColour,
  type LookPicture,
  MAX_BYTES,
  PICTURE_SIZES,
  sizeOfPng,
} from '../../model/settings/layouts/appearance.ts'
import { changeLook } from '../../model/settings/layouts/look-routes.ts'
import { readLook, readPicture } from '../../model/settings/setting-routes.ts'
import { refuseUnlessAdministrator } from '../auth/passwords/change-rules.ts'
import { readFields } from '../records/actions.ts'
import type { Part } from '../records/modules.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { languagesOf } from '../records/words/wording.ts'
import { keepSetting, readSetting, takeSetting } from '../records/settings/settings.ts'
import { inTransaction, type Tenant, type Context } from '../records/context.ts'
import { refuse, refuseFaults } from '../errors.ts'
import { type Route, serve } from '../route.ts'
import type { Server } from '../server.ts'

const KEY = 'tenant.look'
type Look = Record<string, unknown>
type LookAnswer = MadeAnswer<typeof readLook>

/** The branding is public; administrators of the whole tenant change it. */
export const tenantRoutes: readonly Route[] = [
  serve(readLook, ({ server, tenant }) => tenantInfo(server, tenant)),
  serve(changeLook, async ({ server, ctx, body }) => {
    refuseUnlessAdministrator(ctx, BRANDING)
    await change(ctx, body)
    return tenantInfo(server, ctx.tenant)
  }),
  serve(readPicture, ({ tenant, path, reply }) => sendPicture(tenant, path.name, reply)),
]

/** A pack contains the pictures themselves, since their addresses are of this installation. */
export const packedLook: Part = {
  configuration: {
    settings: [
      {
        code: 'look',
        words: ['系统外观', 'Branding'],
        labelOf: (key) => {
          const field: Field | undefined = Object.hasOwn(LOOK_CHANGES, key) ? LOOK_CHANGES[key as keyof typeof LOOK_CHANGES] : undefined // as just asked
          return field && [field.zh, field.en]
        },
        async read(ctx) {
          const look = { ...(await lookOf(ctx)) }
          for (const code of Object.keys(look).filter(isPicture)) {
            const { png } = ((await readSetting(ctx, `${KEY}.${code}`)) ?? {}) as Look // as keepPicture writes it
            look[code] = typeof png === 'string' ? `data:image/png;base64,${png}` : null
          }
          return look
        },
        async write(ctx, _company, values) {
          refuseUnlessAdministrator(ctx, BRANDING)
          await change(ctx, readFields(ctx, LOOK_CHANGES, values, { changes: true }))
        },
      },
    ],
  },
}

const BRANDING = ['系统外观', 'branding of the system'] as const

async function tenantInfo({ config }: Server, tenant: Tenant): Promise<LookAnswer> {
  const look = (await lookOf(tenant)) as Partial<LookAnswer> // as changeLook declares it
  const languages = await languagesOf(tenant)
  return { edition: config.edition, time_zone: ZONE, layout: 'double', ...look, ...(languages.length > 0 && { languages: [...languages] }) }
}

const lookOf = async (handle: Pick<Context, 'db'>): Promise<Look> => ((await readSetting(handle, KEY)) ?? {}) as Look // an object, written below

/** Only the given keys are changed; null restores the default. A picture is a PNG as a data URL. */
async function change(ctx: Context, body: ReadFrom<typeof changeLook>) {
  const faults: Fault[] = []
  const fault = (field: string, label: string, reason: Words) => faults.push({ field, label, reason: wordIn(reason, ctx.lang) })
  const changes: Look = { ...body }
  const pictures = new Map<LookPicture, Buffer | null>()
  for (const [code, value] of Object.entries(body))
    if (isPicture(code))
      pictures.set(
        code,
        pictureOf(code, value, (reason) => fault(code, labelOf(LOOK_PICTURES[code], ctx.lang), reason)),
      )
  if (body.theme !== undefined)
    changes.theme = themeOf(body.theme, (key, reason) => fault(`theme.config.${key}`, wordIn(LOOK_COLOURS[key], ctx.lang), reason))
  if (faults.length > 0) refuseFaults(faults)
  await inTransaction(ctx, async (tx) => {
    for (const [code, bytes] of pictures) changes[code] = await keepPicture(tx, code, bytes)
    const before = await lookOf(tx)
    const look = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
    await keepSetting(tx, KEY, look)
  })
}

const isPicture = (code: string): code is LookPicture => Object.hasOwn(LOOK_PICTURES, code)
const isColourName = (code: string): code is LookColour => Object.hasOwn(LOOK_COLOURS, code)

type SayColourFault = (colour: LookColour, reason: Words) => void

/** {code, config: {theme_color, menu_bg_color, menu_text_color}} */
function themeOf(value: unknown, fault: SayColourFault): Look | null {
  if (value === null) return null
  refuseUnlessObject(value)
  const { code = 'custom', config = {} } = value as { code?: unknown; config?: unknown } // an object, as just seen
  refuseUnlessObject(config)
  for (const [key, colour] of Object.entries(config)) {
    if (!isColourName(key)) refuse('unknown_key', { key: `theme.config.${key}`.slice(0, 60) })
    else if (colour !== null && !isColour(colour)) fault(key, ['应为 #rrggbb', 'must be #rrggbb'])
  }
  return { code: String(code).slice(0, 40), config: Object.fromEntries(Object.entries(config).filter(([, colour]) => colour !== null)) }
}

const DATA = /^data:image\/png;base64,([A-Za-z0-9+/=]+)$/

function pictureOf(code: LookPicture, value: unknown, fault: (reason: Words) => void): Buffer | null {
  const { width, height } = PICTURE_SIZES[code]
  if (value === null) return null
  const bytes = Buffer.from((typeof value === 'string' && DATA.exec(value)?.[1]) || '', 'base64')
  const size = sizeOfPng(bytes)
  if (!size) fault(['应为 PNG 图片', 'must be a PNG picture'])
  else if (bytes.length > MAX_BYTES) fault(['不能超过 200KB', 'must not be larger than 200 KB'])
  else if (size.width > width || size.height > height)
    fault([`尺寸应不超过 ${width}×${height} 像素`, `must not be larger than ${width} × ${height} pixels`])
  return bytes
}

/** Its address changes with its content, so that browsers may keep it for good. */
async function keepPicture(ctx: Context, code: LookPicture, bytes: Buffer | null): Promise<string | null> {
  if (!bytes) {
    await takeSetting(ctx, `${KEY}.${code}`)
    return null
  }
  await keepSetting(ctx, `${KEY}.${code}`, { png: bytes.toString('base64') })
  return `${urlOf(readPicture, { name: code })}?v=${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`
}

async function sendPicture(tenant: Tenant, name: LookPicture, reply: FastifyReply) {
  const { png } = ((await readSetting(tenant, `${KEY}.${name}`)) ?? {}) as Look // as keepPicture writes it
  if (typeof png !== 'string') return refuse('not_found')
  return reply.header('Cache-Control', 'public, max-age=31536000, immutable').type('image/png').send(Buffer.from(png, 'base64'))
}
