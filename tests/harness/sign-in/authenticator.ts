import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Given = { options: { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } }; origin: string }
/** What may be falsified of a signature. */
type False = { challenge?: string; type?: string; rpId?: string; flags?: number; counter?: number; handle?: string }

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

/** An authenticator in software, which makes one ES256 passkey and signs whatever it is asked to, also what a real one would not. */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const state = { counter: 0, handle: '' }
  const base = { id: id.toString('base64url') }
  const clientData = ({ options, origin }: Given, type: string, { challenge, type: other }: False) =>
    Buffer.from(JSON.stringify({ type: other ?? type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }))
  return {
    id: base.id,
    state,
    create(given: Given, wrong: False = {}) {
      state.handle = given.options.user?.id ?? ''
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const head = authData(wrong.rpId ?? given.options.rp?.id ?? '', (wrong.flags ?? USER_PRESENT | USER_VERIFIED) | HAS_KEY, 0)
      const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), bytesOf(x), Buffer.from('225820', 'hex'), bytesOf(y)])
      const whole = Buffer.concat([head, Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const length = Buffer.from([0x58, whole.length])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        length,
        whole,
      ])
      return { ...base, client_data: url(clientData(given, 'webauthn.create', wrong)), attestation: url(attestation), transports: 'internal' }
    },
    sign(given: Given, wrong: False = {}) {
      const client = clientData(given, 'webauthn.get', wrong)
      state.counter = wrong.counter ?? state.counter
      const data = authData(wrong.rpId ?? given.options.rpId ?? '', wrong.flags ?? USER_PRESENT | USER_VERIFIED, state.counter)
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      return {
        ...base,
        client_data: url(client),
        authenticator_data: url(data),
        signature: url(signature),
        user_handle: wrong.handle ?? state.handle,
      }
    },
  }
}

const url = (bytes: Buffer) => bytes.toString('base64url')
/** A coordinate of the key, filled to 32 bytes. */
const bytesOf = (part: string) => Buffer.concat([Buffer.alloc(32), Buffer.from(part, 'base64url')]).subarray(-32)
/** A short text in CBOR. */
const text = (given: string) => Buffer.concat([Buffer.from([0x60 + given.length]), Buffer.from(given)])

function authData(rpId: string, flags: number, counter: number) {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}
