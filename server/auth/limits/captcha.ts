import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import type { Tenant } from '../../records/context.ts'
import { keepSetting, takeSetting } from '../../records/settings/settings.ts'

const LIVES = 5 * 60_000
/** None that looks like another, in either case: g and q, 5 and S, 2 and Z. */
const DISTINCT = 'ACEFHJKLMPRTXY347'

/** A picture of letters, as PNG: an SVG's paths are read by machines. The lock and the rate limit are the defence, this is friction. */
export async function newCaptcha(tenant: Tenant): Promise<{ captcha_id: string; image: string }> {
  const { text, data } = svgCaptcha.create({ size: 4, noise: 1, charPreset: DISTINCT, fontSize: 50, width: 132, height: 44 })
  const captcha_id = randomUUID()
  await keepSetting(tenant, `captcha.${captcha_id}`, { answer: text.toLowerCase(), until: Date.now() + LIVES })
  const png = await sharp(Buffer.from(data)).png().toBuffer()
  return { captcha_id, image: `data:image/png;base64,${png.toString('base64')}` }
}

/** Each is good for one try. */
export async function isCaptcha(tenant: Tenant, id: string, answer: string): Promise<boolean> {
  const kept = (await takeSetting(tenant, `captcha.${id}`)) as { answer: string; until: number } | undefined // written above
  return kept !== undefined && kept.until > Date.now() && kept.answer === answer.trim().toLowerCase()
}

export async function dropOldCaptchas({ db }: Tenant) {
  await db
    .deleteFrom('setting')
    .where('key', 'like', 'captcha.%')
    .where('updated_at', '<', new Date(Date.now() - LIVES).toISOString())
    .execute()
}
