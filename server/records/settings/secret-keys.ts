import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** The location of a secret; a secret encrypted for one location cannot be decrypted at another. */
export type SecretPlace = { tenant: string; model: string; field: string; sid: string }

export type SecretKeys = {
  seal(place: SecretPlace, text: string): string
  /** Throws if no key of this installation decrypts it. */
  open(place: SecretPlace, sealed: string): string
  /** Whether the present or an earlier secret has this name, which a ciphertext states. */
  knows(id: string): boolean
}

const VERSION = 'v1'

/**
 * AES-256-GCM with a separate key for each tenant, model and field, derived from the installation's secret. The ciphertext
 * names its version and its secret, so that earlier secrets still decrypt their values.
 */
export function secretKeys(secrets: readonly string[]): SecretKeys {
  const known = new Map(secrets.map((secret) => [idOf(secret), secret]))
  const [current] = secrets
  return {
    knows: (id) => known.has(id),
    seal(place, text) {
      if (current === undefined) throw new Error('no secret of the installation is known')
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, place), nonce).setAAD(Buffer.from(place.sid))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, idOf(current), nonce.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(place, whole) {
      const [version, id = '', nonce = '', body = ''] = whole.split('.')
      const secret = known.get(id)
      if (version !== VERSION || secret === undefined) throw new Error(`sealed with an unknown key: ${version} ${id}`)
      const bytes = Buffer.from(body, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', keyFor(secret, place), Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(place.sid)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]).toString('utf8')
    },
  }
}

const TAG_BYTES = 16

const keyFor = (secret: string, { tenant, model, field }: SecretPlace) =>
  Buffer.from(hkdfSync('sha256', secret, '', `innoe secret ${VERSION}\0${tenant}\0${model}\0${field}`, 32))

/** Distinguishes secrets without revealing them. */
const idOf = (secret: string) => createHash('sha256').update(Buffer.from(hkdfSync('sha256', secret, '', 'innoe secret id', 32))).digest('hex').slice(0, 8) // oxfmt-ignore
