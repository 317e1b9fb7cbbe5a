import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
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
  OF_COMPANY,
  PICTURE_SIZES,
  sizeOfPng,
} from '../../model/settings/layouts/appearance.ts'
import { changeLook } from '../../model/settings/layouts/look-routes.ts'
import { readLook, readOwnLook, readPicture } from '../../model/settings/setting-routes.ts'
import { isAdministrator, refuseUnlessAdministrator } from '../auth/passwords/change-rules.ts'
import { readFields } from '../records/actions.ts'
import type { Part } from '../records/modules.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { languagesOf } from '../records/words/wording.ts'
import { authorize } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { companyOfLook, keyOfLook, keyOfPicture, type Look, lookAt, ownLook } from '../records/settings/look.ts'
import { writeHistoryOfAll } from '../records/history/of-all.ts'
import { keepSetting, readSetting, takeSetting } from '../records/settings/settings.ts'
import { lockRows } from '../records/write/write.ts'
import { inTransaction, type Tenant, type Context } from '../records/context.ts'
import { both, refuse, refuseFaults } from '../errors.ts'
import { type Route, serve } from '../route.ts'
import type { Server } from '../server.ts'

type Picture = { company: string | null; name: LookPicture }
type LookAnswer = MadeAnswer<typeof readLook>

/** The branding of the system is public, that of a company is read by its people; of its pictures, whoever knows the address has one. */
export const tenantRoutes: readonly Route[] = [
  serve(readLook, ({ server, tenant }) => tenantInfo(server, tenant)),
  serve(readOwnLook, async ({ server, ctx, query: { company } }) => {
    if (company) await get(ctx, modelNamed(ctx.tenant.models, 'company'), company)
    const look = company ? await ownLook(ctx, company) : { ...ORDINARY, ...(await lookAt(ctx, companyOfLook(ctx))) }
    return { ...(await infoOf(server, ctx.tenant, look)), changes_system: isAdministrator(ctx) }
  }),
  serve(changeLook, async ({ server, ctx, body: { company_sid: company, ...changes } }) => {
    await change(ctx, changes, company ?? null)
    return company ? infoOf(server, ctx.tenant, await ownLook(ctx, company)) : tenantInfo(server, ctx.tenant)
  }),
  serve(readPicture, ({ tenant, path, query, reply }) => sendPicture(tenant, { company: query.company ?? null, name: path.name }, reply)),
]

/** A pack contains the pictures themselves, since their addresses are of this installation. */
export const packedLook: Part = {
  configuration: {
    settings: [
      {
        code: 'look',
        words: ['系统外观', 'Branding'],
        labelOf: labelOfLook,
        read: (ctx) => packedOf(ctx, null),
        async write(ctx, _company, values) {
          refuseUnlessAdministrator(ctx, BRANDING)
          await change(ctx, readFields(ctx, LOOK_CHANGES, values, { changes: true }), null)
        },
      },
      {
        code: 'look_of_company',
        words: ['本公司的外观', 'Branding of the company'],
        labelOf: labelOfLook,
        read: async (ctx, company) => (company === null ? {} : await packedOf(ctx, company)),
        async write(ctx, company, values) {
          if (company === null)
            return refuse('bad_request', both('why', ['本公司的外观须套用于一家公司', 'the branding of a company is applied to a company']))
          await change(ctx, readFields(ctx, LOOK_CHANGES, values, { changes: true }), company)
        },
      },
    ],
  },
}

function labelOfLook(key: string): Words | undefined {
  const field: Field | undefined = Object.hasOwn(LOOK_CHANGES, key) ? LOOK_CHANGES[key as keyof typeof LOOK_CHANGES] : undefined // as just asked
  return field && [field.zh, field.en]
}

async function packedOf(ctx: Context, company: string | null): Promise<Look> {
  const look = { ...(await ownLook(ctx, company)) }
  for (const code of Object.keys(look).filter(isPicture)) {
    const { png } = ((await readSetting(ctx, keyOfPicture(company, code))) ?? {}) as Look // as keepPicture writes it
    look[code] = typeof png === 'string' ? `data:image/png;base64,${png}` : null
  }
  return look
}

const BRANDING = ['系统外观', 'branding of the system'] as const

/** What a system has where nothing was set; what is set for one company alone says nothing of the rest. */
const ORDINARY: Look = { layout: 'double' }

const tenantInfo = async (server: Server, tenant: Tenant) => infoOf(server, tenant, { ...ORDINARY, ...(await ownLook(tenant, null)) })

async function infoOf({ config }: Server, tenant: Tenant, given: Look): Promise<LookAnswer> {
  const look = given as Partial<LookAnswer> // as changeLook declares it
  const languages = await languagesOf(tenant)
  return { edition: config.edition, time_zone: ZONE, ...look, ...(languages.length > 0 && { languages: [...languages] }) }
}

/** Only the given keys are changed; null restores the default. A picture is a PNG as a data URL. */
async function change(ctx: Context, body: Omit<ReadFrom<typeof changeLook>, 'company_sid'>, company: string | null) {
  if (company === null) refuseUnlessAdministrator(ctx, BRANDING)
  const strange = company === null ? undefined : Object.keys(body).find((code) => !OF_COMPANY.some((one) => one === code))
  if (strange !== undefined) refuse('unknown_key', { key: strange.slice(0, 60) })
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
    if (company !== null) await refuseUnlessOwn(tx, company)
    for (const [code, bytes] of pictures) changes[code] = await keepPicture(tx, { company, name: code }, bytes)
    const before = await ownLook(tx, company)
    const look = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
    await keepSetting(tx, keyOfLook(company), look)
    const changed = Object.keys(changes).filter((code) => !isDeepStrictEqual(before[code], look[code]))
    if (changed.length > 0) await writeHistoryOfAll(tx, 'company', reasonOf(changed, before, look), company ?? undefined)
  })
}

const MAX_REASON = 255

/** The address of the customer service is told, since everybody may follow it. */
function reasonOf(changed: readonly string[], before: Look, look: Look): string {
  const told = (code: string) => (code === 'online_customer_address' ? `${code} ${String(before[code] ?? '-')} → ${String(look[code] ?? '-')}` : code)
  return `外观 / Branding: ${changed.map(told).join(', ')}`.slice(0, MAX_REASON)
}

/** Who may change the company may change how it looks. */
async function refuseUnlessOwn(tx: Context, company: string) {
  const model = modelNamed(tx.tenant.models, 'company')
  authorize(tx, model, 'update')
  if ((await lockRows(tx, model, [company], { verb: 'update' })).length === 0) refuse('not_found')
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
async function keepPicture(ctx: Context, { company, name }: Picture, bytes: Buffer | null): Promise<string | null> {
  const key = keyOfPicture(company, name)
  if (!bytes) {
    await takeSetting(ctx, key)
    return null
  }
  await keepSetting(ctx, key, { png: bytes.toString('base64') })
  const v = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return urlOf(readPicture, { name }, { ...(company && { company }), v })
}

async function sendPicture(tenant: Tenant, { company, name }: Picture, reply: FastifyReply) {
  const { png } = ((await readSetting(tenant, keyOfPicture(company, name))) ?? {}) as Look // as keepPicture writes it
  if (typeof png !== 'string') return refuse('not_found')
  return reply.header('Cache-Control', 'public, max-age=31536000, immutable').type('image/png').send(Buffer.from(png, 'base64'))
}
